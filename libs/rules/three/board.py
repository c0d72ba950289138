"""Points and neighbours of Three Men's Morris: rows, columns, and diagonals through the middle."""

from typing import Final

from libs.rules.stones.layout import Layout
from libs.rules.stones.square import NAMED_LINES, square

BOARD: Final = square(3, has_hands=True)


def _neighbours(layout: Layout) -> tuple[int, ...]:
    near = [0] * len(layout.points)
    for line in NAMED_LINES:
        first, middle, last = (layout.index[name] for name in line.split())
        near[first] |= 1 << middle
        near[middle] |= 1 << first | 1 << last
        near[last] |= 1 << middle
    return tuple(near)


NEIGHBOURS: Final = _neighbours(BOARD)
