"""Retrograde analysis in compiled code: first all captures, then backwards, one turn a level.

A node is a place of a table: the lowest own set of its class, any opposing set. Where the own set
looks the same after some symmetry, several nodes are one position: the first of them is worked
with, the others get its value at the end. Numbers of ways between positions count all equal
positions (`weight`), so that a position's ways out are the ways found backwards into it.
"""

import numpy as np
from numba import njit

from libs.engines.tables.probing import count_of, image_of, rank_of, squeeze, stored
from libs.engines.tables.rulesets import FEWEST

NEVER = 0x8000
"""Set in `left` where a capture holds a draw: that position is never lost."""
FULL = 0xFFFFFF


@njit(cache=True, nogil=True)
def spread(bits, taken):
    """The points of a set that is numbered over the points that are not taken."""
    while taken:
        below = (taken & -taken) - 1
        bits = (bits & below) | ((bits & ~below) << 1)
        taken &= taken - 1
    return bits


@njit(cache=True, nogil=True)
def closes(board, own, point):
    """Whether a stone on a point stands in a mill of these stones."""
    for i in range(board.partners.shape[1]):
        pair = board.partners[point, i]
        if own & pair == pair:
            return True
    return False


@njit(cache=True, nogil=True)
def takeable(board, other):
    """The stones that a mill may take."""
    together = np.int64(0)
    if board.is_protected:
        for i in range(board.mills.shape[0]):
            if other & board.mills[i] == board.mills[i]:
                together |= board.mills[i]
    loose = other & ~together
    return loose if loose else other


@njit(cache=True, nogil=True)
def bit_index(bit):
    """The number of a point."""
    return count_of(bit - 1)


@njit(cache=True, nogil=True, inline="always")
def first_rank(lookup, own, opp, opps, same):
    """The least rank among equal opposing sets, and how often symmetries `same` keep this one.

    `same` are the symmetries, as bits, that keep the own set.
    """
    rank = rank_of(lookup, squeeze(lookup, opp, own), opps)
    if same == 1:
        return rank, 1
    least, kept = rank, 0
    for symmetry in range(16):
        if same >> symmetry & 1:
            image = image_of(lookup, opp, symmetry)
            if image == opp:
                kept += 1
            else:
                least = min(least, rank_of(lookup, squeeze(lookup, image, own), opps))
    return least, kept


@njit(cache=True, nogil=True, inline="always")
def best_capture(board, lookup, own, other, found):
    """Adds a closed mill's captures to what was found: fastest win, has a draw, slowest loss."""
    fastest, has_draw, slowest = found
    taken = takeable(board, other)
    while taken:
        stone = taken & -taken
        taken ^= stone
        rest = other ^ stone
        if count_of(rest) < FEWEST:
            return np.int64(2), has_draw, slowest
        byte = stored(lookup, rest, own)
        if byte == 0:
            has_draw = True
        elif byte & 1:
            fastest = min(fastest, byte + 1)
        else:
            slowest = max(slowest, byte + 1)
    return fastest, has_draw, slowest


@njit(cache=True, nogil=True, inline="always")
def look_ahead(board, lookup, own, other):
    """All turns of a position: quiet moves, and what captures are worth."""
    free = FULL ^ own ^ other
    is_flying = board.is_flying and count_of(own) == FEWEST
    found = (np.int64(1 << 20), False, np.int64(0))
    quiet, stones = 0, own
    while stones:
        stone = stones & -stones
        stones ^= stone
        rest = own ^ stone
        targets = free if is_flying else free & board.neighbours[bit_index(stone)]
        while targets:
            target = targets & -targets
            targets ^= target
            if closes(board, rest, bit_index(target)):
                found = best_capture(board, lookup, rest | target, other, found)
            else:
                quiet += 1
    return quiet, found


