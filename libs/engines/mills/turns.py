"""Turns for the search: which there are, most promising first, and what each does."""

from typing import Final

from numba import njit

from libs.engines.mills.bits import completing, reaching, takeable
from libs.engines.mills.board import FULL
from libs.engines.mills.layout import (
    CLOCK,
    CLOCK_BITS,
    CROSSED,
    FLYING,
    HAND,
    HAND_BITS,
    HISTORY,
    KILLERS,
    MOST_TURNS,
    NEIGHBOURS,
    NOWHERE,
    ONE_EACH,
    POINT,
    POINT_BITS,
    PROTECTED,
    SPOILS,
    TURN_BITS,
    TURNS,
)
from libs.engines.mills.machine import count, lowest, peek, poke

REMEMBERED: Final = 1 << 40
TAKES: Final = 1 << 34
GUARDS: Final = 1 << 30
KILLS: Final = 1 << 28
TAKEN_BITS: Final = 2 * POINT_BITS
UNTAKEN: Final = NOWHERE << TAKEN_BITS


@njit(cache=True)
def flies(memory, own, hands):
    """Whether the side with these stones may move to any free point."""
    return hands == 0 and peek(memory, FLYING) != 0 and count(own) == 3


@njit("i8(i8, i8)", cache=True)
def own_after(own, turn):
    """The mover's stones after a turn."""
    return own & ~((1 << (turn & POINT)) & FULL) | 1 << (turn >> POINT_BITS & POINT)


@njit("i8(i8, i8)", cache=True)
def other_after(other, turn):
    """The other side's stones after a turn."""
    return other & ~((1 << (turn >> TAKEN_BITS)) & FULL)


@njit("i8(i8)", cache=True)
def hands_after(hands):
    """The hands after a turn, seen by the side that is to act then."""
    if hands == 0:
        return 0
    left = hands - 1
    return left >> HAND_BITS | (left & HAND) << HAND_BITS


@njit("i8(i8, i8, i8, i8, i8, i8)", cache=True)
def clocks_after(memory, own, other, hands, clocks, turn):
    """The clocks after a turn."""
    ticking = clocks + ONE_EACH
    if turn >> TAKEN_BITS != NOWHERE:
        return 0
    if other == 0:
        rest = own & ~((1 << (turn & POINT)) & FULL)
        if completing(rest, peek(memory, CROSSED)) >> (turn >> POINT_BITS & POINT) & 1:
            ticking &= CLOCK << CLOCK_BITS
    return ticking & CLOCK if hands else ticking


@njit(cache=True)
def _add(memory, at, source, targets, weights, rank):
    """Appends quiet turns; returns the place behind the last."""
    history = weights + (source << POINT_BITS)
    while targets:
        target = lowest(targets)
        targets &= targets - 1
        turn = source | target << POINT_BITS | UNTAKEN
        poke(memory, at, (rank + peek(memory, history + target)) << TURN_BITS | turn)
        at += 1
    return at


@njit(cache=True)
def _add_taking(memory, at, source, targets, taken, weights):
    """Appends turns that close a mill; returns the place behind the last."""
    while targets:
        target = lowest(targets)
        targets &= targets - 1
        turn = source | target << POINT_BITS
        left = taken
        while left:
            stone = lowest(left)
            left &= left - 1
            rank = TAKES + peek(memory, weights + stone)
            poke(memory, at, rank << TURN_BITS | turn | stone << TAKEN_BITS)
            at += 1
        if taken == 0:
            poke(memory, at, TAKES << TURN_BITS | turn | UNTAKEN)
            at += 1
    return at


@njit("i8(i8, i8, i8, i8, i8)", cache=True)
def gather(memory, own, other, hands, ply):
    """Writes all turns with their ranks to the ply's area; returns how many there are."""
    first = TURNS + ply * MOST_TURNS
    at, weights = first, HISTORY + (ply & 1) * 1024
    spoils = SPOILS + (ply & 1) * 32
    crossed = peek(memory, CROSSED)
    free = FULL & ~(own | other)
    taken = takeable(other, crossed, peek(memory, PROTECTED))
    if hands:
        if hands & HAND == 0:
            return 0
        closing = completing(own, crossed) & free
        at = _add_taking(memory, at, NOWHERE, closing, taken, spoils)
        guards = completing(other, crossed) & free & ~closing
        at = _add(memory, at, NOWHERE, guards, weights, GUARDS)
        return _add(memory, at, NOWHERE, free & ~closing & ~guards, weights, 0) - first
    is_flying = flies(memory, own, hands)
    if flies(memory, other, hands):
        threats = completing(other, crossed)
    else:
        threats = reaching(other, crossed)
    left = own
    while left:
        source = lowest(left)
        left &= left - 1
        targets = free if is_flying else peek(memory, NEIGHBOURS + source) & free
        closing = completing(own & ~(1 << source), crossed) & targets
        if closing:
            at = _add_taking(memory, at, source, closing, taken, spoils)
        guards = threats & targets & ~closing
        if guards:
            at = _add(memory, at, source, guards, weights, GUARDS)
        at = _add(memory, at, source, targets & ~closing & ~guards, weights, 0)
    return at - first


@njit(cache=True)
def promote(memory, ply, amount, remembered):
    """Ranks the remembered turn first and killers before other quiet turns."""
    first = TURNS + ply * MOST_TURNS
    one, two = peek(memory, KILLERS + 2 * ply), peek(memory, KILLERS + 2 * ply + 1)
    for at in range(first, first + amount):
        entry = peek(memory, at)
        turn = entry & ((1 << TURN_BITS) - 1)
        if turn == remembered:
            poke(memory, at, REMEMBERED << TURN_BITS | turn)
        elif turn == one:
            poke(memory, at, entry + ((KILLS + 1) << TURN_BITS))
        elif turn == two:
            poke(memory, at, entry + (KILLS << TURN_BITS))


@njit(cache=True)
def pick(memory, at, end):
    """Swaps the best turn from `at` on to `at`; returns it."""
    best, best_at = peek(memory, at), at
    for other in range(at + 1, end):
        entry = peek(memory, other)
        if entry > best:
            best, best_at = entry, other
    poke(memory, best_at, peek(memory, at))
    poke(memory, at, best)
    return best & ((1 << TURN_BITS) - 1)
