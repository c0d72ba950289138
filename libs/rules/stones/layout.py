"""Points of a board, their names and bits, and the position text that shows stones on them."""

import re
from collections.abc import Iterable
from typing import Any, Final, NamedTuple

import msgspec

from libs.rules.game import FIRST, SECOND, Seat

COLOURS: Final = ("white", "black")
SECTION: Final = re.compile(r"([WBHT]):(\S*)")
HANDS: Final = re.compile(r"([0-9]{1,4}),([0-9]{1,4})")


class PositionError(ValueError):
    """A position text that can't be read, or that no game of this kind could show."""


class Placed(NamedTuple):
    """Stones as bit sets and stones in hand, both by seat, and the seat to act."""

    stones: tuple[int, int]
    hands: tuple[int, int]
    seat: Seat


class Layout(msgspec.Struct, frozen=True):
    """Points by name, sorted, bit i for point i; the stones a side has, with or without a hand."""

    points: tuple[str, ...]
    index: dict[str, int]
    stones: int
    has_hands: bool = True

    @property
    def hand(self) -> int:
        """The stones that a side has in hand at the start."""
        return self.stones if self.has_hands else 0

    def names(self, bits: int) -> list[str]:
        """Names of the points in a bit set, sorted."""
        return [name for i, name in enumerate(self.points) if bits >> i & 1]

    def bits(self, names: Iterable[str]) -> int:
        """The bit set of some points. Raises PositionError for an unknown or a doubled one."""
        bits = 0
        for name in names:
            if name not in self.index:
                raise PositionError(f"unknown point {name!r}")
            bit = 1 << self.index[name]
            if bits & bit:
                raise PositionError(f"point {name!r} is named twice")
            bits |= bit
        return bits

    def write(self, placed: Placed) -> str:
        """The canonical position text: `W:a1,d7 B:g7 H:7,8 T:white`."""
        white, black = (",".join(self.names(bits)) for bits in placed.stones)
        hands = f" H:{placed.hands[0]},{placed.hands[1]}" if self.has_hands else ""
        return f"W:{white} B:{black}{hands} T:{COLOURS[placed.seat]}"

    def read(self, text: object) -> Placed:
        """Reads a position text, its parts and points in any order. Raises PositionError."""
        if not isinstance(text, str):
            raise PositionError("a position is a text")
        parts = self._sections(text)
        stones = (self._stones(parts["W"]), self._stones(parts["B"]))
        if stones[0] & stones[1]:
            raise PositionError("a white and a black stone on one point")
        if parts["T"] not in COLOURS:
            raise PositionError(f"no such side: {parts['T']!r}")
        hands = self._hands(parts["H"]) if self.has_hands else (0, 0)
        for bits, hand in zip(stones, hands, strict=True):
            if bits.bit_count() + hand > self.stones:
                raise PositionError(f"more than {self.stones} stones on one side")
        return Placed(stones, hands, SECOND if parts["T"] == COLOURS[SECOND] else FIRST)

    def _sections(self, text: str) -> dict[str, str]:
        wanted = ["B", "H", "T", "W"] if self.has_hands else ["B", "T", "W"]
        found = [SECTION.fullmatch(part) for part in text.split()]
        parts = {match[1]: match[2] for match in found if match}
        if len(parts) != len(found) or sorted(parts) != wanted:
            raise PositionError("a position has the parts " + ", ".join(wanted) + ", each once")
        return parts

    def _stones(self, text: str) -> int:
        return self.bits(text.split(",")) if text else 0

    def _hands(self, text: str) -> tuple[int, int]:
        match = HANDS.fullmatch(text)
        if match is None:
            raise PositionError("hands are two whole numbers: white's, black's")
        return int(match[1]), int(match[2])

    def by_colour(self, stones: tuple[int, int]) -> dict[str, Any]:
        """The points of each colour, for a view."""
        return {colour: self.names(bits) for colour, bits in zip(COLOURS, stones, strict=True)}


def make_layout(points: Iterable[str], stones: int, *, has_hands: bool = True) -> Layout:
    """A layout of these points, sorted by name."""
    ordered = tuple(sorted(points))
    return Layout(ordered, {name: i for i, name in enumerate(ordered)}, stones, has_hands)


def indices(bits: int) -> list[int]:
    """The places of the set bits, lowest first."""
    found = []
    while bits:
        low = bits & -bits
        found.append(low.bit_length() - 1)
        bits ^= low
    return found
