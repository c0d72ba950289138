"""The engine as a program: `python -m libs.engines`, and `python -m libs.engines prepare`.

Reads one JSON object a line and answers one a line; `prepare` only compiles what has to be
compiled, so that the first start of a house is quick.
"""

import argparse
import sys
from collections.abc import Iterable, Mapping
from contextlib import redirect_stdout
from time import perf_counter
from typing import Final

from libs.engines.compiled import preparing, use_cache
from libs.engines.lines import answer
from libs.engines.port import Engine
from libs.engines.registry import games, load

STDOUT: Final = 1


def main(words: list[str]) -> int:
    """Runs one of the two programs; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m libs.engines", description=__doc__)
    parser.add_argument("command", nargs="?", choices=["prepare"])
    parser.add_argument("--games", nargs="+", choices=games(), default=games())
    asked = parser.parse_args(words)
    try:
        # What is printed by others must not come between the answers.
        with redirect_stdout(sys.stderr):
            engines = _prepared(asked.games, is_told=asked.command == "prepare")
            return 0 if asked.command == "prepare" else _serve(sys.stdin.buffer, engines)
    except KeyboardInterrupt:
        return 1


def _prepared(wanted: Iterable[str], *, is_told: bool) -> Mapping[str, Engine]:
    """The engines, everything compiled and solved."""
    folder = use_cache()
    engines: dict[str, Engine] = {}
    for game in wanted:
        begun = perf_counter()
        with preparing(folder, game):
            engines[game] = load(game)
            engines[game].prepare()
        if is_told:
            print(f"{game}: {perf_counter() - begun:.1f} s", file=sys.stderr, flush=True)
    return engines


def _serve(lines: Iterable[bytes], engines: Mapping[str, Engine]) -> int:
    """Answers line by line until the input ends or nobody listens any more."""
    # Unbuffered: each answer leaves at once, and nothing is left to flush into a broken pipe.
    with open(STDOUT, "wb", buffering=0, closefd=False) as out:
        try:
            for line in lines:
                out.write(answer(line, engines) + b"\n")
        except BrokenPipeError:
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
