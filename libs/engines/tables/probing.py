"""Looks a position up from inside compiled code: `probe(lookup, own, opp)`, `lookup` a `Lookup`.

A bit set of points has bit i for point i of `libs.rules.mills.board` (names sorted: a1 is bit 0).
A table stores one byte a position, 0 for a draw and d + 1 for an end after d turns of both sides:
the side that makes the last turn wins, so an odd d is a win for the side to move, an even d a loss.
"""

from typing import Final

import numpy as np
from numba import njit

from libs.engines.tables.rulesets import FEWEST

UNKNOWN: Final = -32768
DRAW: Final = 0
DECISIVE: Final = 1000
"""A win in n turns is `DECISIVE - n`, a loss in n turns `n - DECISIVE`; more is always better."""


# Inlined by numba: a call that hands the lookup on costs more than all that is done with it.
@njit(cache=True, nogil=True, inline="always")
def count_of(bits):
    """How many points a set has."""
    bits = bits - ((bits >> 1) & 0x555555)
    bits = (bits & 0x333333) + ((bits >> 2) & 0x333333)
    bits = (bits + (bits >> 4)) & 0x0F0F0F
    return (bits + (bits >> 8) + (bits >> 16)) & 0x1F


@njit(cache=True, nogil=True, inline="always")
def rank_of(lookup, bits, count):
    """The place of a set among all sets of so many points."""
    return np.int64(lookup.low_ranks[bits & 4095]) + lookup.high_ranks[count, bits >> 12]


@njit(cache=True, nogil=True, inline="always")
def image_of(lookup, bits, symmetry):
    """A set after a symmetry."""
    images = lookup.images
    low = images[symmetry, 0, bits & 255] | images[symmetry, 1, (bits >> 8) & 255]
    return np.int64(low | images[symmetry, 2, bits >> 16])


@njit(cache=True, nogil=True, inline="always")
def squeeze(lookup, bits, taken):
    """A set numbered over the points that are not taken."""
    free = taken ^ 0xFFFFFF
    low, middle, high = free & 255, (free >> 8) & 255, free >> 16
    after_low = count_of(low)
    squeezed = np.int64(lookup.squeezed[low, bits & 255])
    squeezed |= np.int64(lookup.squeezed[middle, (bits >> 8) & 255]) << after_low
    return squeezed | np.int64(lookup.squeezed[high, bits >> 16]) << (after_low + count_of(middle))


@njit(cache=True, nogil=True, inline="always")
def stored(lookup, own, opp):
    """The stored byte of a position, or -1 where no table holds it. Both have three stones."""
    owns, opps = count_of(own), count_of(opp)
    offset = lookup.offsets[owns, opps]
    if offset < 0:
        return np.int64(-1)
    lowest = lookup.lowest[lookup.starts[owns] + rank_of(lookup, own, owns)]
    symmetry = lowest & 15
    own = image_of(lookup, own, symmetry)
    opp = squeeze(lookup, image_of(lookup, opp, symmetry), own)
    place = (lowest >> 4) * lookup.sizes[owns, opps] + rank_of(lookup, opp, opps)
    return np.int64(lookup.data[offset + place])


@njit(cache=True, nogil=True)
def probe(lookup, own, opp):
    """The value of a position with empty hands for the side to move, `own`; sets as int64.

    `DECISIVE - n`: won, the last turn is the n-th of both sides'. `n - DECISIVE`: lost; 0 turns:
    fewer than three stones, or blocked. `DRAW`: 0. `UNKNOWN`: no table. Does not check the sets.
    """
    if count_of(own) < FEWEST:
        return np.int64(-DECISIVE)
    if count_of(opp) < FEWEST:
        return np.int64(DECISIVE)
    byte = stored(lookup, own, opp)
    if byte < 0:
        return np.int64(UNKNOWN)
    if byte == 0:
        return np.int64(DRAW)
    return DECISIVE - (byte - 1) if byte & 1 == 0 else (byte - 1) - DECISIVE
