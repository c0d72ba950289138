"""The easy opponent: looks at its own turn only, and errs often. No numba here."""

import random
from typing import Final

from libs.engines.hanse.seen import Seen
from libs.rules.hanse.goods import HAND_LIMIT, HORSE
from libs.rules.hanse.notation import Horses, Move, Sell, Swap, Take, read

COUNCIL_MEANS: Final = {3: 2, 4: 5, 5: 9}
HOPES: Final = (0.0, 0.0, 0.5, 2.0, 4.0, 6.0)
"""What a set of so many cards promises beside its goods tokens."""

BAIT: Final = 8.0
"""Points of a sale that even the easy opponent sees now and then."""

SEES_BAIT: Final = 0.6
ERRS: Final = 0.4
CARELESSNESS: Final = 1.5
"""Spread of the error in every worth, in points."""

TOLERANCE: Final = 4.0
"""A turn so much worse than the best looks silly, and is left alone even in error."""


def chosen(seen: Seen, turns: list[str], dice: random.Random) -> str:
    """One of the legal turns. Not checked: that there is one."""
    worths = {turn: own_worth(seen, read(turn)) for turn in turns}
    baits = [turn for turn in turns if at_once(seen, read(turn)) >= BAIT]
    if baits and dice.random() < SEES_BAIT:
        return max(baits, key=lambda turn: at_once(seen, read(turn)))
    best = max(worths.values())
    decent = [turn for turn in turns if worths[turn] >= best - TOLERANCE]
    if dice.random() < ERRS:
        return dice.choice(decent)
    return max(decent, key=lambda turn: worths[turn] + dice.gauss(0.0, CARELESSNESS))


def own_worth(seen: Seen, move: Move) -> float:
    """What a turn does for the own hand, as a child would count it, in points."""
    hand = seen.own.hand
    match move:
        case Sell(kind, number):
            left = _stock(seen, kind, hand[kind] - number)
            return at_once(seen, move) + left - _stock(seen, kind, hand[kind])
        case Take(kind):
            gain = _stock(seen, kind, hand[kind] + 1) - _stock(seen, kind, hand[kind])
            return gain - (1.0 if sum(hand) + 1 == HAND_LIMIT else 0.0)
        case Horses():
            return 0.7 * seen.market[HORSE]
        case Swap(taken, given):
            gain = sum(
                _stock(seen, kind, held + taken[kind] - given[kind]) - _stock(seen, kind, held)
                for kind, held in enumerate(hand)
            )
            return gain - 0.7 * given[HORSE]


def at_once(seen: Seen, move: Move) -> float:
    """Points that a turn brings at once, a council token at its mean."""
    if not isinstance(move, Sell):
        return 0.0
    tier = min(move.number, 5)
    is_rewarded = tier in COUNCIL_MEANS and seen.council_left[tier - 3] > 0
    council = COUNCIL_MEANS[tier] if is_rewarded else 0
    return float(sum(seen.tokens[move.kind][: move.number]) + council)


def _stock(seen: Seen, kind: int, number: int) -> float:
    """What so many cards of a kind are worth in the hand: less than sold."""
    tokens = sum(seen.tokens[kind][:number])
    return 0.6 * tokens + (HOPES[min(number, 5)] if tokens else 0.0)
