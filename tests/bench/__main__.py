"""`make bench [ROW=name] [QUICK=1]`: one JSON object a line, each measured beside its yardstick."""

from __future__ import annotations

import argparse
import resource
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from tests.bench.children import BenchError
from tests.bench.layout import split
from tests.bench.results import FULL, QUICK, Result, note
from tests.bench.rows.engines import hanse_simulations, mills_search, table_build
from tests.bench.rows.hanse import hanse_legal_turns_and_play
from tests.bench.rows.rebuild import rebuild
from tests.bench.rows.rules import legal_turns_and_play, replay
from tests.bench.rows.sockets import memory, spectators
from tests.bench.rows.turn_cost import turn_cost
from tests.bench.rows.turns import turn_latency, turns_per_second
from tests.bench.rows.waiting_room import waiting_room
from tests.bench.setting import Setting

ROWS: Mapping[str, Callable[[Setting], Iterator[Result]]] = {
    "turns_per_second": turns_per_second,
    "turn_latency": turn_latency,
    "spectators": spectators,
    "waiting_room": waiting_room,
    "memory": memory,
    "rebuild": rebuild,
    "turn_cost": turn_cost,
    "legal_turns_and_play": legal_turns_and_play,
    "hanse_legal_turns_and_play": hanse_legal_turns_and_play,
    "replay": replay,
    "mills_search": mills_search,
    "table_build": table_build,
    "hanse_simulations": hanse_simulations,
}


def main() -> int:
    """Runs the rows that were asked for; the exit code is 1 if one could not be trusted."""
    parser = argparse.ArgumentParser(prog="bench", description=__doc__)
    parser.add_argument("rows", nargs="*", metavar="row", help=f"of: {', '.join(ROWS)}")
    parser.add_argument("--quick", action="store_true", help="short and once: only an indication")
    parser.add_argument("--profiles", type=Path, help="a folder for py-spy's records")
    asked = parser.parse_args()
    unknown = [row for row in asked.rows if row not in ROWS]
    if unknown:
        parser.error(f"no such row: {', '.join(unknown)}")
    _allow_many_files()
    is_well = True
    with tempfile.TemporaryDirectory(prefix="spielcenter-bench-") as folder:
        effort = QUICK if asked.quick else FULL
        setting = Setting(split(), Path(folder), effort, asked.profiles)
        note(f"layout: {setting.layout.name}")
        for name in asked.rows or ROWS:
            is_well &= _run(name, setting)
    return 0 if is_well else 1


def _run(name: str, setting: Setting) -> bool:
    """Whether the row came about."""
    try:
        for result in ROWS[name](setting):
            result.show()
    except BenchError as error:
        note(f"✗ {name}: {error}")
        return False
    return True


def _allow_many_files() -> None:
    """Every socket is a file, on both sides."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


if __name__ == "__main__":
    sys.exit(main())
