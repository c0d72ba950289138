"""Kinds of cards and tokens: how many there are, and counting them."""

from collections.abc import Iterable
from typing import Final

NAMES: Final = ("amber", "gold", "silver", "cloth", "salt", "fur", "horse")
INDEX: Final = {name: kind for kind, name in enumerate(NAMES)}
GOODS: Final = range(6)
PRECIOUS: Final = range(3)
HORSE: Final = 6
UNKNOWN: Final = 7
"""A card that the viewer of a table can't see; no table of a running game holds one."""

CARDS: Final = (6, 6, 6, 8, 8, 10, 11, 0)
LAID_OUT: Final = 3
"""Horses in the market before the other cards are shuffled."""

MARKET_SIZE: Final = 5
HAND_SIZE: Final = 5
HAND_LIMIT: Final = 7
FEWEST_SWAPPED: Final = 2
FEWEST_PRECIOUS: Final = 2
STABLE_VALUE: Final = 5

TOKENS: Final = (
    (7, 7, 5, 5, 5),
    (6, 6, 5, 5, 5),
    (5, 5, 5, 5, 5),
    (5, 3, 3, 2, 2, 1, 1),
    (5, 3, 3, 2, 2, 1, 1),
    (4, 3, 2, 1, 1, 1, 1, 1, 1),
)
TIERS: Final = (3, 4, 5)
COUNCIL: Final = ((1, 1, 2, 2, 2, 3, 3), (4, 4, 5, 5, 6, 6), (8, 8, 9, 10, 10))

Counts = tuple[int, ...]
"""Number of cards by kind: six goods, horses, cards that can't be seen."""

NONE: Final[Counts] = (0,) * 8


def counted(cards: Iterable[int]) -> Counts:
    """The counts of some cards."""
    counts = [0] * 8
    for card in cards:
        counts[card] += 1
    return tuple(counts)


def plus(one: Counts, other: Counts) -> Counts:
    """Both together."""
    return tuple([a + b for a, b in zip(one, other, strict=True)])


def without(one: Counts, other: Counts) -> Counts:
    """What is left of `one`. Not checked: that `other` is in it."""
    return tuple([a - b for a, b in zip(one, other, strict=True)])


def single(kind: int, number: int = 1) -> Counts:
    """So many cards of one kind."""
    return (*NONE[:kind], number, *NONE[kind + 1 :])


def in_hand(holding: Counts) -> int:
    """Cards of a holding that are in the hand: goods, seen or not; horses stand in the stable."""
    return sum(holding) - holding[HORSE]


def shuffled_cards() -> list[int]:
    """The 52 cards that are shuffled for a round, in the order of kinds."""
    return [
        kind
        for kind, number in enumerate(CARDS)
        for _ in range(number - LAID_OUT if kind == HORSE else number)
    ]
