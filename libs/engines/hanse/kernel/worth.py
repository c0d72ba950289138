"""What a position is worth to whoever acts, from what that seat knows.

The worth is the points by which the seat expects to end the round ahead: the lead now, and weights
times what lies where (fitted to played rounds, see `fitting`). It adds up kind by kind and part by
part, so all of it is tabled once: looking it up costs nothing, however much is weighed.
"""

from typing import Final, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from libs.engines.hanse.kernel.board import DECK, EMPTY
from libs.rules.hanse.goods import CARDS, HAND_LIMIT, HORSE, MARKET_SIZE

ROWS: Final = (0, 1, 2, 3, 3, 4)
"""The row of weights for each kind: cloth and salt share theirs."""

TABLE: Final = 5
"""The row of weights that belong to no kind."""

PHASES: Final = 6
WIDTH: Final = 28
HORSES_MOST: Final = CARDS[HORSE]
MOST_TOKENS: Final = 9


class Worth(NamedTuple):
    """Worths by phase, and then: `goods` by kind, tokens left, own, in the market, known of the
    other; `hand` by its size; `stables` by own and others; `market` by horses left and cards to
    be laid out; `piles` by empty ones; `other` by size of its hand and cards not known of it.
    """

    goods: NDArray[np.float64]
    hand: NDArray[np.float64]
    stables: NDArray[np.float64]
    market: NDArray[np.float64]
    piles: NDArray[np.float64]
    other: NDArray[np.float64]


def empty_worth() -> Worth:
    """Tables to be filled by `tabulate`."""
    hands, markets = HAND_LIMIT + 1, MARKET_SIZE + 1
    return Worth(
        goods=np.zeros((PHASES, HORSE, MOST_TOKENS + 1, hands, markets, hands)),
        hand=np.zeros((PHASES, hands)),
        stables=np.zeros((PHASES, HORSES_MOST + 1, HORSES_MOST + 1)),
        market=np.zeros((PHASES, markets, markets)),
        piles=np.zeros((PHASES, 4)),
        other=np.zeros((PHASES, hands, hands)),
    )


@njit(cache=True, nogil=True)
def phase(board):
    """How far the round is, 0 being its end; the last one is for two piles empty."""
    return PHASES - 1 if board[EMPTY] >= 2 else min(PHASES - 2, (board[DECK] + 2) // 7)


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
    x[9] = market >= 2
    x[10] = top if market >= 2 else 0
    x[11] = market >= 3
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
    x[24] = own >= 3 and left <= 2
    x[25] = own > left
    x[26] = own * other
    x[27] = 0 < left <= own


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
    x[26] = others >= 6
    x[27] = hand <= 2


@njit(cache=True, nogil=True)
def _weighed(weights, x):
    total = 0.0
    for place in range(WIDTH):
        total += weights[place] * x[place]
    return total


@njit(cache=True, nogil=True)
def tabulate(worth, weights, sums):
    """Fills all tables. `sums[kind, n]`: what the lowest n tokens of a kind are worth."""
    x = np.zeros(WIDTH)
    for part in range(PHASES):
        for kind in range(HORSE):
            for left in range(MOST_TOKENS + 1):
                for own in range(HAND_LIMIT + 1):
                    for market in range(MARKET_SIZE + 1):
                        for other in range(HAND_LIMIT + 1):
                            note_goods(x, sums, kind, left, own, market, other)
                            value = _weighed(weights[part, ROWS[kind]], x)
                            worth.goods[part, kind, left, own, market, other] = value
        _tabulate_table(worth, weights[part, TABLE], part, x)


@njit(cache=True, nogil=True)
def _tabulate_table(worth, weights, part, x):
    """The parts beside the goods: each as the difference that it makes to an empty table."""
    note_table(x, 0, 0, 0, 0, 0, 0, 0, 0)
    base = _weighed(weights, x)
    for hand in range(HAND_LIMIT + 1):
        note_table(x, hand, 0, 0, 0, 0, 0, 0, 0)
        worth.hand[part, hand] = _weighed(weights, x)
        for unknown in range(HAND_LIMIT + 1):
            note_table(x, 0, 0, 0, 0, 0, 0, hand, unknown)
            worth.other[part, hand, unknown] = _weighed(weights, x) - base
    for own in range(HORSES_MOST + 1):
        for others in range(HORSES_MOST + 1):
            note_table(x, 0, own, others, 0, 0, 0, 0, 0)
            worth.stables[part, own, others] = _weighed(weights, x) - base
    for horses in range(MARKET_SIZE + 1):
        for refill in range(MARKET_SIZE + 1):
            note_table(x, 0, 0, 0, horses, refill, 0, 0, 0)
            worth.market[part, horses, refill] = _weighed(weights, x) - base
    for empty in range(4):
        note_table(x, 0, 0, 0, 0, 0, empty, 0, 0)
        worth.piles[part, empty] = _weighed(weights, x) - base
