"""How fast the engines think, on one core, beside a compiled loop that never changes.

Engines are imported when a row is measured: with them comes numba.
"""

from __future__ import annotations

import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Final

from libs.engines.port import Question
from libs.engines.stopping import StopFlag
from libs.rules.game import FIRST, Deal
from libs.rules.registry import current
from tests.bench.children import BenchError
from tests.bench.results import Result, in_turn
from tests.bench.setting import Setting

ROOT: Final = Path(__file__).resolve().parents[3]
LOOP_STEPS: Final = 50e6
"""Times are compared with that of so many steps: about a second."""
TABLE: Final = ("--rules", "nine-flying-protected", "--stones", "6")
"""Three stones against three."""
SIMULATING_S: Final = 1.0


def mills_search(setting: Setting) -> Iterator[Result]:
    """Nodes a second, and seconds to a depth, for four positions, from an empty memory."""
    from tests.bench import mills_search as search  # noqa: PLC0415  with it comes numba

    for name, text in search.POSITIONS.items():
        rate = partial(_rate, partial(search.run, text, search.DEPTHS[-1]))
        yield _beside_loop(f"mills_{name}_nodes", "nodes/s", rate, setting)
        for depth in search.DEPTHS:
            seconds = partial(_seconds, partial(search.run, text, depth))
            yield _beside_loop(f"mills_{name}_depth_{depth}", "s", seconds, setting)


def table_build(setting: Setting) -> Iterator[Result]:
    """The processor's seconds to build one table of Mühle, starting the program included."""
    _built()
    yield _beside_loop("table_build_3v3", "s", _built, setting)


def hanse_simulations(setting: Setting) -> Iterator[Result]:
    """Rounds that the strong opponent plays out in a second of thinking about its first turn."""
    from tests.bench.strength.engines import engine  # noqa: PLC0415  with it comes numba

    question, hanse = _first_turn(), engine("hanse")

    def rate() -> float:
        begun = time.process_time()
        nodes = hanse.answer(question, StopFlag()).nodes
        return nodes / (time.process_time() - begun)

    yield _beside_loop("hanse_simulations", "1/s", rate, setting)


def _beside_loop(name: str, unit: str, measure: Callable[[], float], setting: Setting) -> Result:
    """Beside the loop: a rate beside its steps a second, a time beside that of LOOP_STEPS."""
    from tests.bench.fixed_loop import steps_per_second  # noqa: PLC0415  with it comes numba

    def yardstick() -> float:
        steps = steps_per_second()
        return LOOP_STEPS / steps if unit == "s" else steps

    return in_turn(name, unit, measure, yardstick, setting.effort.repetitions)


def _rate(search: Callable[[], tuple[int, float]]) -> float:
    nodes, seconds = search()
    return nodes / seconds


def _seconds(search: Callable[[], tuple[int, float]]) -> float:
    return search()[1]


def _built() -> float:
    """Builds a table in a folder of its own; the processor's seconds."""
    with tempfile.TemporaryDirectory(prefix="spielcenter-bench-") as folder:
        command = [sys.executable, "-m", "libs.engines.tables", "build", *TABLE]
        command += ["--cores", "1", "--folder", folder]
        begun = _of_children()
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        if done.returncode:
            raise BenchError(done.stderr or done.stdout)
        return _of_children() - begun


def _of_children() -> float:
    """The processor's seconds of all programs that were run and have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _first_turn() -> Question:
    """The first turn of a dealt round, as the seat to act knows it."""
    rules = current("hanse")
    state = rules.setup(rules.options(None, {}))
    pending = rules.pending(state)
    if not isinstance(pending, Deal):
        raise BenchError("a round of Battlehanse begins with a deal")
    dice = random.Random(1)
    state = rules.deal(state, {n: dice.sample(list(x), len(x)) for n, x in pending.items.items()})
    return Question(
        game="hanse",
        version=rules.version,
        seat=FIRST,
        view=rules.view(state, FIRST),
        strength="strong",
        seconds=SIMULATING_S,
        seed=1,
    )
