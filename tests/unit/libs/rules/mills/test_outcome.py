"""Each end of Mühle, in each variant that has it, and the order in which ends are looked for."""

from typing import Any

import pytest

from libs.rules.game import FIRST, SECOND, Ended, Outcome, Seat, Turn
from libs.rules.mills import Mills, MillsState

pytestmark = pytest.mark.unit

MILLS = Mills()
VARIANTS = MILLS.variants
ROUND = ["a7-a4", "c3-c4", "a4-a7", "c4-c3"]
QUIET = "W:a7,b2,d7,g1 B:c3,d2,e5,f4 H:0,0 T:white"
# Stones until the board of twelve is full; no mill arises.
FULL = ["a1", "a4", "a7", "b2", "b4", "b6", "c4", "c3", "c5", "d1", "d2", "d3"]
FULL += ["d6", "d5", "e3", "d7", "e5", "e4", "f6", "f2", "g1", "f4", "g4", "g7"]


def play(variant: str, position: str | None, turns: list[str], **overrides: Any) -> MillsState:
    options = MILLS.options(variant, overrides)
    state = MILLS.setup(options) if position is None else MILLS.setup_at(options, position)
    for turn in turns:
        MILLS.check(state, turn)
        state = MILLS.play(state, turn)
    return state


def outcome(*args: Any, **overrides: Any) -> Outcome | None:
    pending = MILLS.pending(play(*args, **overrides))
    return pending.outcome if isinstance(pending, Ended) else None


def draw(reason: str) -> Outcome:
    return Outcome(None, reason)


@pytest.mark.parametrize("variant", VARIANTS)
def test_two_stones_are_too_few(variant: str) -> None:
    position = "W:a7,d7,g4 B:a1,b4,c3 H:0,0 T:white"
    assert outcome(variant, position, ["g4-g7xa1"]) == Outcome(FIRST, "stones")


@pytest.mark.parametrize("variant", VARIANTS)
def test_who_is_shut_in_loses(variant: str) -> None:
    # On the board of twelve a corner has a third neighbour, b6 or f6.
    position = "W:a7,d7,f6,g4,g7,b6 B:a4,b4,d5,d6,f2,f4,g1,c5,e5 H:0,0 T:black"
    assert outcome(variant, position, ["f2-d2"]) == Outcome(SECOND, "blocked")


def test_stones_count_only_when_both_hands_are_empty() -> None:
    assert outcome("yucata", "W:a7,d7 B:b2 H:1,1 T:white", ["g7xb2"]) is None
    assert outcome("yucata", "W:a7,d6 B:b2 H:0,1 T:black", ["g1"]) == Outcome(SECOND, "stones")


def test_when_both_have_too_few_the_side_to_move_loses() -> None:
    assert outcome("yucata", "W:a7,d6 B:b2,g1 H:0,0 T:white", []) == Outcome(SECOND, "stones")


@pytest.mark.parametrize("variant", ["battlemills-12"])
def test_a_full_board_is_a_draw(variant: str) -> None:
    assert outcome(variant, None, FULL) == draw("full_board")


def test_a_full_board_is_a_draw_in_every_variant_that_is_given_the_rule() -> None:
    for variant in VARIANTS:
        end = outcome(variant, None, FULL, board="twelve", full_board_draw=True)
        assert end == draw("full_board")


def test_a_full_board_without_the_rule_blocks_the_side_to_move() -> None:
    end = outcome("battlemills-12", None, FULL, full_board_draw=False)
    assert end == Outcome(SECOND, "blocked")


@pytest.mark.parametrize("variant", ["battlemills-9", "battlemills-12", "little-table"])
def test_the_third_repetition_is_a_draw_and_the_start_counts(variant: str) -> None:
    assert outcome(variant, QUIET, ROUND * 2) == draw("repetition")
    assert outcome(variant, QUIET, (ROUND * 2)[:-1]) is None


def test_repetition_is_off_at_yucata() -> None:
    state = play("yucata", QUIET, ROUND * 100)
    assert (MILLS.pending(state), state.seen.pairs()) == (Turn(FIRST), [])


def test_repetition_can_be_another_number() -> None:
    assert outcome("yucata", QUIET, ROUND, repetition=2) == draw("repetition")


@pytest.mark.parametrize("variant", ["battlemills-9", "battlemills-12"])
def test_25_full_moves_without_a_mill_are_a_draw(variant: str) -> None:
    turns = (ROUND * 13)[:50]
    assert outcome(variant, QUIET, turns, repetition=None) == draw("no_mill")
    assert outcome(variant, QUIET, turns[:-1], repetition=None) is None


def test_placements_count_as_turns_without_a_mill() -> None:
    turns = ["a1", "d1", "g1", "a4"]
    assert outcome("yucata", None, turns, no_mill_limit=2) == draw("no_mill")


def test_100_moves_without_a_capture_are_a_draw_at_the_little_table() -> None:
    turns = ROUND * 25
    assert outcome("little-table", QUIET, turns, repetition=None) == draw("no_capture")
    assert outcome("little-table", QUIET, turns[:-1], repetition=None) is None


def test_a_placement_sets_moves_without_a_capture_to_zero() -> None:
    position = "W:a7,b2,d7 B:c3,d2,e5 H:1,1 T:white"
    state = play("little-table", position, ["g1", "f4", "a7-a4"], no_capture_limit=2)
    assert (state.counters.since_capture, state.outcome) == (1, None)


# One turn that fulfils several rules at once: the first in the order counts.
ORDER: list[tuple[str, str, str, list[str], dict[str, Any], Seat | None]] = [
    (
        "stones",
        "yucata",
        "W:a1,d2,f6 B:a7 H:1,1 T:white",
        ["b4", "g1"],
        {"no_mill_limit": 1},
        FIRST,
    ),
    ("repetition", "battlemills-9", QUIET, ROUND * 2, {"no_mill_limit": 4}, None),
    ("repetition", "little-table", QUIET, ROUND * 2, {"no_capture_limit": 8}, None),
    ("no_mill", "battlemills-9", QUIET, ROUND, {"no_mill_limit": 2, "no_capture_limit": 4}, None),
    (
        "blocked",
        "battlemills-9",
        "W:a7,d7,g7,b6,f6,g4 B:a4,b4,d5,d6,f2,f4,g1 H:0,0 T:black",
        ["f2-d2"],
        {"no_capture_limit": 1},
        SECOND,
    ),
]


@pytest.mark.parametrize(("reason", "variant", "position", "turns", "overrides", "winner"), ORDER)
def test_the_first_rule_in_the_order_counts(
    reason: str,
    variant: str,
    position: str,
    turns: list[str],
    overrides: dict[str, Any],
    winner: Seat | None,
) -> None:
    assert outcome(variant, position, turns, **overrides) == Outcome(winner, reason)


def test_a_full_board_comes_before_the_draw_by_turns() -> None:
    assert outcome("battlemills-12", None, FULL, no_mill_limit=12) == draw("full_board")


def test_blocked_on_a_full_board_comes_before_the_draw_by_turns() -> None:
    end = outcome("battlemills-12", None, FULL, full_board_draw=False, no_mill_limit=12)
    assert end == Outcome(SECOND, "blocked")


def test_side_out_of_step_with_an_empty_hand_has_no_turn_and_nothing_ends() -> None:
    state = play("battlemills-9", "W:a7,d6,e5 B:a1 H:0,1 T:white", [])
    assert MILLS.pending(state) == Turn(FIRST)
    assert MILLS.legal_turns(state, FIRST) == []
