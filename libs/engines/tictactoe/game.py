"""Positions of tic-tac-toe as numbers, their turns and their ends, for the solver."""

from typing import Final

from libs.engines.solved.game import WIN, Successor
from libs.rules.stones.layout import Layout, Placed, indices
from libs.rules.stones.square import ALL_POINTS, LINES
from libs.rules.tictactoe.state import BOARD

POINTS: Final = len(BOARD.points)


class TicTacToeGame:
    """A position: own marks, the other's. Who has which sign makes no difference."""

    key = "tictactoe"
    layout: Layout = BOARD

    def position(self, placed: Placed) -> int:
        """The number of a position."""
        return placed.stones[placed.seat] | placed.stones[1 - placed.seat] << POINTS

    def successors(self, position: int) -> list[Successor]:
        """All legal turns, sorted by text. Does not check that the game goes on."""
        own, other = position & ALL_POINTS, position >> POINTS
        free = ALL_POINTS & ~(own | other)
        return [(BOARD.points[to], other | (own | 1 << to) << POINTS) for to in indices(free)]

    def ended(self, position: int) -> int | None:
        """A line wins; a full board without one is a draw."""
        own, other = position & ALL_POINTS, position >> POINTS
        if any(other & line == line for line in LINES):
            return -WIN
        if any(own & line == line for line in LINES):
            return WIN
        return 0 if own | other == ALL_POINTS else None

    def is_moving(self, position: int) -> bool:
        """Never: no position can return."""
        return False
