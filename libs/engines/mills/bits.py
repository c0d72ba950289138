"""Sets of points, all at once: rotations of the rings' bytes instead of loops over mills.

`crossed` is the set of points with lines across the rings, which is all that the two boards
differ in. Each function takes and gives sets of 24 bits.
"""

from typing import Final

from numba import njit

from libs.engines.mills.board import FULL, MIDDLES

CORNERS: Final = FULL & ~MIDDLES
FIRST: Final = 0x010101
LAST: Final = 0x808080
FIRST_TWO: Final = 0x030303
LAST_TWO: Final = 0xC0C0C0


@njit(cache=True)
def ahead(stones):
    """Points whose predecessor on the ring is in the set."""
    return (stones << 1) & (FULL ^ FIRST) | (stones >> 7) & FIRST


@njit(cache=True)
def behind(stones):
    """Points whose successor on the ring is in the set."""
    return (stones >> 1) & (FULL ^ LAST) | (stones << 7) & LAST


@njit(cache=True)
def two_ahead(stones):
    """Points whose last but one predecessor is in the set."""
    return (stones << 2) & (FULL ^ FIRST_TWO) | (stones >> 6) & FIRST_TWO


@njit(cache=True)
def two_behind(stones):
    """Points whose next but one successor is in the set."""
    return (stones >> 2) & (FULL ^ LAST_TWO) | (stones << 6) & LAST_TWO


@njit(cache=True)
def across(stones, crossed):
    """Points whose two partners on the line across the rings are both in the set."""
    once = (stones << 8) | (stones >> 16)
    twice = (stones << 16) | (stones >> 8)
    return once & twice & crossed


@njit(cache=True)
def near(stones, crossed):
    """Points that have a neighbour in the set."""
    return ahead(stones) | behind(stones) | ((stones << 8) | (stones >> 8)) & crossed


@njit(cache=True)
def completing(stones, crossed):
    """Points where one more stone would stand in a mill."""
    left, right = ahead(stones), behind(stones)
    corners = left & two_ahead(stones) | right & two_behind(stones)
    return left & right & MIDDLES | corners & CORNERS | across(stones, crossed)


@njit(cache=True)
def reaching(stones, crossed):
    """Points where a stone that moves there from next to it would stand in a mill."""
    left, right = ahead(stones), behind(stones)
    side = ((stones << 8) | (stones >> 8)) & crossed
    corners = left & two_ahead(stones) & (right | side) | right & two_behind(stones) & (left | side)
    return (
        left & right & side & MIDDLES | corners & CORNERS | across(stones, crossed) & (left | right)
    )


@njit(cache=True)
def in_mills(stones, crossed):
    """The stones that stand in a mill."""
    middles = stones & ahead(stones) & behind(stones) & MIDDLES
    return middles | ahead(middles) | behind(middles) | stones & across(stones, crossed)


@njit(cache=True)
def takeable(stones, crossed, protected):
    """The stones that a mill of the other side may take."""
    if not protected:
        return stones
    free = stones & ~in_mills(stones, crossed)
    return free if free else stones
