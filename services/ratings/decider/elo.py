"""Elo's formula: what a game changes for both sides, from the values before it.

Source: A. E. Elo, The Rating of Chessplayers, Past and Present (1978), in the logistic form that
FIDE and USCF use, with 400 points to a factor of ten.
"""

import math
from typing import Final

import msgspec

from libs.contracts.ratings import START_ELO

SCALE: Final = 400.0
NEW_UNTIL_GAMES: Final = 30
HIGH_FROM: Final = 2000
K_NEW: Final = 40
K_SETTLED: Final = 20
K_HIGH: Final = 10


class Form(msgspec.Struct, frozen=True):
    """Somebody's strength in one family, and after how many rated games."""

    elo: int = START_ELO
    games: int = 0

    @property
    def k(self) -> int:
        """How much the next game weighs: most for the first 30, least from 2000 up."""
        if self.games < NEW_UNTIL_GAMES:
            return K_NEW
        return K_HIGH if self.elo >= HIGH_FROM else K_SETTLED


def expected(own: int, other: int) -> float:
    """The score to be expected of `own` against `other`, between 0 and 1."""
    return float(1.0 / (1.0 + 10.0 ** ((other - own) / SCALE)))


def after(own: Form, other: Form, score: float) -> Form:
    """One side after a game in which it scored 1, 0.5 or 0; `other` is the other side before."""
    change = own.k * (score - expected(own.elo, other.elo))
    return Form(own.elo + _rounded(change), own.games + 1)


def _rounded(change: float) -> int:
    """Halves away from zero, so that a win and a loss change as much."""
    return int(math.copysign(math.floor(abs(change) + 0.5), change))
