"""The fast generator of Dara and the naive one list the same turns; `check` refuses the rest."""

import random

import pytest

from libs.rules.dara import Dara
from libs.rules.dara.board import BOARD
from libs.rules.explain import REFUSALS
from libs.rules.game import IllegalMoveError
from libs.rules.stones.progress import ProgressState
from tests.contract.rules.naive import dara as naive
from tests.contract.rules.naive.positions import text_at_random

pytestmark = pytest.mark.contract

DARA = Dara()
OPTIONS = DARA.options(None, {})
SQUARE = {name: square for square, name in naive.NAMES.items()}


def naive_turns(state: ProgressState) -> list[str]:
    own, other = (
        {SQUARE[name] for name in BOARD.names(state.stones[seat])}
        for seat in (state.seat, 1 - state.seat)
    )
    hands = (state.hands[state.seat], state.hands[1 - state.seat])
    return naive.legal_turns(own, other, hands)


def test_both_generators_agree_on_random_positions() -> None:
    rnd = random.Random(5)
    for _ in range(10_000):
        state = DARA.setup_at(OPTIONS, text_at_random(rnd, BOARD.points, 12))
        expected = naive_turns(state)
        if state.outcome is None:
            assert DARA.legal_turns(state, state.seat) == expected, DARA.position(state)
        elif state.outcome.reason == "blocked":
            assert expected == []


def test_check_refuses_exactly_what_is_not_listed() -> None:
    rnd = random.Random(6)
    steps = [*BOARD.points, *(f"{s}-{t}" for s in BOARD.points for t in BOARD.points)]
    for _ in range(20):
        state = DARA.setup_at(OPTIONS, text_at_random(rnd, BOARD.points, 12))
        allowed = set(DARA.legal_turns(state, state.seat))
        for text in [*steps, *(f"{rnd.choice(steps)}x{taken}" for taken in BOARD.points * 40)]:
            if text in allowed:
                DARA.check(state, text)
            else:
                with pytest.raises(IllegalMoveError) as caught:
                    DARA.check(state, text)
                assert caught.value.code in REFUSALS["dara"]
