"""What a pair of sides has reached so far, with its error."""

from __future__ import annotations

import math
import statistics
from typing import Final

import msgspec

from tests.bench.strength.pairs import Pair

SURE: Final = 1.96
"""Standard errors on either side of the share that is true in 95 of 100 cases."""


class Standing(msgspec.Struct, frozen=True):
    """One JSON line. `score` and `error` are shares of the points; 95 % lie within the error."""

    pair: str
    games: int
    wins: int
    draws: int
    losses: int
    score: float
    error: float
    wanted: float | None
    is_reached: bool | None


class Tally:
    """Counts games in matches of two: these are not independent of each other, matches are."""

    def __init__(self, pair: Pair) -> None:
        self.pair = pair
        self._matches: list[list[float]] = []

    def add(self, points: list[float]) -> None:
        """The points of the pair's first in the games of one match."""
        self._matches.append(points)

    def standing(self) -> Standing:
        """Where they are. Not checked: that any match has been played."""
        points = [point for match in self._matches for point in match]
        score = statistics.fmean(points)
        wanted = self.pair.wanted
        return Standing(
            pair=self.pair.name,
            games=len(points),
            wins=points.count(1.0),
            draws=points.count(0.5),
            losses=points.count(0.0),
            score=round(score, 4),
            error=round(self._error(score), 4),
            wanted=wanted,
            is_reached=None if wanted is None else score >= wanted,
        )

    def _error(self, score: float) -> float:
        """Half the interval that holds the true share in 95 of 100 cases.

        From the spread of the matches; where there is none, from Laplace's estimate of a share, so
        that a clean sweep is not called certain.
        """
        number = len(self._matches)
        spread = 0.0
        if number > 1:
            spread = statistics.stdev(statistics.fmean(match) for match in self._matches)
        if spread > 0:
            return SURE * spread / math.sqrt(number)
        shrunk = (score * number + 1) / (number + 2)
        return SURE * math.sqrt(shrunk * (1 - shrunk) / (number + 2))


def table(standings: list[Standing]) -> str:
    """The standings as rows of Markdown."""
    lines = [
        "| pair | games | score | error | won/drawn/lost | wanted |",
        "|---|---|---|---|---|---|",
    ]
    for one in standings:
        wanted = "" if one.wanted is None else f"{one.wanted:.0%}"
        score = f"{one.score:.1%}" if one.is_reached is not False else f"**{one.score:.1%}**"
        counts = f"{one.wins}/{one.draws}/{one.losses}"
        lines.append(
            f"| `{one.pair}` | {one.games} | {score} | ±{one.error:.1%} | {counts} | {wanted} |"
        )
    return "\n".join(lines)
