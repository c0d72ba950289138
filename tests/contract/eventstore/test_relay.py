"""The relay: at least once, in order, from the cursor on, whatever fails."""

import asyncio
from typing import Any

from libs.eventstore.errors import StoreUnavailableError
from libs.eventstore.records import RelayBatch, decode_batch
from libs.eventstore.relay import Relay, RelayTimes
from libs.eventstore.store import EventStore
from libs.testkit.eventually import eventually
from tests.contract.eventstore.worlds import World, append_to, stream_in

TIMES = RelayTimes(gather_s=0.005, first_pause_s=0.01, longest_pause_s=0.05)


class Stream:
    """A durable stream: stores each message id once, and fails as it is told."""

    def __init__(self) -> None:
        self.batches: list[RelayBatch] = []
        self.subjects: list[str] = []
        self.ids: set[str] = set()
        self.refusals = 0
        self.lost_acknowledgements = 0
        self.is_silent = False

    async def publish(self, subject: str, data: bytes, msg_id: str) -> int:
        await asyncio.sleep(0)
        if self.refusals:
            self.refusals -= 1
            raise ConnectionError
        if msg_id not in self.ids:
            self.ids.add(msg_id)
            self.batches.append(decode_batch(data))
            self.subjects.append(subject)
        if self.is_silent:
            await asyncio.Event().wait()
        if self.lost_acknowledgements:
            self.lost_acknowledgements -= 1
            raise TimeoutError
        return len(self.batches)

    def seqs(self, shard: int) -> list[int]:
        """A shard's sequences as they lie in the stream."""
        return [event.seq for b in self.batches if b.shard == shard for event in b.events]

    def applied(self, shard: int) -> list[int]:
        """What a consumer makes of it: it skips what it has seen; a gap would show."""
        seen: list[int] = []
        for seq in self.seqs(shard):
            if not seen or seq > seen[-1]:
                seen.append(seq)
        return seen


async def relay_of(world: World, store: EventStore[Any], stream: Stream, *shards: int) -> Relay:
    relay = Relay(store, world.relay_cursors(), stream, service="games", times=TIMES)
    store.on_commit(relay.observe)
    for shard in shards:
        await store.open_shard(shard)
        await relay.open_shard(shard)
    relay.start()
    return relay


async def test_events_leave_in_order_many_a_message(world: World) -> None:
    store, stream = await world.store(), Stream()
    relay = await relay_of(world, store, stream, 0, 1)
    appends = [append_to(stream_in(n % 2), 0) for n in range(30)]
    await asyncio.gather(*map(store.append, appends))
    await eventually(lambda: relay.lag_events == 0 and len(stream.batches) >= 2)
    assert stream.seqs(0) == stream.seqs(1) == list(range(1, 16))
    assert len(stream.batches) <= 6
    assert set(stream.subjects) == {"ev.games.0", "ev.games.1"}
    assert not hasattr(stream.batches[0].events[0], "secret")
    await eventually_saved(world, 0, 15)
    await relay.stop()


async def test_a_refused_message_is_sent_again(world: World) -> None:
    store, stream = await world.store(), Stream()
    relay = await relay_of(world, store, stream, 0)
    stream.refusals = 4
    await store.append(append_to(stream_in(0), 0, 2))
    await eventually(lambda: relay.failures >= 1)
    await store.append(append_to(stream_in(0), 0, 2))
    await eventually(lambda: relay.lag_events == 0)
    assert stream.seqs(0) == [1, 2, 3, 4]
    assert relay.failures == 4
    await relay.stop()


async def test_a_lost_acknowledgement_repeats_the_same_message(world: World) -> None:
    """The message had been stored: sent with more events under its id, those would be lost."""
    store, stream = await world.store(), Stream()
    relay = await relay_of(world, store, stream, 0)
    stream.lost_acknowledgements = 2
    await store.append(append_to(stream_in(0), 0))
    await eventually(lambda: relay.failures >= 1)
    await store.append(append_to(stream_in(0), 0, 3))
    await eventually(lambda: relay.lag_events == 0)
    assert stream.seqs(0) == [1, 2, 3, 4]
    await relay.stop()


