"""Samples: whole boards that a seat could be looking at, drawn evenly."""

import numpy as np
from numba import njit

from libs.engines.hanse.kernel.board import (
    COUNCIL,
    COUNCIL_POINTS,
    HOLDING,
    KINDS,
    KNOWN,
)
from libs.rules.hanse.goods import HORSE

MOST_HIDDEN = 64


@njit(cache=True, nogil=True)
def drawn(dice, below):
    """A whole number from 0 to just below `below`: xorshift64*, its high bits."""
    x = dice[0]
    x ^= x >> np.uint64(12)
    x ^= x << np.uint64(25)
    x ^= x >> np.uint64(27)
    dice[0] = x
    high = (x * np.uint64(2685821657736338717)) >> np.uint64(33)
    return np.int64(high) % below


@njit(cache=True, nogil=True)
def shuffle(cards, number, dice):
    """Puts the first so many cards in a random order."""
    for place in range(number - 1, 0, -1):
        other = drawn(dice, place + 1)
        cards[place], cards[other] = cards[other], cards[place]


@njit(cache=True, nogil=True)
def deal(board, deck, council, view, dice):
    """Turns `board`, a copy of the view's, into a sample; fills `deck` and `council`."""
    goods = 0
    for kind in range(HORSE):
        for _ in range(view.pool[kind]):
            deck[goods] = kind
            goods += 1
    shuffle(deck, goods, dice)
    holding = HOLDING + KINDS
    for kind in range(HORSE):
        board[holding + kind] = board[KNOWN + HORSE + kind]
    for place in range(goods - view.hidden, goods):
        board[holding + deck[place]] += 1
    left = goods - view.hidden
    for _ in range(view.pool[HORSE]):
        deck[left] = HORSE
        left += 1
    shuffle(deck, left, dice)
    board[COUNCIL_POINTS + 1] = 0
    for tier in range(3):
        values, pile = council[tier], board[COUNCIL + tier]
        values[:] = view.values[tier]
        shuffle(values, pile + view.unseen[tier], dice)
        for place in range(view.unseen[tier]):
            board[COUNCIL_POINTS + 1] += values[pile + place]
