"""The easy opponent: errs often, but never looks broken."""

import random

import pytest

from libs.engines.hanse import easy
from libs.engines.hanse.seen import Seen
from libs.rules.hanse.notation import Sell, read
from tests.unit.libs.engines.hanse.rounds import HANSE, random_states, table_of

pytestmark = [pytest.mark.unit, pytest.mark.slow]


def situations(number: int) -> list[tuple[Seen, list[str]]]:
    found = []
    for state, _ in random_states(number, None):
        seat = table_of(state).seat
        found.append((Seen.of(HANSE.view(state, seat), seat), HANSE.legal_turns(state, seat)))
    return found


def test_it_errs_often_but_not_always() -> None:
    dice, errors, times = random.Random(1), 0, 0
    for seen, turns in situations(12):
        worths = {turn: easy.own_worth(seen, read(turn)) for turn in turns}
        times += 1
        errors += worths[easy.chosen(seen, turns, dice)] < max(worths.values()) - 0.5
    assert 0.2 < errors / times < 0.7


def test_it_never_plays_a_turn_that_looks_silly() -> None:
    dice = random.Random(2)
    for seen, turns in situations(20):
        move = read(easy.chosen(seen, turns, dice))
        best = max(easy.own_worth(seen, read(turn)) for turn in turns)
        is_bait = easy.at_once(seen, move) >= easy.BAIT
        assert is_bait or easy.own_worth(seen, move) >= best - easy.TOLERANCE


def test_it_never_sells_for_nothing_while_a_grand_sale_lies_there() -> None:
    dice, grand = random.Random(3), 0
    for seen, turns in situations(30):
        if max(easy.at_once(seen, read(turn)) for turn in turns) < 15:
            continue
        grand += 1
        for _ in range(10):
            move = read(easy.chosen(seen, turns, dice))
            assert not isinstance(move, Sell) or easy.at_once(seen, move) > 1
    assert grand > 3


def test_it_takes_an_obviously_good_sale_now_and_then() -> None:
    dice, offered, taken = random.Random(4), 0, 0
    for seen, turns in situations(20):
        most = max(easy.at_once(seen, read(turn)) for turn in turns)
        if most >= easy.BAIT:
            offered += 1
            taken += easy.at_once(seen, read(easy.chosen(seen, turns, dice))) == most
    assert offered > 15
    assert 0.3 < taken / offered < 0.95


def test_the_same_dice_play_the_same_turn() -> None:
    for seen, turns in situations(3):
        one, two = (easy.chosen(seen, turns, random.Random(5)) for _ in range(2))
        assert one == two