async def test_an_heir_goes_on_after_a_crash_between_publish_and_cursor(world: World) -> None:
    store, stream = await world.store(), Stream()
    relay = await relay_of(world, store, stream, 0)
    await store.append(append_to(stream_in(0), 0, 3))
    await eventually_saved(world, 0, 3)
    stream.is_silent = True
    await store.append(append_to(stream_in(0), 0, 2))
    await eventually(lambda: stream.seqs(0)[-1] == 5)
    await store.append(append_to(stream_in(0), 0, 2))
    await relay.stop()
    await store.close_shard(0)
    stream.is_silent = False
    heir_store = await world.store()
    heir = await relay_of(world, heir_store, stream, 0)
    await heir_store.append(append_to(stream_in(0), 0))
    await eventually(lambda: heir.lag_events == 0)
    assert stream.seqs(0)[:5] == [1, 2, 3, 4, 5]
    assert stream.applied(0) == list(range(1, 9))
    await heir.stop()


async def test_a_relay_that_is_behind_reads_the_log(world: World) -> None:
    store, stream = await world.store(), Stream()
    await store.open_shard(0)
    for _ in range(6):
        await store.append(append_to(stream_in(0), 0, 200))
    relay = await relay_of(world, store, stream, 0)
    assert relay.lag_events == 1200
    await store.append(append_to(stream_in(0), 0))
    await eventually(lambda: relay.lag_events == 0)
    assert stream.seqs(0) == list(range(1, 1202))
    assert max(len(batch.events) for batch in stream.batches) <= 500
    await relay.stop()


async def test_large_events_make_small_messages(world: World) -> None:
    store, stream = await world.store(), Stream()
    relay = await relay_of(world, store, stream, 0)
    large = append_to(stream_in(0), 0, 12)
    events = tuple(type(e)(e.type, 1, b'"' + b"x" * 100_000 + b'"') for e in large.events)
    await store.append(append_to(stream_in(0), 0, events=events))
    await eventually(lambda: relay.lag_events == 0)
    assert stream.seqs(0) == list(range(1, 13))
    assert len(stream.batches) == 4
    await relay.stop()


async def test_a_shard_that_fails_stops_no_other(world: World) -> None:
    store, stream = await world.store(), Stream()

    class Picky(Stream):
        async def publish(self, subject: str, data: bytes, msg_id: str) -> int:
            if subject == "ev.games.0":
                raise ConnectionError
            return await stream.publish(subject, data, msg_id)

    relay = await relay_of(world, store, Picky(), 0, 1)
    await asyncio.gather(*(store.append(append_to(stream_in(n), 0)) for n in (0, 1)))
    await eventually(lambda: stream.seqs(1) == [1])
    assert relay.lag_events == 1
    await relay.stop()


async def test_cursors_that_could_not_be_saved_are_saved_later(world: World) -> None:
    store, stream = await world.store(), Stream()
    cursors = world.relay_cursors()

    class Failing:
        failures = 2

        async def load(self, shard: int) -> int:
            return await cursors.load(shard)

        async def save(self, moved: Any) -> None:
            if self.failures:
                self.failures -= 1
                raise StoreUnavailableError
            await cursors.save(moved)

    relay = Relay(store, Failing(), stream, service="games", times=TIMES)
    store.on_commit(relay.observe)
    await store.open_shard(0)
    await relay.open_shard(0)
    relay.start()
    await store.append(append_to(stream_in(0), 0))
    await eventually_saved(world, 0, 1)
    await relay.stop()


async def eventually_saved(world: World, shard: int, seq: int) -> None:
    cursors = world.relay_cursors()
    async with asyncio.timeout(5):
        while await cursors.load(shard) < seq:  # noqa: ASYNC110 (a database offers no event)
            await asyncio.sleep(0.01)
    assert await cursors.load(shard) == seq
