"""The arrays that `probing.probe` reads: the bytes of tables and the way from a position to one."""

from functools import cache
from math import comb
from typing import Final, NamedTuple

import numpy as np
from numba import typeof
from numpy.typing import NDArray

from libs.engines.tables.symmetry import COUNTS, POINTS, byte_tables, orbits

HALF: Final = 12


class Lookup(NamedTuple):
    """What `probe` reads: read-only arrays, the same types with tables and without."""

    data: NDArray[np.uint8]
    offsets: NDArray[np.int64]  # [own, opp] → first byte in data, -1 without a table
    sizes: NDArray[np.int64]  # [own, opp] → C(24 - own, opp)
    lowest: NDArray[np.int32]  # [start of own + rank] → 16 · class + symmetry
    starts: NDArray[np.int64]  # [own] → start in lowest
    low_ranks: NDArray[np.int32]  # [lower half of a set] → its part of the rank
    high_ranks: NDArray[np.int32]  # [count, upper half] → its part of the rank
    images: NDArray[np.uint32]  # [symmetry, byte, value] → points
    squeezed: NDArray[np.uint8]  # [kept points, value] → the kept bits side by side


def lookup_of(data: NDArray[np.uint8], offsets: NDArray[np.int64]) -> Lookup:
    """What `probe` reads for these bytes. Copies nothing of `data`."""
    owns = [own for own in range(COUNTS) if (offsets[own] >= 0).any()]
    starts = np.full(COUNTS, -1, np.int64)
    lowest = [np.zeros(0, np.int32)]
    for own in owns:
        starts[own] = sum(map(len, lowest))
        lowest.append(orbits(own)[1])
    lookup = Lookup(
        data.view(),
        offsets.copy(),
        _sizes(),
        np.concatenate(lowest),
        starts,
        *_ranks(),
        byte_tables(),
        _squeezed(),
    )
    for array in lookup:
        array.setflags(write=False)
    return lookup


@cache
def _sizes() -> NDArray[np.int64]:
    sizes = np.zeros((COUNTS, COUNTS), np.int64)
    for own in range(COUNTS):
        for opp in range(POINTS - own + 1):
            sizes[own, opp] = comb(POINTS - own, opp)
    return sizes


@cache
def _ranks() -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """The sum of C(p, i) over the i-th lowest point p, split at the twelfth point."""
    low = np.zeros(1 << HALF, np.int32)
    high = np.zeros((COUNTS, 1 << HALF), np.int32)
    for half in range(1 << HALF):
        points = [p for p in range(HALF) if half >> p & 1]
        low[half] = sum(comb(p, i + 1) for i, p in enumerate(points))
        for count in range(len(points), COUNTS):
            below = count - len(points)
            high[count, half] = sum(comb(HALF + p, below + i + 1) for i, p in enumerate(points))
    return low, high


@cache
def _squeezed() -> NDArray[np.uint8]:
    values = np.arange(256)
    table = np.zeros((256, 256), np.uint8)
    for kept in range(256):
        place = 0
        for bit in range(8):
            if kept >> bit & 1:
                table[kept] |= ((values >> bit & 1) << place).astype(np.uint8)
                place += 1
    return table


EMPTY: Final = lookup_of(np.zeros(0, np.uint8), np.full((COUNTS, COUNTS), -1, np.int64))
"""Without tables: every position is UNKNOWN."""
LOOKUP_TYPE: Final = typeof(EMPTY)
"""The compiled type of every Lookup, for explicit signatures."""
