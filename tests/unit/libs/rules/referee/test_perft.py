"""Perft counts each length, and a sequence that ends the game at its own length only."""

import pytest

from libs.rules.referee.games import adapter
from libs.rules.referee.perft import perft
from libs.rules.referee.request import read

pytestmark = pytest.mark.unit


def count(depth: int, **fields: object) -> list[int]:
    game = adapter("mills")
    return list(perft(game, game.start(read({"game": "mills", **fields})), depth))


def test_the_first_plies() -> None:
    assert count(3, variant="battlemills-9") == [24, 552, 12144]


def test_an_ended_game_has_no_further_turns() -> None:
    ends = {"position": "W:a7,d7,g4 B:a1,b4,c3 H:0,0 T:white", "options": {"flying": False}}
    # g4-g7 takes any of three stones and ends the game; the other moves go on.
    first, second = count(2, **ends)
    assert first == len(AFTER) + 3
    assert second == sum(count(1, **{**ends, "position": at})[0] for at in AFTER)


AFTER = [
    "W:a4,d7,g4 B:a1,b4,c3 H:0,0 T:black",
    "W:a7,d6,g4 B:a1,b4,c3 H:0,0 T:black",
    "W:a7,g7,g4 B:a1,b4,c3 H:0,0 T:black",
    "W:a7,d7,f4 B:a1,b4,c3 H:0,0 T:black",
    "W:a7,d7,g1 B:a1,b4,c3 H:0,0 T:black",
]


def test_no_depth_counts_nothing() -> None:
    assert count(0) == []
