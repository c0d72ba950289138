"""Turns of Battlehanse as text: one spelling each, anything else is refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from libs.rules.game import IllegalMoveError
from libs.rules.hanse.notation import Horses, Move, Sell, Swap, Take, read, write

pytestmark = pytest.mark.unit

NUMBERS = st.tuples(*[st.integers(0, 9)] * 7, st.just(0)).filter(any)
KINDS = st.integers(0, 6)
MOVES = (
    st.builds(Take, KINDS)
    | st.just(Horses())
    | st.builds(Swap, NUMBERS, NUMBERS)
    | st.builds(Sell, KINDS, st.integers(1, 99))
)
NO_TURNS = [
    *("", "horse", "Horses", "horses ", "take", "take  gold", "take Gold", "take gold ", "gold"),
    *(
        "take gold*2*2",
        "take gold+fur",
        "take gold*2",
        "sell gold*1",
        "sell gold*0",
        "sell gold*02",
    ),
    *("sell gold*-1", "sell gold*1.5", "sell gold*100", "sell gold *2", "sell gold*", "sell"),
    *("swap gold", "swap gold>", "swap >gold", "swap gold>fur>salt", "swap gold+gold>fur*2"),
    *("swap fur+gold>salt*2", "swap gold*2>horse+cloth", "swap gold,fur>salt*2", "swap"),
    "swap " + "gold+" * 100_000 + "gold>fur*2",
    *("take gold\n", "take gold\x00", "sell gold*٣", "pass"),
]


@given(MOVES)
def test_what_is_written_can_be_read(move: Move) -> None:
    assert read(write(move)) == move


@pytest.mark.parametrize("text", NO_TURNS, ids=range(len(NO_TURNS)))
def test_other_spellings_are_malformed(text: str) -> None:
    with pytest.raises(IllegalMoveError, match="malformed"):
        read(text)


@given(st.text("take swphorsegldxc*+>123 ", max_size=24))
def test_no_text_makes_it_stumble(text: str) -> None:
    try:
        move = read(text)
    except IllegalMoveError:
        return
    assert write(move) == text


def test_unknown_goods_are_named_as_such() -> None:
    for text in ("take beer", "sell beer*2", "swap beer*2>fur*2"):
        with pytest.raises(IllegalMoveError, match="unknown_kind"):
            read(text)


def test_the_examples_of_the_protocol() -> None:
    for text in ("take gold", "swap gold*2>cloth+horse", "horses", "sell cloth*3"):
        assert write(read(text)) == text
