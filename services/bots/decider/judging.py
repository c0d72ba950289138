"""What scores mean to people: a turn's light, and whether a draw is welcome."""

from collections.abc import Mapping
from typing import Final, Literal

import msgspec

from libs.contracts.bots import ReviewedTurn
from libs.engines.units import Unit, unit_of

Light = Literal["green", "yellow", "red"]

LASTED: Final = 40
"""Plies after which an equal game has been played long enough to be given up as a draw."""
_LASTED: Final[Mapping[str, int]] = {"tictactoe": 5, "three": 12}


class Values(msgspec.Struct, frozen=True):
    """Scores of the best turn and of the played one, for the side that played; `won` of a win."""

    best: float
    played: float
    won: float

    def _result(self, score: float) -> int:
        """1 for a win that is certain, -1 for a loss, else 0."""
        if abs(score) < self.won / 2:
            return 0
        return 1 if score > 0 else -1

    def loss(self, most: float) -> float:
        """What the played turn cost, never below zero.

        A longer way to the same certain end costs nothing, another end the most there is.
        """
        best, played = self._result(self.best), self._result(self.played)
        if best > played:
            return most
        if best == played != 0:
            return 0.0
        return min(most, max(0.0, self.best - self.played))


class Judged(msgspec.Struct, frozen=True):
    """A turn that was played, and the best one."""

    ply: int
    turn: str
    best: str


def judge(judged: Judged, values: Values, unit: Unit) -> ReviewedTurn:
    """The review of one turn. What a search finds no better than the played turn is no loss."""
    loss = 0.0 if judged.turn == judged.best else round(values.loss(unit.most), 3)
    light: Light = "green" if loss <= unit.green else "yellow" if loss <= unit.yellow else "red"
    best = judged.turn if loss == 0.0 and values.played > values.best else judged.best
    best_score = max(values.best, values.played)
    return ReviewedTurn(judged.ply, judged.turn, best, values.played, best_score, loss, light)


def welcomes_draw(game: str, plies: int, score: float) -> bool:
    """Whether a side with that score takes a draw after so many plies of a game.

    Whoever stands clearly worse does at once. An equal game is to be played first.
    """
    unit = unit_of(game)
    if score <= -unit.yellow:
        return True
    return score <= unit.even and plies >= _LASTED.get(game, LASTED)
