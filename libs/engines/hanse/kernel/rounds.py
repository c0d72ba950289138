"""Whole rounds played by worth alone, and what is noted of them: weights are fitted to that."""

import numpy as np
from numba import njit

from libs.engines.hanse.kernel.board import (
    COUNCIL,
    DECK,
    EMPTY,
    ENDED,
    HAND,
    HOLDING,
    KINDS,
    KNOWN,
    MARKET,
    MOST_TURNS,
    SEAT,
    TOKENS,
)
from libs.engines.hanse.kernel.choice import best_turn, standing
from libs.engines.hanse.kernel.dealing import drawn, shuffle
from libs.engines.hanse.kernel.play import lead, play, turns, verdict
from libs.engines.hanse.kernel.worth import ROWS, TABLE, WIDTH, note_goods, note_table, phase
from libs.rules.hanse.goods import CARDS, HAND_SIZE, HORSE, LAID_OUT, MARKET_SIZE

LONGEST = 150
"""Turns after which a round is scored as it stands: some would never end."""

THOUSAND = 1000


@njit(cache=True, nogil=True)
def lay_out(board, deck, council, dice):
    """Deals a round: `board` has its tokens and limits set, `deck` room for 52 cards."""
    number = 0
    for kind in range(KINDS):
        for _ in range(CARDS[kind] - (LAID_OUT if kind == HORSE else 0)):
            deck[number] = kind
            number += 1
    shuffle(deck, number, dice)
    board[MARKET + HORSE] = LAID_OUT
    for seat in range(2):
        for _ in range(HAND_SIZE):
            number -= 1
            board[HOLDING + KINDS * seat + deck[number]] += 1
            board[HAND + seat] += deck[number] < HORSE
    for _ in range(MARKET_SIZE - LAID_OUT):
        number -= 1
        board[MARKET + deck[number]] += 1
    board[DECK] = number
    for tier in range(3):
        shuffle(council[tier], board[COUNCIL + tier], dice)


@njit(cache=True, nogil=True)
def played(empty, piles, sums, worth, slips, dice, notes, phases, rest, desk):
    """Plays rounds until `notes` is full; returns how many of its rows are of whole rounds.

    A row is what the seat that has just acted weighs, `rest` the points that it gained from there
    to the end. In `slips` of a thousand turns any legal one is played.
    """
    deck, codes = np.zeros(64, np.int64), np.zeros(MOST_TURNS, np.int64)
    seats, number = np.zeros(LONGEST, np.int64), 0
    while True:
        board, council = empty.copy(), piles.copy()
        lay_out(board, deck, council, dice)
        first = number
        while not board[ENDED] and number - first < LONGEST:
            if number == len(rest):
                return first
            code, _ = best_turn(board, sums, worth, desk)
            if drawn(dice, THOUSAND) < slips:
                code = codes[drawn(dice, turns(board, codes))]
            seats[number - first], phases[number] = board[SEAT], phase(board)
            rest[number] = -_noted(board, deck, council, sums, code, notes[number])
            play(board, deck, council, sums, code)
            # A turn that ends the round has no worth: its points are known.
            number += not board[ENDED]
        for place in range(first, number):
            rest[place] += lead(board, seats[place - first])


@njit(cache=True, nogil=True)
def _noted(board, deck, council, sums, code, row):
    """Notes the position after a turn, before the market is filled. Returns the lead there."""
    after, x, seat = board.copy(), np.zeros(WIDTH), board[SEAT]
    after[DECK] = 0
    play(after, deck, council, sums, code)
    row[:] = 0.0
    refill, known = MARKET_SIZE - after[MARKET + HORSE], 0
    for kind in range(HORSE):
        own, other = after[HOLDING + KINDS * seat + kind], after[KNOWN + HORSE * (1 - seat) + kind]
        market = after[MARKET + kind]
        note_goods(x, sums, kind, after[TOKENS + kind], own, market, other)
        row[WIDTH * ROWS[kind] : WIDTH * ROWS[kind] + WIDTH] += x
        refill -= market
        known += other
    horses = after[HOLDING + KINDS * seat + HORSE]
    others = after[HOLDING + KINDS * (1 - seat) + HORSE]
    hand, left = after[HAND + 1 - seat], after[MARKET + HORSE]
    own_hand = after[HAND + seat]
    note_table(x, own_hand, horses, others, left, refill, after[EMPTY], hand, hand - known)
    row[WIDTH * TABLE :] = x
    return standing(after, seat)


@njit(cache=True, nogil=True)
def matched(empty, piles, sums, one, other, deals, dice, desk):
    """The share of seals that worths `one` get from worths `other`, each deal played twice."""
    deck, seals = np.zeros(64, np.int64), 0
    for _ in range(deals):
        start, order = empty.copy(), piles.copy()
        lay_out(start, deck, order, dice)
        for seat in range(2):
            board, number = start.copy(), 0
            while not board[ENDED] and number < LONGEST:
                worth = one if board[SEAT] == seat else other
                code, _ = best_turn(board, sums, worth, desk)
                play(board, deck, order, sums, code)
                number += 1
            seals += verdict(board, seat)
    return 0.5 + seals / (4.0 * deals)
