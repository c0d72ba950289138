"""Perft twice: by the rules, and by the search's own turns; and positions to count from.

`python -m tests.contract.engines.mills.counting` compares every variant, board, flying and
protection from the start to depth 5, and some thousand random positions (about ten minutes).
"""

import random
from collections.abc import Mapping
from itertools import product
from typing import Any, Final

from libs.engines.compiled import use_cache
from libs.engines.port import Question
from libs.rules.mills import Mills, MillsState
from libs.rules.mills.board import BOARDS
from libs.rules.referee.games import adapter
from libs.rules.referee.perft import perft as perft_by_rules

use_cache()

# Importing these compiles kernels, or takes them from the folder just named.
from libs.engines.mills.memory import Memory  # noqa: E402
from libs.engines.mills.perft import perft as perft_by_search  # noqa: E402
from libs.engines.mills.position import read  # noqa: E402

MILLS: Final = Mills()
RULE_SETS: Final = [
    {"board": board, "flying": flying, "mill_protection": protection}
    for board, flying, protection in product(("nine", "twelve"), (True, False), (True, False))
]


def question(state: MillsState, **more: Any) -> Question:
    """A question about a state, for the seat to act."""
    view = MILLS.view(state, state.seat)
    asked: dict[str, Any] = {"strength": "strong", "seconds": 1.0, **more}
    return Question(game="mills", version=1, seat=state.seat, view=view, **asked)


def by_search(memory: Memory, state: MillsState, depth: int) -> list[int]:
    """The search's counts for 1, 2, … `depth` turns."""
    return perft_by_search(memory, read(question(state)), depth)


def by_rules(state: MillsState, depth: int) -> list[int]:
    """The rules' counts for 1, 2, … `depth` turns."""
    return list(perft_by_rules(adapter("mills"), state, depth))


def start(variant: str, overrides: Mapping[str, Any]) -> MillsState:
    """The empty board."""
    return MILLS.setup(MILLS.options(variant, overrides))


def random_state(dice: random.Random) -> MillsState:
    """A position that goes on: any phase, hands out of step, any options, limits close by."""
    while True:
        options = MILLS.options(
            dice.choice(MILLS.variants),
            {
                "board": dice.choice(("nine", "twelve")),
                "flying": dice.random() < 0.6,
                "mill_protection": dice.random() < 0.6,
                "full_board_draw": dice.random() < 0.5,
                "no_mill_limit": dice.choice((None, 1, 2, 25)),
                "no_capture_limit": dice.choice((None, 2, 3, 100)),
            },
        )
        state = MILLS.setup_at(options, _random_text(dice, BOARDS[options["board"]].layout.stones))
        if state.outcome is None:
            return state


def _random_text(dice: random.Random, stones: int) -> str:
    names = list(BOARDS["nine"].layout.points)
    dice.shuffle(names)
    counts = [min(stones, dice.choice((3, 4, dice.randint(0, stones)))) for _ in range(2)]
    hands = [dice.choice((0, 0, dice.randint(0, stones - count))) for count in counts]
    if dice.random() < 0.3:
        hands = [0, 0]
    white, black = ",".join(names[: counts[0]]), ",".join(names[counts[0] : sum(counts)])
    side = dice.choice(("white", "black"))
    return f"W:{white} B:{black} H:{hands[0]},{hands[1]} T:{side}"


def _compare_everything() -> None:
    memory = Memory()
    for variant, overrides in product(MILLS.variants, RULE_SETS):
        state = start(variant, overrides)
        expected = by_rules(state, 5)
        assert by_search(memory, state, 5) == expected, (variant, overrides)
        print(variant, overrides, expected, flush=True)
    dice = random.Random()
    for _ in range(3000):
        state = random_state(dice)
        assert by_search(memory, state, 3) == by_rules(state, 3), MILLS.view(state, state.seat)
    print("3000 random positions to depth 3")


if __name__ == "__main__":
    _compare_everything()
