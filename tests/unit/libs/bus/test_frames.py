"""Frames: what goes in comes out, in parts that are small enough."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from libs.bus import frames

pytestmark = pytest.mark.unit

ITEMS = st.lists(
    st.tuples(st.integers(0, 2**40), st.one_of(st.none(), st.binary(max_size=300_000))), max_size=6
)


@given(ITEMS)
def test_split_keeps_order_and_bounds(items: list[tuple[int, bytes | None]]) -> None:
    parts = list(frames.split(items))
    assert [item for part in parts for item in part] == items
    for part in parts:
        assert len(part) == 1 or len(frames.encode(part)) <= frames.MAX_FRAME_BYTES
        assert frames.decode_answers(frames.encode(part)) == part


@pytest.mark.parametrize("junk", [b"", b"\xc0", b"\x91\x92\x01\xc0", b"\x91\x92\xff\xc4\x00\x00"])
def test_what_is_no_frame_of_requests_is_refused(junk: bytes) -> None:
    with pytest.raises(msgspec.DecodeError):
        frames.decode_requests(junk)
