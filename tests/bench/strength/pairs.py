"""Who is measured against whom, in how many games, and what is wanted of the first."""

from __future__ import annotations

from typing import Final

import msgspec


class Pair(msgspec.Struct, frozen=True):
    """Two sides by name: a strength, `random`, or `greedy`, the fixed partner that never changes.

    Games come in twos from one opening or deal, seats swapped. `wanted` is the share of the
    points that the first is to reach.
    """

    game: str
    one: str
    other: str
    games: int
    wanted: float | None = None

    @property
    def name(self) -> str:
        """What a person types to have this pair alone."""
        return f"{self.game}-{self.one}-{self.other}"


MILLS_GAMES: Final = 100
HANSE_GAMES: Final = 800
"""400 deals, each played twice."""
HANSE_PARTNER_GAMES: Final = 400

PAIRS: Final = (
    Pair("mills", "strong", "medium", MILLS_GAMES, 0.85),
    Pair("mills", "medium", "easy", MILLS_GAMES, 0.90),
    Pair("mills", "easy", "random", MILLS_GAMES, 0.80),
    Pair("mills", "medium", "greedy", MILLS_GAMES, 0.75),
    Pair("mills", "strong", "greedy", MILLS_GAMES, 0.90),
    Pair("hanse", "strong", "medium", HANSE_GAMES, 0.70),
    Pair("hanse", "medium", "easy", HANSE_GAMES, 0.85),
    Pair("hanse", "easy", "random", HANSE_GAMES, 0.80),
    Pair("hanse", "medium", "greedy", HANSE_PARTNER_GAMES, 0.75),
    Pair("hanse", "strong", "greedy", HANSE_PARTNER_GAMES, 0.90),
    Pair("dara", "strong", "medium", 40),
    Pair("dara", "medium", "easy", 40),
    Pair("dara", "easy", "random", 40),
    Pair("three", "strong", "random", 40),
    Pair("three", "easy", "random", 40),
    Pair("tictactoe", "strong", "random", 40),
    Pair("tictactoe", "easy", "random", 40),
)
