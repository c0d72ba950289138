"""Hard endgames of Mühle: how many turns keep the value, with tables and at a second without.

`python -m tests.bench.endgames [seconds]` prints one JSON line for each. Tables are taken from
where the product looks for them (TABLES, DATA).
"""

import json
import sys
from pathlib import Path
from typing import Any, Final

from libs.engines.compiled import use_cache

use_cache()

# Importing it compiles kernels, or takes them from the folder just named.
from libs.engines.mills import MillsEngine  # noqa: E402
from libs.engines.port import Engine, Question  # noqa: E402
from libs.engines.stopping import StopFlag  # noqa: E402
from libs.rules.mills import Mills  # noqa: E402

CASES: Final = Path(__file__).parents[1] / "golden" / "endgames.json"
NO_DRAWS: Final = {
    "no_mill_limit": None,
    "no_capture_limit": None,
    "repetition": None,
    "full_board_draw": False,
}


def positions() -> list[dict[str, Any]]:
    """The cases as they were handed over."""
    found: list[dict[str, Any]] = json.loads(CASES.read_text())["positions"]
    return found


def question(case: dict[str, Any], *, seconds: float, tables: bool) -> Question:
    """A case as a question for the side to move."""
    rules = Mills()
    board = "twelve" if case["diagonals"] else "nine"
    overrides = {**NO_DRAWS, "board": board, "flying": case["fly"], "mill_protection": True}
    text = f"W:{','.join(case['own'])} B:{','.join(case['opp'])} H:0,0 T:white"
    state = rules.setup_at(rules.options("yucata", overrides), text)
    return Question(
        game="mills",
        version=1,
        seat=state.seat,
        view=rules.view(state, state.seat),
        strength="strong",
        seconds=seconds,
        tables=tables,
        seed=1,
    )


def kept(engine: Engine, *, seconds: float, tables: bool) -> tuple[int, list[str]]:
    """How many turns keep the value, and which do not."""
    right, wrong = 0, []
    for case in positions():
        turn = engine.answer(question(case, seconds=seconds, tables=tables), StopFlag()).turn
        if turn in case["value_keeping_turns"]:
            right += 1
        else:
            wrong.append(f"{case['rules']}: {turn}, not {' '.join(case['value_keeping_turns'])}")
    return right, wrong


def main(words: list[str]) -> None:
    """Prints both rows, and on standard error the turns that fail."""
    seconds = float(words[0]) if words else 1.0
    engine, cases = MillsEngine(), len(positions())
    for name, tables in (("mills_endgames_with_tables", True), ("mills_endgames_searched", False)):
        right, wrong = kept(engine, seconds=seconds, tables=tables)
        row = {"name": name, "value": right, "unit": "turns that keep the value", "of": cases}
        print(json.dumps(row), flush=True)
        print(*wrong, sep="\n", file=sys.stderr)


if __name__ == "__main__":
    main(sys.argv[1:])
