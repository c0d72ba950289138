"""What a turn is worth to whoever acts, from what that seat knows, and the best turn by that.

The worth of a position is the points by which the seat is expected to end ahead of the other: the
lead now, and weights times what stands on the table (fitted to played rounds, see `fitting`).
Goods count kind by kind, so the best of all exchanges is found without listing them.
"""

from numba import njit

from libs.engines.hanse.kernel.board import (
    DECK,
)
from libs.rules.hanse.goods import HAND_LIMIT

CLASSES = (0, 0, 0, 1, 1, 2)
"""Kinds that share weights: precious goods, cloth and salt, fur."""

TABLE = 3
"""The row of weights that belong to no kind."""

PHASES = 5
WIDTH = 26
SURE = 60.0
"""Added for a turn that ends the round ahead, taken off for one that ends it behind."""

NEVER = -1e9


@njit(cache=True, nogil=True)
def phase(board):
    """How far the round is: 0 at its end."""
    return min(PHASES - 1, (board[DECK] + 2) // 7)


@njit(cache=True, nogil=True)
def token_sum(sums, kind, left, number):
    """What the next so many tokens of a kind are worth."""
    return sums[kind, left] - sums[kind, max(0, left - number)]


@njit(cache=True, nogil=True)
def note_goods(x, sums, kind, left, own, market, other):
    """Writes what is to be weighed about one kind of goods."""
    x[:] = 0.0
    if own:
        x[min(own, 6) - 1] = 1.0
    top = token_sum(sums, kind, left, 1)
    x[6] = token_sum(sums, kind, left, own)
    x[7] = market
    x[8] = market * top
    if market >= 2:
        x[9] = 1.0
        x[10] = top
    if market >= 3:
        x[11] = 1.0
    x[12] = own * market
    x[13] = other
    x[14] = token_sum(sums, kind, left, other)
    x[15] = other * market
    x[16] = other >= 3
    x[17] = own * top
    x[18] = sums[kind, left]
    x[19] = left == 0
    x[20] = market >= 2 and own >= 1
    x[21] = market >= 2 and other >= 1
    x[22] = own >= 2 and market >= 1
    x[23] = other >= 2 and market >= 1


@njit(cache=True, nogil=True)
def note_table(x, hand, horses, others, market, refill, empty, other_hand, unknown):
    """Writes what is to be weighed beside the goods."""
    x[:] = 0.0
    x[0] = 1.0
    x[1] = hand
    x[2] = hand == HAND_LIMIT
    x[3] = hand == HAND_LIMIT - 1
    x[4] = unknown
    x[5] = other_hand == HAND_LIMIT
    x[6] = horses
    x[7] = others
    x[8 + min(6, max(0, horses - others + 3))] = 1.0
    if market:
        x[14 + min(3, market)] = 1.0
    if refill:
        x[17 + min(4, refill)] = 1.0
    if empty:
        x[21 + min(2, empty)] = 1.0
    x[24] = other_hand == HAND_LIMIT - 1
    x[25] = horses >= 6


@njit(cache=True, nogil=True)
def weighed(weights, x):
    """Weights times what was noted."""
    total = 0.0
    for place in range(WIDTH):
        total += weights[place] * x[place]
    return total
