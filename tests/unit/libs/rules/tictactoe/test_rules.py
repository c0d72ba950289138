"""Tic-tac-toe: refusals and ends."""

import pytest

from libs.rules.explain import REFUSALS
from libs.rules.game import FIRST, SECOND, IllegalMoveError, OptionError, Outcome
from libs.rules.stones.layout import PositionError
from libs.rules.tictactoe import TicTacToe
from libs.rules.tictactoe.state import TicTacToeState

pytestmark = pytest.mark.unit

GAME = TicTacToe()
WON = ["a3", "b2", "b3", "a1", "c3"]
DRAWN = ["b2", "a1", "a2", "c2", "b3", "b1", "c1", "a3", "c3"]
REFUSED = [
    ("game_over", WON, "c1"),
    ("malformed", [], "a1-a2"),
    ("malformed", [], ""),
    ("unknown_point", [], "d1"),
    ("point_occupied", ["b2"], "b2"),
]


def play(turns: list[str]) -> TicTacToeState:
    state = GAME.setup(GAME.options(None, {}))
    for turn in turns:
        GAME.check(state, turn)
        state = GAME.play(state, turn)
    return state


@pytest.mark.parametrize(("code", "turns", "turn"), REFUSED)
def test_a_refused_turn_says_why(code: str, turns: list[str], turn: str) -> None:
    with pytest.raises(IllegalMoveError) as caught:
        GAME.check(play(turns), turn)
    assert caught.value.code == code


def test_every_refusal_that_can_be_explained_is_shown_here() -> None:
    assert {code for code, _, _ in REFUSED} == set(REFUSALS["tictactoe"])


def test_a_line_wins() -> None:
    assert play(WON).outcome == Outcome(FIRST, "line")
    assert play(["b2", "a1", "b3", "a2", "c1", "a3"]).outcome == Outcome(SECOND, "line")


def test_a_full_board_without_a_line_is_a_draw() -> None:
    assert play(DRAWN).outcome == Outcome(None, "full_board")


def test_a_line_on_the_last_square_wins_before_the_full_board_draws() -> None:
    assert play(["a1", "b1", "a2", "c2", "b3", "b2", "c1", "c3", "a3"]).outcome == Outcome(
        FIRST, "line"
    )


def test_there_are_no_options_and_no_hands() -> None:
    assert GAME.options("little-table", {}) == {}
    with pytest.raises(OptionError):
        GAME.options(None, {"repetition": 3})
    with pytest.raises(PositionError):
        GAME.setup_at({}, "W:a1 B: H:0,0 T:white")
    assert GAME.position(play(["b2"])) == "W:b2 B: T:black"
