"""The board of three by three that two games share: its points and its eight lines."""

from typing import Final

from libs.rules.game import Outcome, Seat
from libs.rules.stones.layout import Layout, Placed, make_layout

FILES: Final = "abc"
RANKS: Final = "123"
POINTS: Final = tuple(file + rank for file in FILES for rank in RANKS)
ALL_POINTS: Final = (1 << len(POINTS)) - 1
NAMED_LINES: Final = (
    *("a1 a2 a3", "b1 b2 b3", "c1 c2 c3", "a1 b1 c1", "a2 b2 c2", "a3 b3 c3"),
    *("a1 b2 c3", "a3 b2 c1"),
)
LINES: Final = tuple(make_layout(POINTS, 0).bits(line.split()) for line in NAMED_LINES)


def square(stones: int, *, has_hands: bool) -> Layout:
    """The board's layout for a game with so many stones a side."""
    return make_layout(POINTS, stones, has_hands=has_hands)


def lined_up(placed: Placed) -> Outcome | None:
    """The win of whoever has a line, the side that moved last first; None without a line."""
    for seat in (Seat(1 - placed.seat), placed.seat):
        own = placed.stones[seat]
        for line in LINES:
            if own & line == line:
                return Outcome(seat, "line")
    return None
