"""Batches in any order become events in order, each once."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from libs.eventstore.cursors import Cursor
from libs.eventstore.errors import EventStoreError
from libs.eventstore.intake import Intake, News, not_acted_upon, without_effect
from libs.eventstore.records import PublicEvent, RelayBatch, StreamId

LENGTH = 40
SOURCE = ("games", 0)


def event(seq: int) -> PublicEvent:
    return PublicEvent(0, seq, StreamId("00-x"), seq, "games.dealt", 1, 0, "a", None, "c", b"{}")


LOG = [event(seq) for seq in range(1, LENGTH + 1)]


async def read(service: str, shard: int, after_seq: int, limit: int) -> Sequence[PublicEvent]:
    assert (service, shard) == SOURCE
    return LOG[after_seq : after_seq + limit]


def batch(first: int, last: int) -> RelayBatch:
    return RelayBatch("games", 0, LOG[first - 1 : last])


pieces = st.lists(st.tuples(st.integers(1, LENGTH), st.integers(1, LENGTH)).map(sorted))


@given(pieces, st.integers(0, LENGTH))
async def test_whatever_is_delivered_is_a_piece_of_the_log(
    delivered: list[list[int]], last: int
) -> None:
    intake, news = Intake(read), News()
    for first, end in delivered:
        await intake.collect(batch(first, end), last, news)
    seqs = [one.seq for one in news.get(SOURCE, [])]
    highest = max((end for _, end in delivered), default=0)
    assert seqs == list(range(last + 1, highest + 1))


async def test_a_log_without_the_missing_events_is_an_error() -> None:
    async def forgetful(
        service: str, shard: int, after_seq: int, limit: int
    ) -> Sequence[PublicEvent]:
        return LOG[after_seq + 1 : after_seq + limit]

    news = News()
    with pytest.raises(EventStoreError, match="no event 3"):
        await Intake(forgetful).collect(batch(5, 6), 2, news)
    assert not news


async def test_reading_ends_at_the_head() -> None:
    intake = Intake(read)
    assert await intake.read(SOURCE, 38) == batch(39, 40)
    assert await intake.read(SOURCE, 40) is None


def test_effect_and_policy_have_cursors_of_their_own() -> None:
    news = {SOURCE: [event(seq) for seq in (4, 5, 6)]}
    cursors = {SOURCE: Cursor(seq=5, policy_seq=3)}
    assert without_effect(news, cursors) == ([event(6)], {SOURCE: Cursor(6, 3)})
    fresh, moved = not_acted_upon(news, cursors)
    assert [one.seq for one in fresh] == [4, 5, 6]
    assert moved == {SOURCE: Cursor(5, 6)}
    assert without_effect(news, {SOURCE: Cursor(6, 6)}) == ([], {})
