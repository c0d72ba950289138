"""Sets of squares: counting, and the rows that a square would stand in."""

from numba import njit

from libs.engines.dara.layout import ALL, COLUMN


@njit(cache=True)
def count(bits):
    """How many squares are in a set (adding neighbouring fields of bits, two by two)."""
    bits -= bits >> 1 & 0x5555555555555555
    bits = (bits & 0x3333333333333333) + (bits >> 2 & 0x3333333333333333)
    bits = bits + (bits >> 4) & 0x0F0F0F0F0F0F0F0F
    return bits * 0x0101010101010101 >> 56


@njit(cache=True)
def near(stones):
    """Squares next to a stone."""
    steps = stones << 1 | stones >> 1 | stones << COLUMN | stones >> COLUMN
    return steps & ALL


@njit(cache=True)
def threes_along(stones, step):
    """Squares that stand, or would stand, in a row of three or more in one direction."""
    up, down = stones << step, stones >> step
    return up & stones << 2 * step | down & stones >> 2 * step | up & down


@njit(cache=True)
def fours_along(stones, step):
    """Squares that stand, or would stand, in a row of four or more in one direction."""
    up, down = stones << step, stones >> step
    up_two, down_two = up & stones << 2 * step, down & stones >> 2 * step
    return up_two & (stones << 3 * step | down) | down_two & (stones >> 3 * step | up)


@njit(cache=True)
def threes(stones):
    """Squares in a row of three or more, either way."""
    return (threes_along(stones, 1) | threes_along(stones, COLUMN)) & ALL


@njit(cache=True)
def fours(stones):
    """Squares in a row of four or more, either way."""
    return (fours_along(stones, 1) | fours_along(stones, COLUMN)) & ALL


@njit(cache=True)
def reachable_threes(stones, free):
    """Free squares where a stone from next to them would make a row of exactly three.

    All of them are such squares; one of thirty is missed, namely where a row is not too long only
    because the stone comes out of it.
    """
    found = 0
    for step, across in ((1, COLUMN), (COLUMN, 1)):
        up, down = stones << step, stones >> step
        above, below = down & stones >> 2 * step, up & stones << 2 * step
        side = (stones << across | stones >> across) & ~fours_along(stones, step)
        # Along the row a stone comes from the open end only.
        end = above & up & ~(stones >> 3 * step) | below & down & ~(stones << 3 * step)
        found |= ((above | below | up & down) & side | end) & ~fours_along(stones, across)
    return found & free
