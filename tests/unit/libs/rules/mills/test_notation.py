"""Turns as text, there and back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from libs.rules.game import IllegalMoveError
from libs.rules.mills.notation import NONE, POINTS, Step, read, write

pytestmark = pytest.mark.unit

POINT = st.integers(0, len(POINTS) - 1)
STEPS = [*POINTS, *(f"{source}-{target}" for source in POINTS for target in POINTS)]
EVERY_TEXT = {*STEPS, *(f"{step}x{taken}" for step in STEPS for taken in POINTS)}


@given(st.builds(Step, POINT | st.just(NONE), POINT, POINT | st.just(NONE)))
def test_what_is_written_can_be_read(step: Step) -> None:
    assert read(write(step)) == step


@given(st.text("abcdefg1234567x-X–\x00 é", max_size=9) | st.text(max_size=12))
def test_any_other_text_is_refused(text: str) -> None:
    if text in EVERY_TEXT:
        return
    with pytest.raises(IllegalMoveError) as caught:
        read(text)
    assert caught.value.code in {"malformed", "unknown_point"}


def test_the_four_forms() -> None:
    forms = ["d7", "a7-d7", "d7xa1", "a7-d7xa1"]
    assert [write(read(form)) for form in forms] == forms


def test_refused_texts_are_not_kept_in_memory() -> None:
    kept = read.cache_info().currsize
    for number in range(100):
        with pytest.raises(IllegalMoveError):
            read(f"d7xa1{number}")
    assert read.cache_info().currsize == kept
