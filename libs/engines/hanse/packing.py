"""What a seat sees, as the arrays that kernels work on. The seat itself is always seat 0 there."""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from libs.engines.hanse.kernel import board as at
from libs.engines.hanse.kernel.play import MEANS
from libs.engines.hanse.kernel.worth import MOST_TOKENS
from libs.engines.hanse.seen import Seen
from libs.rules.hanse.goods import GOODS, HORSE, TIERS, TOKENS

Row = NDArray[np.int64]
OWN: Final = 0
OTHER: Final = 1
MOST_COUNCIL: Final = 7


class Packed(NamedTuple):
    """One view. `pool` counts cards that can't be placed, `hidden` how many of them are in the
    other's hand; `values[tier]` are the council values not seen, `unseen[tier]` how many of them
    the other has.
    """

    board: Row
    sums: Row
    pool: Row
    hidden: int
    values: Row
    unseen: Row


def packed(seen: Seen) -> Packed:
    """The arrays of a view."""
    values = np.zeros((len(TIERS), MOST_COUNCIL), np.int64)
    for tier in range(len(TIERS)):
        hidden = seen.hidden_council(tier)
        values[tier, : len(hidden)] = hidden
    return Packed(
        board=_board(seen),
        sums=sums_of(seen.tokens),
        pool=np.array(seen.hidden_cards()[: HORSE + 1], np.int64),
        hidden=seen.other.hidden,
        values=values,
        unseen=np.array(seen.other.council, np.int64),
    )


def sums_of(tokens: tuple[tuple[int, ...], ...]) -> Row:
    """What the lowest n tokens of each kind are worth. A pile that only lost its first tokens has
    the row of the whole pile, so that all ordinary rounds have the same sums.
    """
    sums = np.zeros((len(GOODS), MOST_TOKENS + 1), np.int64)
    for kind, left in enumerate(tokens):
        whole = TOKENS[kind]
        pile = whole if left == whole[len(whole) - len(left) :] else left
        sums[kind, 1 : len(pile) + 1] = np.cumsum(pile[::-1])
    return sums


def _board(seen: Seen) -> Row:
    board = np.zeros(at.SIZE, np.int64)
    own, other = seen.own, seen.other
    _put(board, at.MARKET, seen.market)
    _put(board, at.HOLDING, (*own.hand, own.horses))
    _put(board, at.HOLDING + at.KINDS, (*(0 for _ in GOODS), other.horses))
    _put(board, at.KNOWN, (*own.known, *other.known))
    _put(board, at.TOKENS, [len(pile) for pile in seen.tokens])
    _put(board, at.COUNCIL, seen.council_left)
    board[at.DECK] = seen.deck_left
    _put(board, at.GOODS_NUMBER, (own.goods[0], other.goods[0]))
    _put(board, at.GOODS_POINTS, (own.goods[1], other.goods[1]))
    means = sum(n * mean for n, mean in zip(other.council, MEANS, strict=True))
    points = sum(map(sum, own.council))
    _put(board, at.COUNCIL_POINTS, (points, means))
    _put(board, at.COUNCIL_MEANS, (points, means))
    _put(board, at.COUNCIL_NUMBER, (sum(map(len, own.council)), sum(other.council)))
    _put(board, at.HAND, (sum(own.hand), sum(other.known) + other.hidden))
    board[at.EXCHANGES] = seen.exchanges
    board[at.LIMIT] = seen.standstill_limit
    board[at.EMPTY] = sum(not pile for pile in seen.tokens)
    board[at.SEAT] = OWN
    return board


def _put(board: Row, place: int, numbers: "tuple[int, ...] | list[int]") -> None:
    board[place : place + len(numbers)] = numbers
