"""Turns as text, there and back, in games with and without moves and captures."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from libs.rules.game import IllegalMoveError
from libs.rules.mills.board import BOARDS
from libs.rules.stones.notation import NONE, Notation, Step

pytestmark = pytest.mark.unit

LAYOUT = BOARDS["nine"].layout
NOTATION = Notation(LAYOUT, "-x")
POINTS = LAYOUT.points
POINT = st.integers(0, len(POINTS) - 1)
STEPS = [*POINTS, *(f"{source}-{target}" for source in POINTS for target in POINTS)]
EVERY_TEXT = {*STEPS, *(f"{step}x{taken}" for step in STEPS for taken in POINTS)}


@given(st.builds(Step, POINT | st.just(NONE), POINT, POINT | st.just(NONE)))
def test_what_is_written_can_be_read(step: Step) -> None:
    assert NOTATION.read(NOTATION.write(step)) == step


@given(st.text("abcdefg1234567x-X–\x00 é", max_size=9) | st.text(max_size=12))
def test_any_other_text_is_refused(text: str) -> None:
    if text in EVERY_TEXT:
        return
    with pytest.raises(IllegalMoveError) as caught:
        NOTATION.read(text)
    assert caught.value.code in {"malformed", "unknown_point"}


def test_the_four_forms() -> None:
    forms = ["d7", "a7-d7", "d7xa1", "a7-d7xa1"]
    assert [NOTATION.write(NOTATION.read(form)) for form in forms] == forms


def test_a_game_without_moves_or_captures_does_not_read_them() -> None:
    no_captures, only_placing = Notation(LAYOUT, "-"), Notation(LAYOUT, "")
    no_captures.read("a7-d7")
    only_placing.read("d7")
    for notation, turn in (
        (no_captures, "d7xa1"),
        (only_placing, "a7-d7"),
        (only_placing, "d7xa1"),
    ):
        with pytest.raises(IllegalMoveError, match="malformed"):
            notation.read(turn)


def test_refused_texts_are_not_kept_in_memory() -> None:
    notation = Notation(LAYOUT, "-x")
    for number in range(100):
        with pytest.raises(IllegalMoveError):
            notation.read(f"d7xa1{number}")
    notation.read("d7")
    assert list(notation.known) == ["d7"]
