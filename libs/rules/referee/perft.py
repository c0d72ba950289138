"""Perft: how many sequences of turns there are of each length."""

from collections.abc import Iterator
from typing import Any

from libs.rules.referee.adapter import AnyAdapter


def perft(game: AnyAdapter, start: Any, depth: int) -> Iterator[int]:
    """The number of sequences of 1, 2, … `depth` turns; one that ends the game counts once.

    Each length is counted when it is asked for; its last turns are counted, not played.
    """
    for length in range(1, depth + 1):
        yield _count(game, start, length)


def _count(game: AnyAdapter, state: Any, length: int) -> int:
    turns = game.legal(state, None)
    if length == 1:
        return len(turns)
    return sum(_count(game, game.play(state, turn), length - 1) for turn in turns)
