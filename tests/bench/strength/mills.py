"""Matches of Mühle: an opening by lot, played twice with colours swapped."""

from __future__ import annotations

import random
from typing import Final

from libs.rules.game import Ended, Outcome
from libs.rules.mills.rules import Mills
from libs.rules.mills.state import MillsState
from libs.rules.strength import STRENGTHS
from tests.bench.strength.engines import asked
from tests.bench.strength.pairs import Pair
from tests.bench.strength.partners import greedy

RULES: Final = Mills()
VARIANT: Final = "battlemills-9"
OPENING_TURNS: Final = 4
"""Two stones a side stand by lot, so that no two matches are the same."""


def play_match(pair: Pair, number: int, seconds: float) -> list[float]:
    """What the pair's first got in both games of a match: 1 for a win, 0.5 for a draw."""
    start = opening(random.Random(f"opening {number}"))
    points = []
    for first_is in (0, 1):
        dice = random.Random(f"{pair.name} {number} {first_is}")
        sides = (pair.one, pair.other) if first_is == 0 else (pair.other, pair.one)
        winner = _played(start, sides, seconds, dice).winner
        points.append(0.5 if winner is None else float(winner == first_is))
    return points


def opening(dice: random.Random) -> MillsState:
    """The board after a few turns by lot."""
    state = RULES.setup(RULES.options(VARIANT, {}))
    for _ in range(OPENING_TURNS):
        state = RULES.play(state, dice.choice(RULES.legal_turns(state, state.seat)))
    return state


def _played(
    state: MillsState, sides: tuple[str, str], seconds: float, dice: random.Random
) -> Outcome:
    """How the game ends. Raises IllegalMoveError if a side plays what is not legal."""
    while not isinstance(pending := RULES.pending(state), Ended):
        turn = _turn(state, sides[state.seat], seconds, dice)
        RULES.check(state, turn)
        state = RULES.play(state, turn)
    return pending.outcome


def _turn(state: MillsState, side: str, seconds: float, dice: random.Random) -> str:
    if side == "greedy":
        return greedy(state, dice)
    if side in STRENGTHS:
        view = RULES.view(state, state.seat)
        return asked(view, state.seat, side, seconds, dice)
    return dice.choice(RULES.legal_turns(state, state.seat))
