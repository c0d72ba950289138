"""Which positions have ended the game, or count as ended for the search."""

from typing import Final

from numba import njit

from libs.engines.mills.bits import near
from libs.engines.mills.board import FULL, POINTS
from libs.engines.mills.layout import (
    CAPTURE_LIMIT,
    CLOCK,
    CLOCK_BITS,
    CROSSED,
    FULL_DRAW,
    MATE,
    MILL_LIMIT,
    PATH,
    SEEN,
    SEEN_MASK,
)
from libs.engines.mills.machine import count, peek
from libs.engines.mills.scoring import worth
from libs.engines.mills.turns import flies

GOES_ON: Final = 1 << 20
"""In place of a score: nothing has ended."""
FEWEST: Final = 3
ROUND: Final = 4
"""The plies in which a position can come back at the earliest."""
SPREAD: Final = 0x9E3779B97F4A7C15 - (1 << 64)
"""A multiplier that spreads keys over their upper bits (2**64 divided by the golden ratio)."""
SIDE_BIT: Final = 1 << 2 * POINTS


@njit(cache=True)
def _repeated(memory, key, back, ply):
    """Whether a position stood before on the way here, or too often in the game."""
    at = ply - ROUND
    while at >= 0 and at >= ply - back:
        if peek(memory, PATH + at) == key:
            return 1
        at -= 2
    mask = peek(memory, SEEN_MASK)
    if mask and back >= ply:
        seen = peek(memory, SEEN)
        wanted = (key | (ply & 1) * SIDE_BIT) + 1
        slot = (wanted * SPREAD >> 40) & mask
        while peek(seen, slot):
            if peek(seen, slot) == wanted:
                return 1
            slot = (slot + 1) & mask
    return 0


@njit(cache=True)
def decided(memory, own, other, hands, ply):
    """The score for the side that would act if stones or their freedom end the game; or GOES_ON."""
    if hands:
        return GOES_ON
    if count(own) < FEWEST:
        return ply - MATE
    if count(other) < FEWEST:
        return MATE - ply
    free = FULL & ~(own | other)
    if free == 0 and peek(memory, FULL_DRAW):
        return 0
    if near(own, peek(memory, CROSSED)) & free or (free and flies(memory, own, hands)):
        return GOES_ON
    return ply - MATE


@njit(cache=True)
def turns_left(memory, clocks):
    """How many turns there are to the nearer draw limit."""
    return min(
        peek(memory, MILL_LIMIT) - (clocks & CLOCK),
        peek(memory, CAPTURE_LIMIT) - (clocks >> CLOCK_BITS),
    )


@njit(cache=True)
def judged(memory, own, other, hands, clocks, ply):
    """The score of an ended game for the side that would act, or GOES_ON.

    A position that stood before on the way from the root counts as the draw it may become.
    """
    score = decided(memory, own, other, hands, ply)
    if score != GOES_ON:
        return score
    back = clocks >> CLOCK_BITS
    if back >= ROUND and _repeated(memory, own | other << POINTS, back, ply):
        return 0
    return 0 if turns_left(memory, clocks) <= 0 else GOES_ON


@njit(cache=True)
def leaf(memory, own, other, hands, clocks, ply):
    """The score of a position that is not looked into any further."""
    score = judged(memory, own, other, hands, clocks, ply)
    return worth(memory, own, other, hands) if score == GOES_ON else score
