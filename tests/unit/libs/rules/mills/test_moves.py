"""Every refusal of a turn has its own code, and a turn does what it says."""

from typing import Any

import pytest

from libs.rules.explain import REFUSALS
from libs.rules.game import FIRST, SECOND, SPECTATOR, IllegalMoveError
from libs.rules.mills import Mills, MillsState

pytestmark = pytest.mark.unit

MILLS = Mills()


def state_at(text: str, variant: str = "yucata", **overrides: Any) -> MillsState:
    return MILLS.setup_at(MILLS.options(variant, overrides), text)


MOVING = "W:a7,d6,e5,g4 B:a1,b4,c3,f2 H:0,0 T:white"
PLACING = "W:a7,d7 B:b2,d2,f2,g1 H:5,5 T:white"
ENDED = "W:a7,d7,g4,g7 B:a4,d6,f4,g1 H:0,0 T:white"

REFUSED = [
    ("game_over", ENDED, "a1"),
    ("malformed", PLACING, ""),
    ("malformed", PLACING, "a1 "),
    ("malformed", PLACING, "a1x"),
    ("malformed", PLACING, "-a1"),
    ("malformed", PLACING, "a1-a4-a7"),
    ("malformed", PLACING, "a1\n"),
    ("unknown_point", PLACING, "d4"),
    ("unknown_point", PLACING, "D6"),
    ("unknown_point", MOVING, "a7-d8"),
    ("unknown_point", PLACING, "g7xa2"),
    ("hand_empty", MOVING, "g1"),
    ("hand_empty", "W:a7 B:a1 H:0,1 T:white", "g1"),
    ("hand_not_empty", PLACING, "a7-a4"),
    ("still_placing", "W:a7,d6,e5 B:a1 H:0,1 T:white", "a7-a4"),
    ("no_stone_there", MOVING, "g1-g7"),
    ("not_your_stone", MOVING, "a1-a4"),
    ("point_occupied", PLACING, "b2"),
    ("point_occupied", "W:a7,d7,e4,c5 B:b6,d2,f2,f6 H:0,0 T:white", "a7-d7"),
    ("point_occupied", MOVING, "a7-a7"),
    ("not_adjacent", MOVING, "a7-g7"),
    ("not_adjacent", "W:a1,b6,e4 B:a7,d2,f2,f6 H:0,0 T:white", "a1-b2"),
    ("capture_missing", PLACING, "g7"),
    ("no_mill_closed", PLACING, "a4xb2"),
    ("own_stone_taken", PLACING, "g7xa7"),
    ("own_stone_taken", PLACING, "g7xg7"),
    ("nothing_to_take", PLACING, "g7xa1"),
    ("protected_stone", PLACING, "g7xd2"),
]


@pytest.mark.parametrize(("code", "position", "turn"), REFUSED)
def test_a_refused_turn_says_why(code: str, position: str, turn: str) -> None:
    state = state_at(position, flying=code != "not_adjacent")
    with pytest.raises(IllegalMoveError) as caught:
        MILLS.check(state, turn)
    assert (caught.value.code, caught.value.turn) == (code, turn)
    assert turn not in MILLS.legal_turns(state, state.seat)


def test_every_refusal_that_can_be_explained_is_shown_here() -> None:
    assert {code for code, _, _ in REFUSED} == set(REFUSALS["mills"])


def test_a_stone_in_a_mill_may_be_taken_when_all_stand_in_mills() -> None:
    state = state_at("W:a7,d7 B:b2,d2,f2 H:5,5 T:white")
    assert [turn for turn in MILLS.legal_turns(state, FIRST) if turn.startswith("g7")] == [
        "g7xb2",
        "g7xd2",
        "g7xf2",
    ]


def test_without_protection_any_stone_may_be_taken() -> None:
    MILLS.check(state_at(PLACING, mill_protection=False), "g7xd2")


def test_a_mill_against_an_empty_board_is_closed_without_a_capture() -> None:
    state = state_at("W:a7,d7 B: H:7,7 T:white")
    MILLS.check(state, "g7")
    assert MILLS.play(state, "g7").counters.since_mill == 0


def test_three_stones_fly_only_with_both_hands_empty() -> None:
    flying = state_at("W:a7,d6,e5 B:a1,b4,c3 H:0,0 T:white")
    assert MILLS.phase(flying) == "flying"
    MILLS.check(flying, "a7-g1")
    waiting = state_at("W:a7,d6,e5 B:a1,b4 H:0,1 T:white")
    assert (MILLS.phase(waiting), MILLS.legal_turns(waiting, FIRST)) == ("placing", [])


def test_a_turn_passes_the_seat_and_leaves_the_old_state_alone() -> None:
    start = MILLS.setup(MILLS.options(None, {}))
    after = MILLS.play(start, "d7")
    assert MILLS.position(after) == "W:d7 B: H:8,9 T:black"
    assert MILLS.position(start) == "W: B: H:9,9 T:white"
    assert (after.ply, after.last) == (1, "d7")


def test_only_the_side_to_act_is_told_its_turns() -> None:
    start = MILLS.setup(MILLS.options(None, {}))
    assert len(MILLS.legal_turns(start, FIRST)) == 24
    assert MILLS.legal_turns(start, SECOND) == MILLS.legal_turns(start, SPECTATOR) == []


def test_diagonals_are_lines_on_the_board_of_twelve_only() -> None:
    position = "W:a1,b6,d6,e4 B:a4,d1,f2,f6 H:0,0 T:white"
    MILLS.check(state_at(position, "battlemills-12"), "a1-b2")
    with pytest.raises(IllegalMoveError, match="not_adjacent"):
        MILLS.check(state_at(position, "battlemills-9"), "a1-b2")
