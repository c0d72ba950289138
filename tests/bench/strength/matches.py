"""How a match of each game is played: two games from one opening or deal, seats swapped."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from libs.rules.strength import STRENGTHS
from tests.bench.strength import hanse, mills, small
from tests.bench.strength.engines import engine
from tests.bench.strength.pairs import Pair

GAMES_A_MATCH: Final = 2


def _small(pair: Pair, number: int, seconds: float) -> list[float]:
    one, other = (
        _side(pair.game, side, seconds, number * GAMES_A_MATCH + seat)
        for seat, side in enumerate((pair.one, pair.other))
    )
    return small.play_games(pair.game, one, other, GAMES_A_MATCH, seed=number)


def _side(game: str, side: str, seconds: float, seed: int) -> small.Side:
    if side in STRENGTHS:
        return small.computer(engine(game), side, seconds, seed)
    return small.chance(game, seed)


PLAY: Final[Mapping[str, Callable[[Pair, int, float], list[float]]]] = {
    "mills": mills.play_match,
    "hanse": hanse.play_match,
    "dara": _small,
    "three": _small,
    "tictactoe": _small,
}
"""Given a pair, the match's number and seconds a turn: the first side's points in each game."""