@njit(cache=True, nogil=True)
def begin(board, lookup, side, first, last):
    """Looks ahead from the nodes of some own sets; returns the highest byte, known or awaited."""
    highest, size = np.int64(0), len(side.sets)
    for orbit in range(first, last):
        own, same = np.int64(side.lowest[orbit]), side.same[orbit]
        for rank in range(size):
            other = spread(np.int64(side.sets[rank]), own)
            least, kept = first_rank(lookup, own, other, side.opps, same)
            if least != rank:
                continue
            node = orbit * size + rank
            quiet, (fastest, has_draw, slowest) = look_ahead(board, lookup, own, other)
            side.left[node] = quiet * (16 // kept)
            if fastest < 1 << 20:
                side.awaited[node] = fastest
                highest = max(highest, fastest)
            elif has_draw:
                side.left[node] |= NEVER
            elif slowest:
                side.awaited[node] = slowest
                highest = max(highest, slowest)
            elif quiet == 0:
                side.known[node] = 1
                highest = max(highest, 1)
    return highest


@njit(cache=True, nogil=True)
def is_due(side, node, byte):
    """Whether a node's value is this byte, noting it where it was awaited."""
    if side.known[node]:
        return side.known[node] == byte
    if side.awaited[node] != byte or (byte & 1 and side.left[node]):
        return False
    side.known[node] = byte
    return True


@njit(cache=True, nogil=True, inline="always")
def decide(before, node, byte, weight):
    """Tells the node before a decided one; returns whether that decides it on the next level."""
    if before.known[node]:
        return False
    if not byte & 1:
        before.left[node] -= weight
        if before.left[node]:
            return False
        awaited = before.awaited[node]
        if awaited and (not awaited & 1 or awaited > byte + 1):
            return False
    before.known[node] = byte + 1
    return True


@njit(cache=True, nogil=True, inline="always")
def retreat(board, lookup, before, own, other, byte, weight):
    """Takes back every quiet move of `other` that leads here; returns whether any was decided."""
    free = FULL ^ own ^ other
    is_flying = board.is_flying and count_of(other) == FEWEST
    size, is_any, stones = len(before.sets), False, other
    while stones:
        stone = stones & -stones
        stones ^= stone
        rest, point = other ^ stone, bit_index(stone)
        if closes(board, rest, point):
            continue
        sources = free if is_flying else free & board.neighbours[point]
        while sources:
            source = sources & -sources
            sources ^= source
            mover = rest | source
            place = lookup.lowest[before.start + rank_of(lookup, mover, before.owns)]
            orbit, symmetry = place >> 4, place & 15
            mover = np.int64(before.lowest[orbit])
            image = image_of(lookup, own, symmetry)
            rank, _ = first_rank(lookup, mover, image, before.opps, before.same[orbit])
            is_any |= decide(before, orbit * size + rank, byte, weight)
    return is_any


@njit(cache=True, nogil=True)
def step_back(board, lookup, side, before, byte):
    """One level: from all nodes of this byte backwards; their number, whether others followed."""
    number, is_any, size = 0, False, len(side.sets)
    for orbit in range(len(side.lowest)):
        own, same = np.int64(side.lowest[orbit]), side.same[orbit]
        for rank in range(size):
            node = orbit * size + rank
            if not is_due(side, node, byte):
                continue
            other = spread(np.int64(side.sets[rank]), own)
            weight = 16
            if same != 1:
                _, kept = first_rank(lookup, own, other, side.opps, same)
                weight = 16 // kept
            number += 1
            is_any |= retreat(board, lookup, before, own, other, byte, weight)
    return number, is_any


@njit(cache=True, nogil=True)
def finish(lookup, side):
    """Gives equal nodes their value; placements won, drawn and lost, and the longest win's byte."""
    tally = np.zeros(4, np.int64)
    size = len(side.sets)
    for orbit in range(len(side.lowest)):
        own, same = np.int64(side.lowest[orbit]), side.same[orbit]
        for rank in range(size):
            node, least, kept = orbit * size + rank, np.int64(rank), 1
            if same != 1:
                other = spread(np.int64(side.sets[rank]), own)
                least, kept = first_rank(lookup, own, other, side.opps, same)
            if least != rank:
                side.known[node] = side.known[orbit * size + least]
                continue
            byte = side.known[node]
            tally[1 if byte == 0 else 2 * (byte & 1)] += 16 // kept
            if byte & 1 == 0:
                tally[3] = max(tally[3], byte)
    return tally
