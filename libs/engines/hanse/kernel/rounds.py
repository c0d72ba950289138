"""Whole rounds played on a board by worth alone: playouts, and the played rounds worth are
fitted to.
"""

from numba import njit

from libs.engines.hanse.kernel.board import (
    COUNCIL,
    DECK,
    ENDED,
    HAND,
    HOLDING,
    KINDS,
    MARKET,
)
from libs.engines.hanse.kernel.choice import (
    best_turn,
)
from libs.engines.hanse.kernel.dealing import shuffle
from libs.engines.hanse.kernel.play import play
from libs.rules.hanse.goods import CARDS, HAND_SIZE, HORSE, LAID_OUT, MARKET_SIZE

LONGEST = 150
"""Turns after which a playout is scored as it stands: some rounds would never end."""


@njit(cache=True, nogil=True)
def play_out(board, deck, council, sums, worth, desk):
    """Plays a round to its end, each seat the best turn by worth. Returns the turns played."""
    number = 0
    while not board[ENDED] and number < LONGEST:
        code, _ = best_turn(board, sums, worth, desk)
        play(board, deck, council, sums, code)
        number += 1
    return number


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
