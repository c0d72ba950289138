"""Position texts: what is written, what is read, what is refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from libs.rules.game import FIRST, SECOND, Seat
from libs.rules.stones.layout import Placed, PositionError, indices, make_layout

pytestmark = pytest.mark.unit

LAYOUT = make_layout(["b1", "a1", "c1", "a2", "b2"], 3)
BARE = make_layout(["a1", "b1"], 2, has_hands=False)


@given(st.lists(st.sampled_from((0, 1, 2)), min_size=5, max_size=5), st.sampled_from((0, 1)))
def test_what_is_written_can_be_read(owners: list[int], seat: int) -> None:
    bits = [sum(1 << i for i, owner in enumerate(owners) if owner == side) for side in (1, 2)]
    if max(bit.bit_count() for bit in bits) > 3:
        return
    hands = (3 - bits[0].bit_count(), 0)
    placed = Placed((bits[0], bits[1]), hands, Seat(seat))
    assert LAYOUT.read(LAYOUT.write(placed)) == placed


def test_parts_and_points_may_come_in_any_order() -> None:
    placed = LAYOUT.read("T:black  H:1,0 B:c1,a1 W:b2")
    assert LAYOUT.write(placed) == "W:b2 B:a1,c1 H:1,0 T:black"
    assert placed.seat == SECOND


def test_a_board_without_hands_has_no_such_part() -> None:
    assert BARE.write(Placed((1, 2), (0, 0), FIRST)) == "W:a1 B:b1 T:white"
    assert BARE.read("W:a1 B: T:white") == Placed((1, 0), (0, 0), FIRST)
    with pytest.raises(PositionError):
        BARE.read("W:a1 B: H:0,0 T:white")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "W:a1",
        "W:a1 B: H:1,1",
        "W:a1 B: H:1,1 T:red",
        "W:a1 B: H:1,1 T:white T:white",
        "W:a1 B: H:1,1 T:white X:1",
        "W:a1 B: H:-1,1 T:white",
        "W:a1 B: H:1.0,1 T:white",
        "W:a1 B: H:1 T:white",
        "W:a1 B: H:٣,1 T:white",
        "W:a1 B: H:99999999999,1 T:white",
        "W:a1,a1 B: H:1,1 T:white",
        "W:a1 B:a1 H:1,1 T:white",
        "W:a9 B: H:1,1 T:white",
        "W:a1, B: H:1,1 T:white",
        "W:a1 B: H:3,0 T:white",
        "W:a1,b1,c1,a2 B: H:0,0 T:white",
        "w:a1 b: h:1,1 t:white",
        None,
        7,
        ["W:a1"],
    ],
)
def test_anything_else_is_refused(text: object) -> None:
    with pytest.raises(PositionError):
        LAYOUT.read(text)


@given(st.text())
def test_no_text_breaks_the_reader(text: str) -> None:
    with pytest.raises(PositionError):
        LAYOUT.read("W:" + text)


def test_indices_are_the_set_bits() -> None:
    assert indices(0b10110) == [1, 2, 4]
    assert indices(0) == []
