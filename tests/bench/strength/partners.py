"""The fixed partner in Mühle, against which all versions of the engine are measured.

It must never change, or figures of different times can't be compared: it looks at the board after
each of its own turns, and no further. A stone taken counts most, then how many steps its own stones
have more than the other's; equal turns are drawn by lot.
"""

from __future__ import annotations

import random
from typing import Final

from libs.rules.mills.board import BOARDS
from libs.rules.mills.rules import Mills
from libs.rules.mills.state import MillsState
from libs.rules.stones.layout import indices

CAPTURE: Final = 100
RULES: Final = Mills()


def greedy(state: MillsState, dice: random.Random) -> str:
    """The turn that takes a stone, else leaves the most freedom to its own stones."""
    turns = RULES.legal_turns(state, state.seat)
    worths = [_worth(state, turn) for turn in turns]
    most = max(worths)
    return dice.choice([turn for turn, worth in zip(turns, worths, strict=True) if worth == most])


def _worth(state: MillsState, turn: str) -> int:
    seat = state.seat
    then = RULES.play(state, turn)
    own, other = then.stones[seat], then.stones[1 - seat]
    taken = state.stones[1 - seat].bit_count() - other.bit_count()
    empty = ~(own | other)
    return CAPTURE * taken + _steps(then, own, empty) - _steps(then, other, empty)


def _steps(state: MillsState, stones: int, empty: int) -> int:
    """The steps along lines that these stones could make."""
    near = BOARDS[state.terms.board].neighbours
    return sum((near[point] & empty).bit_count() for point in indices(stones))
