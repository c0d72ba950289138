"""Frozen perft counts from the start of every game."""

import pytest

from libs.rules.referee.games import adapter
from libs.rules.referee.perft import perft
from libs.rules.referee.request import read

pytestmark = pytest.mark.golden

COUNTS = {
    ("mills", "battlemills-9"): [24, 552, 12144, 255024, 5140800],
    ("mills", "battlemills-12"): [24, 552, 12144, 255024, 5150880],
    ("three", "little-table"): [9, 72, 504, 3024, 15120, 54720, 199296],
    ("dara", "little-table"): [30, 870, 24360, 657720],
    ("tictactoe", "little-table"): [
        *(9, 72, 504, 3024, 15120, 54720, 148176, 200448),
        *(127872, 0),
    ],
}


@pytest.mark.parametrize(("game", "variant"), COUNTS)
def test_the_number_of_turn_sequences(game: str, variant: str) -> None:
    start = adapter(game).start(read({"game": game, "variant": variant}))
    expected = COUNTS[game, variant]
    assert list(perft(adapter(game), start, len(expected))) == expected
