"""The two boards: points, neighbours and mills as tables of bit sets."""

from typing import Final

import msgspec

from libs.rules.stones.layout import Layout, make_layout

ACROSS: Final = (
    "a7 d7 g7",
    "b6 d6 f6",
    "c5 d5 e5",
    "a4 b4 c4",
    "e4 f4 g4",
    "c3 d3 e3",
    "b2 d2 f2",
    "a1 d1 g1",
)
UPWARD: Final = (
    "a1 a4 a7",
    "b2 b4 b6",
    "c3 c4 c5",
    "d1 d2 d3",
    "d5 d6 d7",
    "e3 e4 e5",
    "f2 f4 f6",
    "g1 g4 g7",
)
DIAGONALS: Final = ("a1 b2 c3", "a7 b6 c5", "g1 f2 e3", "g7 f6 e5")
ALL_POINTS: Final = (1 << 24) - 1


class Board(msgspec.Struct, frozen=True):
    """One board. `partners[p]`: for each mill through p, the other two points."""

    layout: Layout
    mills: tuple[int, ...]
    neighbours: tuple[int, ...]
    partners: tuple[tuple[int, ...], ...]

    def closes(self, own: int, point: int) -> bool:
        """Whether a stone on `point` stands in a mill of the stones `own`."""
        for pair in self.partners[point]:  # noqa: SIM110 - half the time of any() with a generator
            if own & pair == pair:
                return True
        return False

    def in_mills(self, own: int) -> int:
        """All stones of `own` that stand in a mill."""
        together = 0
        for mill in self.mills:
            if own & mill == mill:
                together |= mill
        return together


def _make(lines: tuple[str, ...], stones: int) -> Board:
    layout = make_layout({name for line in lines for name in line.split()}, stones)
    mills = tuple(layout.bits(line.split()) for line in lines)
    neighbours = [0] * len(layout.points)
    for line in lines:
        first, middle, last = (layout.index[name] for name in line.split())
        neighbours[first] |= 1 << middle
        neighbours[middle] |= 1 << first | 1 << last
        neighbours[last] |= 1 << middle
    partners = tuple(
        tuple(mill ^ 1 << point for mill in mills if mill >> point & 1)
        for point in range(len(layout.points))
    )
    return Board(layout, mills, tuple(neighbours), partners)


BOARDS: Final = {
    "nine": _make(ACROSS + UPWARD, 9),
    "twelve": _make(ACROSS + UPWARD + DIAGONALS, 12),
}
