"""The best turn by the worth of what it leads to, and the worth of any turn."""

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from libs.engines.hanse.kernel.board import (
    COUNCIL,
    COUNCIL_MEANS,
    COUNT_BITS,
    COUNT_MASK,
    DECK,
    EMPTY,
    EXCHANGES,
    GIVEN_SHIFT,
    GOODS_POINTS,
    HAND,
    HOLDING,
    HORSES,
    KINDS,
    KNOWN,
    LIMIT,
    MARKET,
    SEAT,
    SELL,
    SWAP,
    TAKE,
    TOKENS,
    VERB_BITS,
    VERB_MASK,
)
from libs.engines.hanse.kernel.play import MEANS, turns
from libs.engines.hanse.kernel.worth import (
    phase,
    token_sum,
)
from libs.rules.hanse.goods import (
    FEWEST_PRECIOUS,
    FEWEST_SWAPPED,
    HAND_LIMIT,
    HORSE,
    MARKET_SIZE,
    STABLE_VALUE,
)
from libs.rules.hanse.play import EMPTY_PILES_AT_END

SURE = 1000.0
"""Added for a turn that ends the round ahead, taken off for one that ends it behind: far more than
any other worth, so that both can be told apart.
"""

NEVER = -1e9
STAY = MARKET_SIZE
"""The column of `goods` for neither taking nor giving a kind."""


class Desk(NamedTuple):
    """Room for one appraisal. `goods[kind, STAY + n]`: worth of a kind when n of it are taken.

    `reach[stage, t, g]`: most that the kinds before a stage are worth when t cards are taken and g
    given; `steps` says by which step it was reached.
    """

    goods: NDArray[np.float64]
    reach: NDArray[np.float64]
    steps: NDArray[np.int64]


def desk() -> Desk:
    """An empty desk."""
    square = (KINDS, MARKET_SIZE + 1, MARKET_SIZE + 1)
    return Desk(
        np.zeros((HORSE, 2 * STAY + 1)),
        np.zeros(square),
        np.zeros(square, np.int64),
    )


@njit(cache=True, nogil=True)
def table_worth(board, worth, hand, horses, refill, emptied):
    """Worth of what belongs to no kind, after changes of the own hand and stable."""
    seat, part = board[SEAT], phase(board)
    own = board[HOLDING + KINDS * seat + HORSE] + horses
    others = board[HOLDING + KINDS * (1 - seat) + HORSE]
    other_hand = board[HAND + 1 - seat]
    unknown = other_hand
    for kind in range(HORSE):
        unknown -= board[KNOWN + HORSE * (1 - seat) + kind]
    total = worth.hand[part, board[HAND + seat] + hand] + worth.stables[part, own, others]
    total += worth.market[part, board[MARKET + HORSE] - horses, refill]
    total += worth.piles[part, board[EMPTY] + emptied]
    return total + worth.other[part, other_hand, unknown]


@njit(cache=True, nogil=True)
def ahead(board, gain, horses):
    """Points ahead, as the seat to act sees them, after such a gain; the round being over then."""
    seat = board[SEAT]
    own = board[HOLDING + KINDS * seat + HORSE] + horses
    others = board[HOLDING + KINDS * (1 - seat) + HORSE]
    points = gain + STABLE_VALUE * ((own > others) - (own < others))
    return points + standing(board, seat)


@njit(cache=True, nogil=True)
def standing(board, seat):
    """Points of tokens by which a seat is ahead, council tokens at their means."""
    goods = board[GOODS_POINTS + seat] - board[GOODS_POINTS + 1 - seat]
    return goods + board[COUNCIL_MEANS + seat] - board[COUNCIL_MEANS + 1 - seat]


@njit(cache=True, nogil=True)
def final(points):
    """The worth of ending the round with so many points ahead."""
    return points + SURE * ((points > 0) - (points < 0))


@njit(cache=True, nogil=True)
def appraise(board, worth, desk):
    """Fills `desk.goods`. Returns the worth of all goods as they are."""
    seat, part, total = board[SEAT], phase(board), 0.0
    for kind in range(HORSE):
        market, own = board[MARKET + kind], board[HOLDING + KINDS * seat + kind]
        other = board[KNOWN + HORSE * (1 - seat) + kind]
        table = worth.goods[part, kind, board[TOKENS + kind]]
        for taken in range(-min(own, MARKET_SIZE), market + 1):
            if own + taken <= HAND_LIMIT and market - taken <= MARKET_SIZE:
                desk.goods[kind, STAY + taken] = table[own + taken, market - taken, other]
        total += desk.goods[kind, STAY]
    return total


@njit(cache=True, nogil=True)
def sale_worth(board, sums, worth, kind, number, rest):
    """Worth of a sale; `rest` is what all other goods are worth."""
    seat, left = board[SEAT], board[TOKENS + kind]
    gain = 1.0 * token_sum(sums, kind, left, number)
    tier = min(number, 5) - 3
    if tier >= 0 and board[COUNCIL + tier]:
        gain += MEANS[tier]
    emptied = 1 if 0 < left <= number else 0
    if board[EMPTY] + emptied >= EMPTY_PILES_AT_END:
        return final(ahead(board, gain, 0))
    own = board[HOLDING + KINDS * seat + kind] - number
    other = board[KNOWN + HORSE * (1 - seat) + kind]
    after = max(0, left - number)
    goods = rest + worth.goods[phase(board), kind, after, own, board[MARKET + kind], other]
    table = table_worth(board, worth, -number, 0, 0, emptied)
    return standing(board, seat) + gain + goods + table


