"""Of two strengths of Dara the higher wins; repeatable, as neither is ended by the clock."""

import pytest

from libs.engines.dara import DaraEngine
from libs.rules.strength import Strength
from tests.bench.strength.small import Side, chance, computer, play_games

pytestmark = pytest.mark.contract

ENGINE = DaraEngine()
GAMES = 8


def side(name: Strength | None, seed: int) -> Side:
    return computer(ENGINE, name, 60, seed) if name else chance("dara", seed)


@pytest.mark.parametrize(("higher", "lower"), [("medium", "easy"), ("easy", None)])
def test_the_higher_strength_wins_nearly_always(higher: Strength, lower: Strength | None) -> None:
    results = play_games("dara", side(higher, 1), side(lower, 2), GAMES, seed=3)
    assert sum(results) >= GAMES - 1
