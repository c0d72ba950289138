"""Three Men's Morris: refusals, ends and their order."""

from typing import Any

import pytest

from libs.rules.explain import REFUSALS
from libs.rules.game import FIRST, SECOND, IllegalMoveError, OptionError, Outcome
from libs.rules.stones.progress import ProgressState
from libs.rules.three import Three

pytestmark = pytest.mark.unit

THREE = Three()
QUIET = "W:a1,b2,c2 B:a2,a3,c3 H:0,0 T:white"
ROUND = ["a1-b1", "a3-b3", "b1-a1", "b3-a3"]
ENDED = "W:a1,b1,c1 B:a3,b3 H:0,1 T:black"

REFUSED = [
    ("game_over", ENDED, "c3"),
    ("malformed", QUIET, "a1-b1xa2"),
    ("unknown_point", QUIET, "d4"),
    ("hand_empty", QUIET, "b3"),
    ("hand_not_empty", "W:a1 B:b1 H:2,2 T:white", "a1-a2"),
    ("still_placing", "W:a1,b2,c2 B:a2 H:0,1 T:white", "a1-b1"),
    ("no_stone_there", QUIET, "c1-b1"),
    ("not_your_stone", QUIET, "a3-b3"),
    ("point_occupied", "W:a1 B:b1 H:2,2 T:white", "b1"),
    ("point_occupied", QUIET, "a1-a2"),
    ("not_adjacent", "W:a2,b2,b1 B:a1,b3,c3 H:0,0 T:black", "a1-c1"),
    ("not_adjacent", "W:a1,b1,c3 B:a2,b2,b3 H:0,0 T:white", "b1-c2"),
]


def play(position: str | None, turns: list[str], **overrides: Any) -> ProgressState:
    options = THREE.options(None, overrides)
    state = THREE.setup(options) if position is None else THREE.setup_at(options, position)
    for turn in turns:
        THREE.check(state, turn)
        state = THREE.play(state, turn)
    return state


@pytest.mark.parametrize(("code", "position", "turn"), REFUSED)
def test_a_refused_turn_says_why(code: str, position: str, turn: str) -> None:
    with pytest.raises(IllegalMoveError) as caught:
        THREE.check(play(position, []), turn)
    assert caught.value.code == code


def test_every_refusal_that_can_be_explained_is_shown_here() -> None:
    assert {code for code, _, _ in REFUSED} == set(REFUSALS["three"])


def test_a_line_wins_while_placing() -> None:
    state = play(None, ["a1", "a3", "b2", "b3", "c3"])
    assert state.outcome == Outcome(FIRST, "line")
    assert THREE.position(state) == "W:a1,b2,c3 B:a3,b3 H:0,1 T:black"


def test_a_line_wins_while_moving() -> None:
    state = play("W:a3,b3,c2 B:a2,a1,b1 H:0,0 T:white", ["c2-c3"])
    assert state.outcome == Outcome(FIRST, "line")


def test_who_cannot_move_loses() -> None:
    state = play("W:a1 B:a2,b2,c1 H:0,0 T:black", ["c1-b1"])
    assert state.outcome == Outcome(SECOND, "blocked")


def test_the_third_repetition_is_a_draw() -> None:
    assert play(QUIET, ROUND * 2).outcome == Outcome(None, "repetition")
    assert play(QUIET, (ROUND * 2)[:-1]).outcome is None


def test_120_moves_in_a_row_are_a_draw() -> None:
    turns = ROUND * 30
    assert play(QUIET, turns, repetition=None).outcome == Outcome(None, "no_progress")
    assert play(QUIET, turns[:-1], repetition=None).outcome is None


def test_a_placement_sets_the_count_to_zero() -> None:
    state = play("W:a1,b2 B:a2,a3 H:1,1 T:white", ["c2", "c3"], no_progress_limit=1)
    assert (state.counters.since_progress, state.outcome) == (0, None)


def test_the_first_rule_in_the_order_counts() -> None:
    line = play("W:a3,b3,c2 B:a2,a1,b1 H:0,0 T:white", ["c2-c3"], no_progress_limit=1)
    assert line.outcome == Outcome(FIRST, "line")
    blocked = play("W:a1 B:a2,b2,c1 H:0,0 T:black", ["c1-b1"], no_progress_limit=1)
    assert blocked.outcome == Outcome(SECOND, "blocked")
    repetition = play(QUIET, ROUND * 2, no_progress_limit=8)
    assert repetition.outcome == Outcome(None, "repetition")


def test_only_its_own_options_exist() -> None:
    assert THREE.options(None, {}) == {"no_progress_limit": 120, "repetition": 3}
    for wrong in ({"flying": True}, {"no_progress_limit": 0}, {"repetition": "3"}):
        with pytest.raises(OptionError):
            THREE.options("little-table", wrong)
    with pytest.raises(OptionError):
        THREE.options("yucata", {})
