"""Kernels that know when a position has ended, and for whom."""

from numba import njit

from libs.engines.dara.kernel.bits import count
from libs.engines.dara.layout import (
    FEWEST,
    FRAME,
    FRAMES,
    HAND,
    KEY,
    MATE,
    OTHER,
    OTHER_HAND,
    OWN,
    REPETITION,
    SEEN,
    SEEN_SLOTS,
    SINCE,
)

UNDECIDED = 1 << 20
"""No score: the search has to find one."""


@njit(cache=True)
def times_seen(mem, key):
    """How often a position has stood in the game so far."""
    slot = key & SEEN_SLOTS - 1
    while mem[SEEN + 2 * slot + 1]:
        if mem[SEEN + 2 * slot] == key:
            return mem[SEEN + 2 * slot + 1]
        slot = slot + 1 & SEEN_SLOTS - 1
    return 0


@njit(cache=True)
def is_repeated(mem, ply):
    """Whether a position is a draw by repetition, or stands on the line searched already.

    One return within the search is as good as all: who gains by it can do it again.
    """
    frame = FRAMES + ply * FRAME
    key, since = mem[frame + KEY], mem[frame + SINCE]
    for back in range(2, min(since, ply) + 1, 2):
        if mem[frame - back * FRAME + KEY] == key:
            return True
    return since >= ply and times_seen(mem, key) + 1 >= mem[REPETITION]


@njit(cache=True)
def judged(mem, ply):
    """The score of a position that has ended before anybody looks for a turn, or UNDECIDED."""
    frame = FRAMES + ply * FRAME
    if mem[frame + HAND] + mem[frame + OTHER_HAND] == 0:
        if count(mem[frame + OWN]) < FEWEST:
            return ply - MATE
        if count(mem[frame + OTHER]) < FEWEST:
            return MATE - ply
        if mem[REPETITION] and is_repeated(mem, ply):
            return 0
    return UNDECIDED


@njit(cache=True)
def without_turns(mem, ply):
    """The score of a side that has no turn: lost, unless it only waits for the other to place."""
    frame = FRAMES + ply * FRAME
    return 0 if mem[frame + OTHER_HAND] and not mem[frame + HAND] else ply - MATE
