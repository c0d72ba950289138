"""Only well-formed ids get anywhere near a subject."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from libs.contracts import games, matchmaking
from libs.eventstore.records import new_stream_id, shard_of
from services.gateway.decider import ids

BAD = [
    "", "0", "00", "00-", "-abc", "0g-abc", "0A-abc", "00_abc", "00-a.b", "00-*", "00->", "00-a b",
    "00-a\n", "00-a\x00", "00-ä", "00-" + "a" * 65, "10-abc", "ff-abc", " 00-abc", "٠٠-abc",
]  # fmt: skip


@pytest.mark.parametrize("text", BAD)
def test_malformed_ids_have_no_shard(text: str) -> None:
    assert ids.shard_of_game(text) is None
    assert ids.shard_of_room(text) is None


@given(st.binary(min_size=16, max_size=32))
def test_ids_that_the_house_makes_are_well_formed(entropy: bytes) -> None:
    game = new_stream_id(games.SHARDS, entropy)
    assert ids.shard_of_game(game) == shard_of(game)
    room = new_stream_id(matchmaking.SHARDS, entropy)
    assert ids.shard_of_room(room) == shard_of(room)
    assert ids.is_subject_word(room)


@pytest.mark.parametrize("text", ["", "a" * 65, "a b", "ä", "a\x00", "\n", "a\n"])
def test_command_ids_are_short_and_printable(text: str) -> None:
    assert not ids.is_command_id(text)


def test_versions_are_numbers_that_can_be_versions() -> None:
    assert ids.is_version(None)
    assert ids.is_version(0)
    assert not ids.is_version(-1)
    assert not ids.is_version(2**31)
