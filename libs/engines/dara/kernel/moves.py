"""Kernels that list the turns of a frame and play them into the next."""

from numba import njit
from numba.cpython.unsafe.numbers import trailing_zeros

from libs.engines.dara.kernel.bits import count, fours, near, threes
from libs.engines.dara.layout import (
    ALL,
    COUNT,
    FRAME,
    FRAMES,
    HAND,
    KEY,
    NONE,
    OTHER,
    OTHER_HAND,
    OWN,
    SEAT,
    SINCE,
    STEP_HISTORY,
    TAKEN,
    TAKEN_HISTORY,
    TARGET,
    TURN_BITS,
    TURNS,
)

CAPTURE_RANK = 1 << 30
# Odd numbers without a pattern (the first digits of pi, e and the roots of 2 and 3 in binary).
K_OWN = 0x243F6A8885A308D3
K_OTHER = 0x2B7E151628AED2A7
K_REST = 0x6A09E667F3BCC909
K_MIX = 0x3B67AE8584CAA73B


@njit(cache=True)
def mixed(word):
    """A number whose every bit depends on all bits of `word`."""
    word ^= word >> 31 & 0x1FFFFFFFF
    word *= K_MIX
    word ^= word >> 29 & 0x7FFFFFFFF
    word *= K_REST
    return word ^ word >> 32 & 0xFFFFFFFF


@njit(cache=True)
def set_key(mem, frame):
    """Names the position of a frame by 64 bits: stones, hands and whose turn it is."""
    rest = mem[frame + HAND] << 8 | mem[frame + OTHER_HAND] << 4 | mem[frame + SEAT]
    other = mixed(mem[frame + OTHER] * K_OTHER + rest * K_REST)
    mem[frame + KEY] = mixed(mem[frame + OWN] * K_OWN ^ other)


@njit(cache=True)
def list_turns(mem, frame):
    """Writes all turns of a frame behind it, each with its rank; returns how many there are."""
    mem[frame + COUNT] = 0
    if mem[frame + HAND] > 0:
        _list_placements(mem, frame)
    elif mem[frame + OTHER_HAND] == 0:
        _list_moves(mem, frame)
    return mem[frame + COUNT]


@njit(cache=True)
def _list_placements(mem, frame):
    own = mem[frame + OWN]
    targets = ALL & ~(own | mem[frame + OTHER] | threes(own))
    while targets:
        target = trailing_zeros(targets)
        targets &= targets - 1
        step = target << TARGET | NONE
        _add(mem, frame, NONE << TAKEN | step, mem[STEP_HISTORY + step])


@njit(cache=True)
def _list_moves(mem, frame):
    own, other = mem[frame + OWN], mem[frame + OTHER]
    free = ALL & ~(own | other)
    sources = own & near(free)
    while sources:
        source = trailing_zeros(sources)
        sources &= sources - 1
        left = own ^ 1 << source
        targets = near(1 << source) & free & ~fours(left)
        closing = threes(left)
        while targets:
            target = trailing_zeros(targets)
            targets &= targets - 1
            step = target << TARGET | source
            rank = mem[STEP_HISTORY + step]
            if closing >> target & 1 and other:
                _add_captures(mem, frame, step, rank)
            else:
                _add(mem, frame, NONE << TAKEN | step, rank)


@njit(cache=True)
def _add_captures(mem, frame, step, rank):
    other = mem[frame + OTHER]
    taken = other
    while taken:
        square = trailing_zeros(taken)
        taken &= taken - 1
        # A stone with company is worth more than a lonely one.
        company = count(near(1 << square) & other) << 20
        worth = CAPTURE_RANK + company + mem[TAKEN_HISTORY + square] + (rank >> 4)
        _add(mem, frame, square << TAKEN | step, worth)


@njit(cache=True)
def _add(mem, frame, turn, rank):
    number = mem[frame + COUNT]
    mem[frame + TURNS + number] = rank << TURN_BITS | turn
    mem[frame + COUNT] = number + 1


@njit(cache=True)
def play(mem, ply, turn):
    """Writes the position after a turn into the next frame, seen from the other side."""
    frame = FRAMES + ply * FRAME
    after = frame + FRAME
    source, target, taken = turn & NONE, turn >> TARGET & NONE, turn >> TAKEN & NONE
    own, other = mem[frame + OWN] | 1 << target, mem[frame + OTHER]
    hand, since = mem[frame + HAND], mem[frame + SINCE] + 1
    if source == NONE:
        hand -= 1
        since = 0
    else:
        own ^= 1 << source
    if taken != NONE:
        other ^= 1 << taken
        since = 0
    mem[after + OWN] = other
    mem[after + OTHER] = own
    mem[after + HAND] = mem[frame + OTHER_HAND]
    mem[after + OTHER_HAND] = hand
    mem[after + SINCE] = since
    mem[after + SEAT] = 1 - mem[frame + SEAT]
    set_key(mem, after)
