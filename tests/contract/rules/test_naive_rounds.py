"""Whole rounds of Battlehanse by the rules and by the naive round: the same at each step."""

import random
from typing import Any

import pytest

from libs.rules.game import FIRST, SECOND
from libs.rules.hanse import Hanse
from libs.rules.hanse.position import read_setup
from libs.rules.referee.games import adapter
from tests.contract.rules.naive.hanse_round import NaiveRound
from tests.unit.libs.rules.hanse.tables import setup

pytestmark = pytest.mark.contract

HANSE = Hanse()
OPTIONS = HANSE.options(None, {})


def liked(turns: list[str], style: str, rnd: random.Random) -> str:
    """A turn of a style of play: each style leads to another end of the round."""
    wanted = [turn for turn in turns if turn.startswith(style)]
    return rnd.choice(wanted if wanted and rnd.random() < 0.95 else turns)


@pytest.mark.parametrize("style", ["sell", "horses", "take", "swap"])
def test_rounds_go_and_end_the_same(style: str) -> None:
    ends: set[str] = set()
    for seed in range(40):
        rnd, said = random.Random(seed), setup(seed, starter=seed % 2)
        naive, state = NaiveRound(said), HANSE.setup_at(OPTIONS, read_setup(said), (0, 0))
        while True:
            reply: Any = adapter("hanse").describe(state, None)
            assert reply["position"] == naive.position()
            assert reply["result"] == naive.result()
            if reply["result"]:
                ends.add(reply["result"]["reason"])
                break
            turns = HANSE.legal_turns(state, SECOND if naive.turn else FIRST)
            turn = liked(turns, style, rnd)
            state = HANSE.play(state, turn)
            naive.play(turn)
    expected = {"sell": {"tokens"}, "horses": set(), "take": {"deck"}, "swap": {"standstill"}}
    assert expected[style] <= ends
