"""The kernels of Battlehanse know the same rules as `libs.rules`: turns, what they do, scores."""

import numpy as np
import pytest

from libs.engines.hanse.codes import code_of, text_of
from libs.engines.hanse.kernel import board as at
from libs.engines.hanse.kernel.choice import appraise, best_turn, desk, turn_worth, worths
from libs.engines.hanse.kernel.play import lead, play, turns, verdict
from libs.engines.hanse.packing import packed, sums_of
from libs.engines.hanse.seen import Seen
from libs.engines.hanse.weights import Tables
from libs.rules.game import Seat
from libs.rules.hanse.goods import NONE, TOKENS
from libs.rules.hanse.moves import all_turns
from libs.rules.hanse.state import Table
from tests.unit.libs.engines.hanse.rounds import HANSE, piles, random_states, table_of, whole_board

pytestmark = pytest.mark.contract

ROUNDS = 60
"""Some three thousand positions."""

LIMIT = 3
"""Exchanges in a row that end a round here: often enough that it happens."""

SUMS = sums_of(TOKENS)


def test_kernels_list_exactly_the_legal_turns() -> None:
    codes, most = np.zeros(at.MOST_TURNS, np.int64), 0
    for state, _ in random_states(ROUNDS, LIMIT):
        table = table_of(state)
        number = turns(whole_board(table, LIMIT), codes)
        listed = [text_of(int(code)) for code in codes[:number]]
        assert sorted(listed) == HANSE.legal_turns(state, table.seat)
        assert [code_of(turn) for turn in listed] == codes[:number].tolist()
        most = max(most, number)
    assert most > 100


def test_a_turn_does_the_same_to_a_board_as_to_a_table() -> None:
    ends = set()
    for state, turn in random_states(ROUNDS, LIMIT):
        table = table_of(state)
        board, (deck, council) = whole_board(table, LIMIT), piles(table)
        play(board, deck, council, SUMS, code_of(turn))
        then = HANSE.play(state, turn)
        assert board.tolist() == whole_board(table_of(then), LIMIT).tolist(), turn
        if then.sheets:
            ends.add(int(board[at.ENDED]))
            one, other = then.sheets[-1].scores
            assert [lead(board, 0), lead(board, 1)] == [one - other, other - one]
            winner = {None: 0, 0: 1, 1: -1}[then.sheets[-1].winner]
            assert [verdict(board, 0), verdict(board, 1)] == [winner, -winner]
    assert ends == {at.BY_TOKENS, at.BY_DECK, at.BY_STANDSTILL}


def test_a_view_is_packed_as_the_table_without_what_it_hides() -> None:
    for state, _ in random_states(25, LIMIT):
        table = table_of(state)
        seat, whole = table.seat, whole_board(table, LIMIT)
        view = packed(Seen.of(HANSE.view(state, seat), seat))
        if seat:
            whole = with_seats_exchanged(whole)
        hidden = at.HOLDING + at.KINDS
        whole[hidden : hidden + at.KINDS - 1] = 0
        own = whole[at.COUNCIL_POINTS]
        whole[at.COUNCIL_MEANS], whole[at.COUNCIL_POINTS + 1] = own, whole[at.COUNCIL_MEANS + 1]
        assert view.board.tolist() == whole.tolist()


def with_seats_exchanged(board: np.ndarray) -> np.ndarray:
    """The same board, seat 1 first."""
    other = board.copy()
    widths = {at.HOLDING: at.KINDS, at.KNOWN: at.KINDS - 1}
    pairs = (at.GOODS_POINTS, at.COUNCIL_POINTS, at.COUNCIL_MEANS, at.GOODS_NUMBER)
    for place in (*widths, *pairs, at.COUNCIL_NUMBER, at.HAND):
        width = widths.get(place, 1)
        one, two = board[place : place + width], board[place + width : place + 2 * width]
        other[place : place + width], other[place + width : place + 2 * width] = two, one
    other[at.SEAT] = 1 - board[at.SEAT]
    return other


def test_the_best_turn_found_by_parts_is_the_best_of_all_listed() -> None:
    room, tables = desk(), Tables()
    codes, values = np.zeros(at.MOST_TURNS, np.int64), np.zeros(at.MOST_TURNS)
    for state, _ in random_states(25, LIMIT):
        seat = table_of(state).seat
        view = packed(Seen.of(HANSE.view(state, seat), seat))
        worth = tables.of(view.sums)
        number = worths(view.board, view.sums, worth, room, codes, values)
        code, value = best_turn(view.board, view.sums, worth, room)
        assert value == pytest.approx(values[:number].max())
        total = appraise(view.board, worth, room)
        assert turn_worth(view.board, view.sums, worth, room, total, code) == pytest.approx(value)
        assert code in codes[:number]


def test_the_longest_list_of_turns_has_room() -> None:
    """Five kinds to take, two kinds and a full stable to pay with."""
    table = Table(
        market=(1, 1, 1, 1, 1, 0, 0, 0),
        deck=(),
        holdings=((0, 0, 1, 1, 1, 2, 9, 0), NONE),
        seat=Seat(0),
        starter=Seat(0),
    )
    codes = np.zeros(at.MOST_TURNS, np.int64)
    number = turns(whole_board(table, None), codes)
    assert sorted(text_of(int(code)) for code in codes[:number]) == all_turns(table)
    assert 150 < number < at.MOST_TURNS / 2
