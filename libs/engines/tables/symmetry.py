"""The sixteen symmetries of both boards, and combinations of points in order of their number."""

from functools import cache
from itertools import product
from math import comb
from typing import Final

import numpy as np
from numpy.typing import NDArray

from libs.rules.mills.board import BOARDS

POINTS: Final = 24
SYMMETRIES: Final = 16
COUNTS: Final = POINTS + 1
CENTRE: Final = 3
OUTER: Final = 3
INNER: Final = 1

Masks = NDArray[np.uint32]


def permutations() -> list[list[int]]:
    """Where each symmetry takes each point: turns and mirrors of the square, rings swapped or not.

    Swapping the outer with the inner ring keeps all lines, diagonals included. Point i is bit i of
    `libs.rules.mills.board`: the names sorted, a1 first, g7 last.
    """
    layout = BOARDS["nine"].layout
    places = [(ord(name[0]) - ord("d"), int(name[1]) - 1 - CENTRE) for name in layout.points]
    index = {place: i for i, place in enumerate(places)}
    return [
        [index[_moved(x, y, turn)] for x, y in places]
        for turn in product((False, True), (1, -1), (1, -1), (False, True))
    ]


def _moved(x: int, y: int, turn: tuple[bool, int, int, bool]) -> tuple[int, int]:
    is_swapped, right, up, is_transposed = turn
    ring = max(abs(x), abs(y))
    if is_swapped and ring in (INNER, OUTER):
        other = OUTER + INNER - ring
        x, y = x // ring * other, y // ring * other
    return (y * up, x * right) if is_transposed else (x * right, y * up)


@cache
def combinations(points: int, count: int) -> Masks:
    """All sets of `count` out of the first `points` points, lowest number first.

    A set's place in this order is the sum of C(p, i) over its i-th lowest point p.
    """
    if count == 0:
        return np.zeros(1, np.uint32)
    if count > points:
        return np.zeros(0, np.uint32)
    highest = np.uint32(1 << points - 1)
    with_highest = combinations(points - 1, count - 1) | highest
    return np.concatenate([combinations(points - 1, count), with_highest])


@cache
def byte_tables() -> Masks:
    """[symmetry, byte of the set, its value] → the points that these points go to."""
    tables = np.zeros((SYMMETRIES, 3, 256), np.uint32)
    for symmetry, targets in enumerate(permutations()):
        for point, target in enumerate(targets):
            byte, bit = divmod(point, 8)
            values = np.arange(256) >> bit & 1 == 1
            tables[symmetry, byte, values] |= np.uint32(1 << target)
    return tables


def moved(masks: Masks, symmetry: int) -> Masks:
    """Sets of points after a symmetry."""
    low, middle, high = byte_tables()[symmetry]
    taken: Masks = low[masks & 255] | middle[masks >> 8 & 255] | high[masks >> 16]
    return taken


@cache
def orbits(count: int) -> tuple[Masks, NDArray[np.int32]]:
    """The lowest set of each class of equal sets, and for every set 16 · class + symmetry to it."""
    every = combinations(POINTS, count)
    images = np.stack([moved(every, symmetry) for symmetry in range(SYMMETRIES)])
    lowest, symmetry = images.min(axis=0), images.argmin(axis=0)
    least = every[lowest == every]
    place = np.searchsorted(least, lowest)
    return least, (place * SYMMETRIES + symmetry).astype(np.int32)


@cache
def class_size(own: int, opp: int) -> int:
    """Places that a table of `own` against `opp` stones has: lowest own sets × opposing sets."""
    return len(orbits(own)[0]) * comb(POINTS - own, opp)
