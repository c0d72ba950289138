"""The fast generator of Battlehanse and the naive one list the same turns on random tables."""

import random

import pytest

from libs.rules.game import IllegalMoveError
from libs.rules.hanse import Hanse, MatchState
from libs.rules.hanse.position import read_table
from tests.contract.rules.naive import hanse as naive
from tests.unit.libs.rules.hanse.tables import random_table

pytestmark = pytest.mark.contract

HANSE = Hanse()
OPTIONS = HANSE.options(None, {})


def random_state(rnd: random.Random) -> tuple[MatchState, list[str]]:
    """A match at a random table, and the turns that the naive generator finds."""
    said = random_table(rnd)
    seat = said["turn"]
    hand = [name for name, number in said["hands"][seat].items() for _ in range(number)]
    state = HANSE.setup_at(OPTIONS, *read_table(said, 2, 40))
    return state, naive.legal_turns(said["market"], hand, said["stables"][seat])


def test_both_generators_agree_on_random_tables() -> None:
    rnd = random.Random(11)
    for _ in range(10_000):
        state, expected = random_state(rnd)
        assert state.table
        assert HANSE.legal_turns(state, state.table.seat) == expected


def test_check_refuses_exactly_what_is_not_listed() -> None:
    rnd, known = random.Random(12), {"horses", "take horse", "sell horse", "swap gold>fur"}
    for _ in range(150):
        state, expected = random_state(rnd)
        for text in known | set(expected):
            if text in expected:
                HANSE.check(state, text)
            else:
                with pytest.raises(IllegalMoveError):
                    HANSE.check(state, text)
        known |= set(expected)
