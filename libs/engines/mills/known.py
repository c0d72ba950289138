"""What endgame tables know, asked from inside the search."""

from typing import Final

from numba import njit, types

from libs.engines.mills.ends import GOES_ON, judged, turns_left
from libs.engines.mills.layout import (
    CLOCK_BITS,
    LOOKUP,
    MATE,
    MOST_TURNS,
    SEEN_MASK,
    TABLE_STONES,
    TO_RULES,
    TURN_BITS,
    TURNS,
)
from libs.engines.mills.machine import count, keep, kept, peek
from libs.engines.mills.scoring import worth
from libs.engines.mills.turns import clocks_after, gather, other_after, own_after
from libs.engines.tables.lookup import LOOKUP_TYPE
from libs.engines.tables.probing import DECISIVE, DRAW, UNKNOWN, probe

NOT_KNOWN: Final = 1 << 20
"""In place of a score: no table knows, or a draw limit may come first."""
HOPEFUL: Final = 5_000
"""Score of a win that a table knows of, but that a draw limit could spoil; less its turns."""

CALM: Final = 32
MOST_PRESSURE: Final = 30
"""A drawn position's score is its worth divided by CALM, at most this."""
WATCHED: Final = 2


@njit(types.void(types.int64, LOOKUP_TYPE), cache=True)
def use_tables(memory, lookup):
    """Lets the search look positions up; the caller keeps the arrays alive."""
    keep(memory, LOOKUP, lookup)


@njit(cache=True)
def _numbered(memory, stones):
    """A set of points numbered as the rules do."""
    low = peek(memory, TO_RULES + (stones & 255))
    middle = peek(memory, TO_RULES + 256 + (stones >> 8 & 255))
    return low | middle | peek(memory, TO_RULES + 512 + (stones >> 16))


@njit("i8(i8, i8, i8)", cache=True)
def looked_up(memory, own, other):
    """A position of the moving phase as `probe` values it."""
    if count(own) + count(other) > peek(memory, TABLE_STONES):
        return UNKNOWN
    lookup = kept(memory, LOOKUP, LOOKUP_TYPE)
    return probe(lookup, _numbered(memory, own), _numbered(memory, other))


@njit(cache=True)
def known(memory, own, other, clocks, depth, ply):
    """The score that tables give a position of the moving phase, or NOT_KNOWN.

    A decided game that may outlast a draw limit is looked into while the limit is within reach of
    the search, and else hoped or feared for. So are the first plies if a third repetition could
    come there. A draw still has a little of the position's worth: the other side may err.
    """
    if ply <= WATCHED and clocks >> CLOCK_BITS >= ply and peek(memory, SEEN_MASK):
        return NOT_KNOWN
    value = looked_up(memory, own, other)
    if value == UNKNOWN:
        return NOT_KNOWN
    if value == DRAW:
        pressure = worth(memory, own, other, 0) // CALM
        return min(max(pressure, -MOST_PRESSURE), MOST_PRESSURE)
    turns, left = DECISIVE - abs(value), turns_left(memory, clocks)
    if turns <= left:
        return MATE - ply - turns if value > 0 else turns + ply - MATE
    if left <= depth:
        return NOT_KNOWN
    return HOPEFUL - turns if value > 0 else turns - HOPEFUL


@njit("i8(i8, i8, i8, i8, i8)", cache=True)
def known_turn(memory, own, other, clocks, turn):
    """The score of a turn of the moving phase for its mover if it is certain, or NOT_KNOWN."""
    one, two = other_after(other, turn), own_after(own, turn)
    ticking = clocks_after(memory, own, other, 0, clocks, turn)
    score = judged(memory, one, two, 0, ticking, 1)
    if score == GOES_ON:
        value = looked_up(memory, one, two)
        if value == UNKNOWN:
            return NOT_KNOWN
        if value == DRAW:
            return 0
        turns = DECISIVE - abs(value)
        if turns > turns_left(memory, ticking):
            return NOT_KNOWN
        score = MATE - 1 - turns if value > 0 else turns + 1 - MATE
    return -score


@njit("f8(i8, i8, i8, i8, i8)", cache=True)
def pitfalls(memory, own, other, clocks, turn):
    """The share of the replies to a turn of the moving phase that are known to lose."""
    one, two = other_after(other, turn), own_after(own, turn)
    ticking = clocks_after(memory, own, other, 0, clocks, turn)
    amount, first, losing = gather(memory, one, two, 0, 1), TURNS + MOST_TURNS, 0
    for at in range(first, first + amount):
        reply = peek(memory, at) & ((1 << TURN_BITS) - 1)
        score = known_turn(memory, one, two, ticking, reply)
        losing += score != NOT_KNOWN and score < 0
    return losing / max(1, amount)
