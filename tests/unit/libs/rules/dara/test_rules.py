"""Dara: refusals, rows, ends and their order."""

from typing import Any

import pytest

from libs.rules.dara import Dara
from libs.rules.explain import REFUSALS
from libs.rules.game import FIRST, SECOND, IllegalMoveError, Outcome
from libs.rules.stones.progress import ProgressState

pytestmark = pytest.mark.unit

DARA = Dara()
MOVING = "W:a5,b5,c4 B:a2,c2,e2 H:0,0 T:white"
PLACING = "W:a1,b1 B:f5 H:10,11 T:white"
QUIET = "W:a1,c1,e1 B:a5,c5,e5 H:0,0 T:white"
ROUND = ["a1-a2", "a5-a4", "a2-a1", "a4-a5"]
SHUT_IN = "W:c1,d1,e1,f2,f3,f4 B:b1,c2,d2,e2,e3,e4,f5 H:0,0 T:white"

REFUSED = [
    ("game_over", SHUT_IN, "c1-f1"),
    ("malformed", MOVING, "a5b5"),
    ("unknown_point", MOVING, "a6"),
    ("hand_empty", MOVING, "f1"),
    ("hand_not_empty", PLACING, "a1-a2"),
    ("still_placing", "W:a1,b1,d1 B:f5 H:0,11 T:white", "a1-a2"),
    ("no_stone_there", MOVING, "f1-f2"),
    ("not_your_stone", MOVING, "a2-a3"),
    ("point_occupied", PLACING, "f5"),
    ("point_occupied", MOVING, "a5-b5"),
    ("not_adjacent", MOVING, "c4-d5"),
    ("not_adjacent", MOVING, "c4-e4"),
    ("row_while_placing", PLACING, "c1"),
    ("row_while_placing", PLACING, "c1xf5"),
    ("no_row_closed", PLACING, "a2xf5"),
    ("row_too_long", "W:a1,b1,d1,c2 B:a5,c5,e5 H:0,0 T:white", "c2-c1"),
    ("row_too_long", "W:a1,b1,d1,c2 B:a5,c5,e5 H:0,0 T:white", "c2-c1xa5"),
    ("capture_missing", MOVING, "c4-c5"),
    ("no_row_closed", MOVING, "c4-d4xa2"),
    ("own_stone_taken", MOVING, "c4-c5xa5"),
    ("nothing_to_take", MOVING, "c4-c5xf1"),
]


def play(position: str | None, turns: list[str], **overrides: Any) -> ProgressState:
    options = DARA.options(None, overrides)
    state = DARA.setup(options) if position is None else DARA.setup_at(options, position)
    for turn in turns:
        DARA.check(state, turn)
        state = DARA.play(state, turn)
    return state


@pytest.mark.parametrize(("code", "position", "turn"), REFUSED)
def test_a_refused_turn_says_why(code: str, position: str, turn: str) -> None:
    with pytest.raises(IllegalMoveError) as caught:
        DARA.check(play(position, []), turn)
    assert caught.value.code == code


def test_every_refusal_that_can_be_explained_is_shown_here() -> None:
    assert {code for code, _, _ in REFUSED} == set(REFUSALS["dara"])


def test_two_rows_at_once_take_one_stone() -> None:
    # d3 completes d1-d2-d3 upward and b3-c3-d3 across.
    state = play("W:b3,c3,d1,d2,e3 B:a5,c5,f1 H:0,0 T:white", [])
    assert [turn for turn in DARA.legal_turns(state, FIRST) if turn.startswith("e3-d3")] == [
        "e3-d3xa5",
        "e3-d3xc5",
        "e3-d3xf1",
    ]


def test_three_in_one_direction_and_four_in_the_other_is_not_allowed() -> None:
    state = play("W:a3,b3,c3,d1,d2,e3 B:a5,c5,f1 H:0,0 T:white", [])
    with pytest.raises(IllegalMoveError, match="row_too_long"):
        DARA.check(state, "e3-d3xa5")


def test_fewer_than_three_stones_lose() -> None:
    state = play("W:a5,b5,c4 B:a2,c2,e2 H:0,0 T:white", ["c4-c5xa2"])
    assert state.outcome == Outcome(FIRST, "stones")
    both = play("W:a5,b5 B:a2,c2 H:0,0 T:white", [])
    assert both.outcome == Outcome(SECOND, "stones")
    assert play("W:a5,b5,c4 B:a2 H:0,1 T:black", []).outcome is None


def test_who_cannot_move_loses() -> None:
    assert play(SHUT_IN, []).outcome == Outcome(SECOND, "blocked")


def test_who_cannot_place_loses() -> None:
    # After f5 every free square would make a white row of three.
    white = "a3,a5,c2,c4,c5,d1,d3,d4,e5,f1,f3"
    black = "a1,a2,b1,b2,b3,c1,c3,e1,e2,e3,f4"
    before = f"W:{white} B:{black} H:1,1 T:black"
    assert play(before, ["f5"]).outcome == Outcome(SECOND, "blocked")
    assert play(before, ["f2"]).outcome is None


def test_out_of_step_an_empty_hand_has_no_turn_and_nothing_ends() -> None:
    state = play("W:a1,b2,c3 B:a5 H:0,2 T:white", [])
    assert (state.outcome, DARA.legal_turns(state, FIRST)) == (None, [])


def test_the_third_repetition_is_a_draw() -> None:
    assert play(QUIET, ROUND * 2).outcome == Outcome(None, "repetition")
    assert play(QUIET, (ROUND * 2)[:-1]).outcome is None


def test_120_turns_without_progress_are_a_draw() -> None:
    turns = ROUND * 30
    assert play(QUIET, turns, repetition=None).outcome == Outcome(None, "no_progress")
    assert play(QUIET, turns[:-1], repetition=None).outcome is None


def test_a_placement_and_a_capture_are_progress() -> None:
    placed = play("W:a1,c1 B:a5,c5 H:1,1 T:white", ["e1", "e5"], no_progress_limit=1)
    assert (placed.counters.since_progress, placed.outcome) == (0, None)
    position = "W:a5,b5,c4 B:a2,c2,e2,f1 H:0,0 T:white"
    taken = play(position, ["c4-c5xa2"], no_progress_limit=1)
    assert (taken.counters.since_progress, taken.outcome) == (0, None)


def test_the_first_rule_in_the_order_counts() -> None:
    before = "W:c1,d1,e1,f2,f3,f4 B:b1,c2,d2,e2,e3,e4,e5 H:0,0 T:black"
    blocked = play(before, ["e5-f5"], no_progress_limit=1)
    assert blocked.outcome == Outcome(SECOND, "blocked")
    repetition = play(QUIET, ROUND * 2, no_progress_limit=8)
    assert repetition.outcome == Outcome(None, "repetition")
