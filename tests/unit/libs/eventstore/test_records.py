"""Names of streams, and what leaves the owner."""

from collections import Counter

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from libs.eventstore.records import (
    PublicEvent,
    Recorded,
    RelayBatch,
    StreamId,
    decode_batch,
    encode_batch,
    new_stream_id,
    shard_of,
)

EVENT = Recorded(
    10, 7, StreamId("0a-x"), 3, "games.dealt", 1, 99, "ann", "id", b"print", "c", b"{}", b"secret"
)


@given(st.binary(min_size=10, max_size=32), st.integers(1, 256))
def test_a_name_carries_its_shard(entropy: bytes, shards: int) -> None:
    stream = new_stream_id(shards, entropy)
    assert 0 <= shard_of(stream) < shards
    assert stream == new_stream_id(shards, entropy)
    rest = stream[3:]
    assert len(rest) >= 16
    assert rest.isascii()
    assert rest.isalnum()
    assert rest == rest.lower()


@given(st.binary(min_size=10, max_size=16), st.binary(min_size=10, max_size=16))
def test_other_entropy_gives_another_name(one: bytes, other: bytes) -> None:
    assert (new_stream_id(16, one) == new_stream_id(16, other)) == (one == other)


def test_names_spread_evenly() -> None:
    names = (new_stream_id(16, number.to_bytes(4, "big") + bytes(6)) for number in range(16_000))
    counts = Counter(map(shard_of, names))
    assert set(counts) == set(range(16))
    assert max(counts.values()) - min(counts.values()) <= 1


@pytest.mark.parametrize(("shards", "entropy"), [(16, bytes(9)), (0, bytes(16)), (257, bytes(16))])
def test_names_need_entropy_and_shards(shards: int, entropy: bytes) -> None:
    with pytest.raises(ValueError, match="entropy"):
        new_stream_id(shards, entropy)


@given(st.text(max_size=6))
def test_what_is_no_name_has_no_shard(text: str) -> None:
    try:
        shard = shard_of(text)
    except ValueError:
        return
    assert text.startswith(f"{shard:02x}-")


@pytest.mark.parametrize("text", ["", "0a", "0a-", "0A-x", "0a_x", "xx-x", "-1-x", " a-x", "+a-x"])
def test_near_misses_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match="not the name"):
        shard_of(text)


def test_the_public_event_has_no_secret() -> None:
    public = EVENT.to_public()
    assert not hasattr(public, "secret")
    assert b"secret" not in encode_batch(RelayBatch("games", 10, [public]))
    for name in PublicEvent.__struct_fields__:
        assert getattr(public, name) == getattr(EVENT, name)


def test_a_batch_travels() -> None:
    batch = RelayBatch("games", 10, [EVENT.to_public()])
    assert decode_batch(encode_batch(batch)) == batch
    with pytest.raises(msgspec.DecodeError):
        decode_batch(b"\x93\xa5games\x0a\xc0")
