"""The table of positions searched before: two entries a slot, keyed by the position itself.

Key: stones, hands, and how near a draw limit is if it could be reached. From the opening, the
board's sixteen symmetries share one entry. An entry's second word: turn, kind of score, depth,
age, score. Of a slot, the first entry keeps the deepest of the present age, the second the last.
"""

from typing import Final

from numba import njit

from libs.engines.mills.bits import ahead, two_ahead
from libs.engines.mills.board import POINTS
from libs.engines.mills.ends import SPREAD, turns_left
from libs.engines.mills.layout import (
    AGE,
    ENTRIES,
    ENTRY_MASK,
    NO_TURN,
    POINT,
    POINT_BITS,
    SYMMETRY,
    TURN_BITS,
)
from libs.engines.mills.machine import peek, poke

AT_LEAST: Final = 1
AT_MOST: Final = 2
EXACTLY: Final = 3
KIND_AT: Final = TURN_BITS
DEPTH_AT: Final = KIND_AT + 2
AGE_AT: Final = DEPTH_AT + 8
SCORE_AT: Final = AGE_AT + 8
BYTE: Final = 255
SLOT_WORDS: Final = 4
HANDS_AT: Final = 2 * POINTS
LIMIT_AT: Final = HANDS_AT + 8


@njit(cache=True)
def _mirrored(stones):
    """The board mirrored: each ring's byte reversed."""
    stones = (stones >> 1) & 0x555555 | (stones & 0x555555) << 1
    stones = (stones >> 2) & 0x333333 | (stones & 0x333333) << 2
    stones = (stones >> 4) & 0x0F0F0F | (stones & 0x0F0F0F) << 4
    return ahead(stones)


@njit(cache=True)
def canonical(own, other):
    """The smallest of the sixteen images as `own | other << 24`, and which symmetry makes it."""
    best, which = own | other << POINTS, 0
    for base in range(0, 16, 4):
        one, two = own, other
        if base & 8:
            one = one >> 16 | one & 0xFF00 | (one & 0xFF) << 16
            two = two >> 16 | two & 0xFF00 | (two & 0xFF) << 16
        if base & 4:
            one, two = _mirrored(one), _mirrored(two)
        for turn in range(4):
            image = one | two << POINTS
            if image < best:
                best, which = image, base + turn
            one, two = two_ahead(one), two_ahead(two)
    return best, which


@njit(cache=True)
def image_of(memory, turn, which):
    """A turn under a symmetry."""
    if which == 0 or turn == NO_TURN:
        return turn
    base = SYMMETRY + 32 * which
    source, target = turn & POINT, turn >> POINT_BITS & POINT
    taken = turn >> 2 * POINT_BITS
    return (
        peek(memory, base + source)
        | peek(memory, base + target) << POINT_BITS
        | peek(memory, base + taken) << 2 * POINT_BITS
    )


@njit(cache=True)
def limited(memory, clocks, depth):
    """Turns left to a draw limit, if so many plies could reach it; else 0."""
    left = turns_left(memory, clocks)
    return left if left <= depth else 0


@njit(cache=True)
def slot_of(memory, key):
    """Where the entries for a key lie, as an index of words."""
    mixed = key * SPREAD
    return ((mixed ^ mixed >> 32) >> 8 & peek(memory, ENTRY_MASK)) * SLOT_WORDS


@njit(cache=True)
def recall(memory, key):
    """The entry's second word, or 0."""
    entries, slot = peek(memory, ENTRIES), slot_of(memory, key)
    if peek(entries, slot) == key:
        return peek(entries, slot + 1)
    if peek(entries, slot + 2) == key:
        return peek(entries, slot + 3)
    return 0


@njit(cache=True)
def remember(memory, key, turn, kind, depth, score):
    """Stores what a search found."""
    entries, slot, age = peek(memory, ENTRIES), slot_of(memory, key), peek(memory, AGE)
    kept = peek(entries, slot + 1)
    at = slot
    if (
        peek(entries, slot) != key
        and kept >> AGE_AT & BYTE == age
        and kept >> DEPTH_AT & BYTE > depth
    ):
        at = slot + 2
    poke(entries, at, key)
    packed = turn | kind << KIND_AT | depth << DEPTH_AT | age << AGE_AT | score << SCORE_AT
    poke(entries, at + 1, packed)
