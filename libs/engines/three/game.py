"""Positions of Three Men's Morris as numbers, their turns and their ends, for the solver."""

from typing import Final

from libs.engines.solved.game import WIN, Successor
from libs.rules.stones.layout import Layout, Placed, indices
from libs.rules.stones.square import ALL_POINTS, LINES
from libs.rules.three.board import BOARD, NEIGHBOURS

POINTS: Final = len(BOARD.points)
HAND_BITS: Final = 2
OWN_HAND: Final = 2 * POINTS
OTHER_HAND: Final = OWN_HAND + HAND_BITS
SEAT: Final = OTHER_HAND + HAND_BITS
HAND: Final = (1 << HAND_BITS) - 1


class ThreeGame:
    """A position: own stones, the other's, own hand, the other's, the seat to act."""

    key = "three"
    layout: Layout = BOARD

    def position(self, placed: Placed) -> int:
        """The number of a position."""
        seat = placed.seat
        own, other = placed.stones[seat], placed.stones[1 - seat]
        hands = placed.hands[seat] << OWN_HAND | placed.hands[1 - seat] << OTHER_HAND
        return own | other << POINTS | hands | seat << SEAT

    def successors(self, position: int) -> list[Successor]:
        """All legal turns, sorted by text. Does not check that the game goes on."""
        own, other = position & ALL_POINTS, position >> POINTS & ALL_POINTS
        hand, waiting = position >> OWN_HAND & HAND, position >> OTHER_HAND & HAND
        free, points = ALL_POINTS & ~(own | other), BOARD.points
        rest = other | waiting << OWN_HAND | (1 ^ position >> SEAT) << SEAT
        if hand:
            rest |= hand - 1 << OTHER_HAND
            return [(points[to], rest | (own | 1 << to) << POINTS) for to in indices(free)]
        return [
            (f"{points[source]}-{points[to]}", rest | (own ^ 1 << source | 1 << to) << POINTS)
            for source in indices(0 if waiting else own)
            for to in indices(NEIGHBOURS[source] & free)
        ]

    def ended(self, position: int) -> int | None:
        """A line wins; without a turn one loses, unless the other is still to place."""
        own, other = position & ALL_POINTS, position >> POINTS & ALL_POINTS
        if any(other & line == line for line in LINES):
            return -WIN
        if any(own & line == line for line in LINES):
            return WIN
        free = ALL_POINTS & ~(own | other)
        if not self.is_moving(position) or any(NEIGHBOURS[p] & free for p in indices(own)):
            return None
        return -WIN

    def is_moving(self, position: int) -> bool:
        """Whether both hands are empty."""
        return not position >> OWN_HAND & (HAND | HAND << HAND_BITS)
