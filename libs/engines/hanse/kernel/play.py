"""The rules on a board: all legal turns, what a turn does, the score. No second opinion: tests
compare each of them with `libs.rules.hanse`.
"""

import numpy as np
from numba import njit

from libs.engines.hanse.kernel.board import (
    BY_DECK,
    BY_STANDSTILL,
    BY_TOKENS,
    COUNCIL,
    COUNCIL_MEANS,
    COUNCIL_NUMBER,
    COUNCIL_POINTS,
    COUNT_BITS,
    COUNT_MASK,
    DECK,
    EMPTY,
    ENDED,
    EXCHANGES,
    GIVEN_SHIFT,
    GOODS_NUMBER,
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
from libs.rules.hanse.goods import (
    FEWEST_PRECIOUS,
    FEWEST_SWAPPED,
    HAND_LIMIT,
    HORSE,
    MARKET_SIZE,
    STABLE_VALUE,
)
from libs.rules.hanse.play import EMPTY_PILES_AT_END

MEANS = (2, 5, 9)


@njit(cache=True, nogil=True)
def play(board, deck, council, sums, code):
    """Plays a legal turn."""
    seat, verb, rest = board[SEAT], code & VERB_MASK, code >> VERB_BITS
    if verb == SELL:
        _sell(board, council, sums, rest & COUNT_MASK, rest >> COUNT_BITS)
    elif verb == SWAP:
        _swap(board, rest)
    else:
        kind = rest & COUNT_MASK if verb == TAKE else HORSE
        number = 1 if verb == TAKE else board[MARKET + HORSE]
        board[MARKET + kind] -= number
        board[HOLDING + KINDS * seat + kind] += number
        if verb == TAKE:
            board[HAND + seat] += 1
            board[KNOWN + HORSE * seat + kind] += 1
        board[EXCHANGES] = 0
        _refill(board, deck, number)
    board[SEAT] = 1 - seat


@njit(cache=True, nogil=True)
def _refill(board, deck, number):
    for _ in range(number):
        left = board[DECK]
        if left == 0:
            board[ENDED] = BY_DECK
            return
        board[DECK] = left - 1
        board[MARKET + deck[left - 1]] += 1


@njit(cache=True, nogil=True)
def _swap(board, rest):
    seat = board[SEAT]
    holding, known = HOLDING + KINDS * seat, KNOWN + HORSE * seat
    for kind in range(KINDS):
        given = (rest >> (COUNT_BITS * (HORSE + kind))) & COUNT_MASK
        taken = (rest >> (COUNT_BITS * kind)) & COUNT_MASK if kind < HORSE else 0
        if given or taken:
            board[MARKET + kind] += given - taken
            board[holding + kind] += taken - given
            if kind < HORSE:
                board[known + kind] = max(0, board[known + kind] - given) + taken
            else:
                board[HAND + seat] += given
    board[EXCHANGES] += 1
    if board[LIMIT] and board[EXCHANGES] >= board[LIMIT]:
        board[ENDED] = BY_STANDSTILL


@njit(cache=True, nogil=True)
def _sell(board, council, sums, kind, number):
    seat, left = board[SEAT], board[TOKENS + kind]
    tokens = min(left, number)
    known = KNOWN + HORSE * seat + kind
    board[HOLDING + KINDS * seat + kind] -= number
    board[HAND + seat] -= number
    board[known] = max(0, board[known] - number)
    board[TOKENS + kind] = left - tokens
    board[GOODS_POINTS + seat] += sums[kind, left] - sums[kind, left - tokens]
    board[GOODS_NUMBER + seat] += tokens
    board[EXCHANGES] = 0
    tier = min(number, 5) - 3
    if tier >= 0 and board[COUNCIL + tier] > 0:
        board[COUNCIL + tier] -= 1
        board[COUNCIL_POINTS + seat] += council[tier, board[COUNCIL + tier]]
        board[COUNCIL_MEANS + seat] += MEANS[tier]
        board[COUNCIL_NUMBER + seat] += 1
    if tokens and tokens == left:
        board[EMPTY] += 1
    if board[EMPTY] >= EMPTY_PILES_AT_END:
        board[ENDED] = BY_TOKENS


@njit(cache=True, nogil=True)
def lead(board, seat):
    """Points by which a seat is ahead, were the round over now."""
    horses = board[HOLDING + KINDS * seat + HORSE]
    others = board[HOLDING + KINDS * (1 - seat) + HORSE]
    goods = board[GOODS_POINTS + seat] - board[GOODS_POINTS + 1 - seat]
    council = board[COUNCIL_POINTS + seat] - board[COUNCIL_POINTS + 1 - seat]
    return goods + council + STABLE_VALUE * ((horses > others) - (horses < others))


@njit(cache=True, nogil=True)
def verdict(board, seat):
    """1 if a seat would get the seal, were the round over now, -1 if the other, 0 if nobody."""
    for difference in (
        lead(board, seat),
        board[COUNCIL_NUMBER + seat] - board[COUNCIL_NUMBER + 1 - seat],
        board[GOODS_NUMBER + seat] - board[GOODS_NUMBER + 1 - seat],
    ):
        if difference:
            return 1 if difference > 0 else -1
    return 0


@njit(cache=True, nogil=True)
def turns(board, codes):
    """Writes all legal turns of the seat to act into `codes`; returns how many there are."""
    seat = board[SEAT]
    holding = HOLDING + KINDS * seat
    number = 0
    if board[MARKET + HORSE]:
        codes[number] = HORSES
        number += 1
    for kind in range(HORSE):
        if board[MARKET + kind] and board[HAND + seat] < HAND_LIMIT:
            codes[number] = TAKE | kind << VERB_BITS
            number += 1
        fewest = FEWEST_PRECIOUS if kind < 3 else 1
        for sold in range(fewest, board[holding + kind] + 1):
            codes[number] = SELL | (kind | sold << COUNT_BITS) << VERB_BITS
            number += 1
    return _takings(board, codes, number)


@njit(cache=True, nogil=True)
def _takings(board, codes, number):
    """Appends all exchanges: every way to take goods out of the market, then every way to pay."""
    taken = np.zeros(HORSE, np.int64)
    while True:
        kind = 0
        while kind < HORSE and taken[kind] == board[MARKET + kind]:
            taken[kind] = 0
            kind += 1
        if kind == HORSE:
            return number
        taken[kind] += 1
        total = taken.sum()
        if FEWEST_SWAPPED <= total <= MARKET_SIZE:
            number = _payments(board, codes, number, taken)


@njit(cache=True, nogil=True)
def _payments(board, codes, number, taken):
    seat = board[SEAT]
    most = np.zeros(KINDS, np.int64)
    base, total = SWAP, 0
    for kind in range(HORSE):
        most[kind] = 0 if taken[kind] else board[HOLDING + KINDS * seat + kind]
        base |= taken[kind] << (VERB_BITS + COUNT_BITS * kind)
        total += taken[kind]
    horses = board[HOLDING + KINDS * seat + HORSE]
    most[HORSE] = min(horses, HAND_LIMIT - board[HAND + seat])
    given = np.zeros(KINDS, np.int64)
    paid, code = 0, 0
    while True:
        kind = 0
        while kind < KINDS and (given[kind] == most[kind] or paid == total):
            paid -= given[kind]
            code -= given[kind] << (GIVEN_SHIFT + COUNT_BITS * kind)
            given[kind] = 0
            kind += 1
        if kind == KINDS:
            return number
        given[kind] += 1
        paid += 1
        code += 1 << (GIVEN_SHIFT + COUNT_BITS * kind)
        if paid == total:
            codes[number] = base | code
            number += 1
