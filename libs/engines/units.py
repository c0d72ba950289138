"""What an engine's scores mean to people, game by game."""

from collections.abc import Mapping
from typing import Final

import msgspec


class Unit(msgspec.Struct, frozen=True):
    """What scores of a game are counted in, and how much is little.

    A turn that gives away up to `green` is a good one, up to `yellow` a weak one, more is a
    mistake; `most` is the most that is ever told. Up to the score `even` a position is equal.
    """

    green: float
    yellow: float
    most: float
    even: float


STONES: Final = Unit(green=0.35, yellow=1.0, most=9.0, even=0.2)
POINTS: Final = Unit(green=1.5, yellow=5.0, most=50.0, even=1.0)

_OTHERS: Final[Mapping[str, Unit]] = {"hanse": POINTS}


def unit_of(game: str) -> Unit:
    """The unit of a game's scores; most games count in stones."""
    return _OTHERS.get(game, STONES)
