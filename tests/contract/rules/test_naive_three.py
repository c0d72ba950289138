"""The fast generators of the two games on nine points agree with the naive one."""

import random

import pytest

from libs.rules.game import IllegalMoveError
from libs.rules.stones.layout import COLOURS
from libs.rules.stones.square import POINTS
from libs.rules.three import Three
from libs.rules.tictactoe import TicTacToe
from tests.contract.rules.naive import three as naive
from tests.contract.rules.naive.positions import stones_at_random, text_at_random

pytestmark = pytest.mark.contract

THREE, TICTACTOE = Three(), TicTacToe()
POINT = {name: point for point, name in naive.NAMES.items()}
EVERY_TEXT = [*POINTS, *(f"{source}-{target}" for source in POINTS for target in POINTS)]


def test_three_mens_morris_agrees_on_random_positions() -> None:
    rnd, options = random.Random(8), THREE.options(None, {})
    for _ in range(10_000):
        state = THREE.setup_at(options, text_at_random(rnd, POINTS, 3))
        sides = [{POINT[name] for name in THREE.board.names(bits)} for bits in state.stones]
        own, other = sides[state.seat], sides[1 - state.seat]
        expected = naive.legal_turns(own, other, (state.hands[state.seat], sum(state.hands)))
        if naive.has_line(own) or naive.has_line(other):
            assert state.outcome
            assert state.outcome.reason == "line"
        elif not expected and state.hands == (0, 0):
            assert state.outcome
            assert state.outcome.reason == "blocked"
        else:
            assert THREE.legal_turns(state, state.seat) == expected, THREE.position(state)


def test_three_mens_morris_refuses_exactly_what_is_not_listed() -> None:
    rnd, options = random.Random(9), THREE.options(None, {})
    for _ in range(200):
        state = THREE.setup_at(options, text_at_random(rnd, POINTS, 3))
        allowed = set(THREE.legal_turns(state, state.seat))
        for text in EVERY_TEXT:
            if text in allowed:
                THREE.check(state, text)
            else:
                with pytest.raises(IllegalMoveError):
                    THREE.check(state, text)


def test_tictactoe_agrees_on_random_positions() -> None:
    rnd = random.Random(10)
    for _ in range(10_000):
        white, black = stones_at_random(rnd, POINTS, 9)
        side = rnd.choice(COLOURS)
        text = f"W:{','.join(white)} B:{','.join(black)} T:{side}"
        state = TICTACTOE.setup_at({}, text)
        sides = [{POINT[name] for name in points} for points in (white, black)]
        if any(naive.has_line(own) for own in sides):
            assert state.outcome
            assert state.outcome.reason == "line"
        elif len(white) + len(black) == len(POINTS):
            assert state.outcome
            assert state.outcome.reason == "full_board"
        else:
            expected = naive.legal_turns(sides[0], sides[1], (1, 1))
            assert TICTACTOE.legal_turns(state, state.seat) == expected