@njit(cache=True, nogil=True)
def taking_worth(board, worth, desk, kind, total):
    """Worth of taking one of a kind, or all horses; `total` is what all goods are worth now."""
    horses = board[MARKET + HORSE] if kind == HORSE else 0
    refill = horses if kind == HORSE else 1
    if refill > board[DECK]:
        return final(ahead(board, 0.0, horses))
    if kind < HORSE:
        total += desk.goods[kind, STAY + 1] - desk.goods[kind, STAY]
    hand = 0 if kind == HORSE else 1
    table = table_worth(board, worth, hand, horses, refill, 0)
    return standing(board, board[SEAT]) + total + table


@njit(cache=True, nogil=True)
def swap_worth(board, worth, horses, goods):
    """Worth of an exchange that gives so many horses; `goods` is what all goods are worth then."""
    if board[LIMIT] and board[EXCHANGES] + 1 >= board[LIMIT]:
        return final(ahead(board, 0.0, -horses))
    table = table_worth(board, worth, horses, -horses, 0, 0)
    return standing(board, board[SEAT]) + goods + table


@njit(cache=True, nogil=True)
def turn_worth(board, sums, worth, desk, total, code):
    """Worth of a legal turn; the desk has been filled by `appraise`, which returned `total`."""
    verb, rest = code & VERB_MASK, code >> VERB_BITS
    if verb == SELL:
        kind = rest & COUNT_MASK
        others = total - desk.goods[kind, STAY]
        return sale_worth(board, sums, worth, kind, rest >> COUNT_BITS, others)
    if verb != SWAP:
        kind = rest if verb == TAKE else HORSE
        return taking_worth(board, worth, desk, kind, total)
    horses = (rest >> (COUNT_BITS * 2 * HORSE)) & COUNT_MASK
    for kind in range(HORSE):
        taken = (rest >> (COUNT_BITS * kind)) & COUNT_MASK
        taken -= (rest >> (COUNT_BITS * (HORSE + kind))) & COUNT_MASK
        total += desk.goods[kind, STAY + taken] - desk.goods[kind, STAY]
    return swap_worth(board, worth, horses, total)


@njit(cache=True, nogil=True)
def best_turn(board, sums, worth, desk):
    """The turn of highest worth, and its worth."""
    seat, total = board[SEAT], appraise(board, worth, desk)
    best, most = -1, NEVER
    for kind in range(KINDS):
        is_there = board[MARKET + kind] > 0
        if is_there and (kind == HORSE or board[HAND + seat] < HAND_LIMIT):
            value = taking_worth(board, worth, desk, kind, total)
            if value > most:
                best, most = (HORSES if kind == HORSE else TAKE | kind << VERB_BITS), value
    for kind in range(HORSE):
        fewest = FEWEST_PRECIOUS if kind < 3 else 1
        for number in range(fewest, board[HOLDING + KINDS * seat + kind] + 1):
            others = total - desk.goods[kind, STAY]
            value = sale_worth(board, sums, worth, kind, number, others)
            if value > most:
                best, most = SELL | (kind | number << COUNT_BITS) << VERB_BITS, value
    code, value = best_swap(board, worth, desk)
    return (code, value) if value > most else (best, most)


@njit(cache=True, nogil=True)
def best_swap(board, worth, desk):
    """The exchange of highest worth: kind by kind, the best way to each (taken, given)."""
    reach, steps, seat = desk.reach, desk.steps, board[SEAT]
    reach[:] = NEVER
    reach[0, 0, 0] = 0.0
    for kind in range(HORSE):
        market = board[MARKET + kind]
        fewest = -min(board[HOLDING + KINDS * seat + kind], MARKET_SIZE)
        _advance(reach[kind], reach[kind + 1], steps[kind + 1], desk.goods[kind], fewest, market)
    best, most, paid, number = -1, NEVER, 0, 0
    horses = min(board[HOLDING + KINDS * seat + HORSE], HAND_LIMIT - board[HAND + seat])
    for given in range(min(horses, MARKET_SIZE) + 1):
        for size in range(max(FEWEST_SWAPPED, given), MARKET_SIZE + 1):
            goods = reach[HORSE, size, size - given]
            if goods > NEVER:
                value = swap_worth(board, worth, given, goods)
                if value > most:
                    best, most, paid, number = 0, value, given, size
    if best == 0:
        best = _traced(steps, number, paid)
    return best, most


@njit(cache=True, nogil=True)
def _advance(before, after, steps, goods, fewest, most):
    """One kind more: what is reached by taking or giving so many of it, or neither."""
    for taken in range(MARKET_SIZE + 1):
        for given in range(MARKET_SIZE + 1):
            base = before[taken, given]
            if base == NEVER:
                continue
            for step in range(max(fewest, given - MARKET_SIZE), min(most, MARKET_SIZE - taken) + 1):
                t = taken + max(step, 0)
                g = given + max(-step, 0)
                value = base + goods[STAY + step]
                if value > after[t, g]:
                    after[t, g] = value
                    steps[t, g] = step


@njit(cache=True, nogil=True)
def _traced(steps, size, horses):
    """The exchange of that size that gives so many horses, read back from the steps."""
    code = SWAP | horses << (GIVEN_SHIFT + COUNT_BITS * HORSE)
    taken, given = size, size - horses
    for stage in range(HORSE, 0, -1):
        step, kind = steps[stage, taken, given], stage - 1
        if step > 0:
            code |= step << (VERB_BITS + COUNT_BITS * kind)
            taken -= step
        elif step < 0:
            code |= -step << (GIVEN_SHIFT + COUNT_BITS * kind)
            given += step
    return code


@njit(cache=True, nogil=True)
def worths(board, sums, worth, desk, codes, values):
    """Writes all legal turns and their worths; returns how many there are."""
    number = turns(board, codes)
    total = appraise(board, worth, desk)
    for place in range(number):
        values[place] = turn_worth(board, sums, worth, desk, total, codes[place])
    return number
