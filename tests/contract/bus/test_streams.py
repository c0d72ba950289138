"""Durable streams: the same on every bus."""

import asyncio
import itertools
from collections.abc import Sequence

import pytest

from libs.bus import DurableMessage, StreamMissingError, StreamSpec
from libs.testkit.eventually import eventually
from tests.contract.bus.conftest import World

pytestmark = pytest.mark.contract

_numbers = itertools.count()


@pytest.fixture
def spec() -> StreamSpec:
    number = next(_numbers)
    return StreamSpec(f"test{number}", (f"ev{number}.>",))


class Collector:
    """A batch handler that remembers; it can be told to fail a number of times."""

    def __init__(self, failures: int = 0) -> None:
        self.messages: list[DurableMessage] = []
        self.batches: list[int] = []
        self.failures = failures

    async def __call__(self, batch: Sequence[DurableMessage]) -> None:
        if self.failures > 0:
            self.failures -= 1
            raise RuntimeError("not yet")
        self.messages.extend(batch)
        self.batches.append(len(batch))

    async def until(self, count: int) -> None:
        await eventually(lambda: len(self.messages) >= count)


def subject(spec: StreamSpec, rest: str) -> str:
    return spec.subjects[0].replace(">", rest)


async def test_what_is_acknowledged_is_consumed_in_order(world: World, spec: StreamSpec) -> None:
    bus = await world.connect()
    await bus.streams.ensure(spec)
    collector = Collector()
    consumption = bus.streams.consume(spec, "reader", collector)
    places = await asyncio.gather(
        *(bus.streams.publish(subject(spec, "0"), b"%d" % n, f"m{n}") for n in range(500))
    )
    assert places == list(range(1, 501))
    await collector.until(500)
    assert [message.data for message in collector.messages] == [b"%d" % n for n in range(500)]
    assert [message.stream_seq for message in collector.messages] == places
    assert collector.messages[0].subject == subject(spec, "0")
    assert consumption.is_healthy
    await consumption.stop()


async def test_the_same_message_id_is_stored_once(world: World, spec: StreamSpec) -> None:
    bus = await world.connect()
    await bus.streams.ensure(spec)
    first = await bus.streams.publish(subject(spec, "0"), b"1", "id-1")
    again = await bus.streams.publish(subject(spec, "0"), b"1", "id-1")
    other = await bus.streams.publish(subject(spec, "0"), b"2", "id-2")
    assert (first, again, other) == (1, 1, 2)


async def test_without_a_stream_publishing_fails(world: World) -> None:
    bus = await world.connect()
    with pytest.raises(StreamMissingError):
        await bus.streams.publish("nobody.stores.this", b"", "1")


async def test_a_message_id_cannot_break_the_protocol(world: World, spec: StreamSpec) -> None:
    bus = await world.connect()
    await bus.streams.ensure(spec)
    with pytest.raises(ValueError, match="not a message id"):
        await bus.streams.publish(subject(spec, "0"), b"", "1\r\nNats-Rollup: all")


async def test_ensuring_again_changes_nothing(world: World, spec: StreamSpec) -> None:
    bus = await world.connect()
    await bus.streams.ensure(spec)
    await bus.streams.publish(subject(spec, "0"), b"1", "1")
    await bus.streams.ensure(spec)
    await bus.streams.ensure(StreamSpec(spec.name, spec.subjects, max_age_s=7200.0))
    assert await bus.streams.publish(subject(spec, "0"), b"2", "2") == 2


async def test_a_durable_goes_on_where_it_stopped(world: World, spec: StreamSpec) -> None:
    bus = await world.connect()
    await bus.streams.ensure(spec)
    first = Collector()
    consumption = bus.streams.consume(spec, "reader", first)
    await bus.streams.publish(subject(spec, "0"), b"1", "1")
    await first.until(1)
    await consumption.stop()
    await bus.streams.publish(subject(spec, "0"), b"2", "2")
    second = Collector()
    consumption = bus.streams.consume(spec, "reader", second)
    await second.until(1)
    assert [message.data for message in second.messages] == [b"2"]
    await consumption.stop()


async def test_every_durable_gets_everything(world: World, spec: StreamSpec) -> None:
    bus = await world.connect()
    await bus.streams.ensure(spec)
    collectors = [Collector(), Collector()]
    for number, collector in enumerate(collectors):
        bus.streams.consume(spec, f"reader{number}", collector)
    await bus.streams.publish(subject(spec, "0"), b"1", "1")
    for collector in collectors:
        await collector.until(1)


async def test_a_consumer_may_want_some_subjects_alone(world: World, spec: StreamSpec) -> None:
    bus = await world.connect()
    await bus.streams.ensure(spec)
    await bus.streams.publish(subject(spec, "games.0"), b"1", "1")
    await bus.streams.publish(subject(spec, "accounts.0"), b"2", "2")
    collector = Collector()
    wanted = [subject(spec, "games.*"), subject(spec, "clocks.*")]
    bus.streams.consume(spec, "reader", collector, subjects=wanted)
    await bus.streams.publish(subject(spec, "accounts.1"), b"3", "3")
    await bus.streams.publish(subject(spec, "clocks.1"), b"4", "4")
    await collector.until(2)
    assert [message.data for message in collector.messages] == [b"1", b"4"]


async def test_a_batch_that_failed_comes_again_in_order(world: World, spec: StreamSpec) -> None:
    bus = await world.connect()
    await bus.streams.ensure(spec)
    for number in range(5):
        await bus.streams.publish(subject(spec, "0"), b"%d" % number, str(number))
    collector = Collector(failures=3)
    consumption = bus.streams.consume(spec, "reader", collector)
    await collector.until(5)
    assert [message.data for message in collector.messages] == [b"%d" % n for n in range(5)]
    assert [str(error) for _, error in world.errors] == ["not yet"] * 3
    await consumption.stop()


async def test_batches_are_no_larger_than_asked_for(world: World, spec: StreamSpec) -> None:
    bus = await world.connect()
    await bus.streams.ensure(spec)
    await asyncio.gather(
        *(bus.streams.publish(subject(spec, "0"), b"", str(number)) for number in range(100))
    )
    collector = Collector()
    consumption = bus.streams.consume(spec, "reader", collector, batch=16)
    await collector.until(100)
    assert max(collector.batches) <= 16
    await consumption.stop()


async def test_a_purged_stream_is_empty_and_goes_on(world: World, spec: StreamSpec) -> None:
    bus = await world.connect()
    await bus.streams.ensure(spec)
    await bus.streams.publish(subject(spec, "0"), b"old", "1")
    await bus.streams.purge(spec.name)
    await bus.streams.purge("no-such-stream")
    collector = Collector()
    consumption = bus.streams.consume(spec, "reader", collector)
    await bus.streams.publish(subject(spec, "0"), b"new", "2")
    await collector.until(1)
    assert [message.data for message in collector.messages] == [b"new"]
    await consumption.stop()


async def test_a_stream_deleted_under_its_consumer_is_made_again(
    world: World, spec: StreamSpec
) -> None:
    bus = await world.connect()
    await bus.streams.ensure(spec)
    collector = Collector()
    consumption = bus.streams.consume(spec, "reader", collector)
    await bus.streams.publish(subject(spec, "0"), b"1", "1")
    await collector.until(1)
    await bus.streams.delete(spec.name)
    await bus.streams.delete(spec.name)
    async with asyncio.timeout(20):
        while True:
            try:
                await bus.streams.publish(subject(spec, "0"), b"2", "2")
                break
            except StreamMissingError:
                await asyncio.sleep(0.05)
    await collector.until(2)
    assert collector.messages[1].data == b"2"
    await consumption.stop()


async def test_a_work_queue_gives_each_job_to_one_worker(world: World) -> None:
    number = next(_numbers)
    spec = StreamSpec(f"work{number}", (f"job{number}.*",), is_work_queue=True)
    buses = [await world.connect() for _ in range(2)]
    await buses[0].streams.ensure(spec)
    collectors = [Collector(), Collector()]
    for bus, collector in zip(buses, collectors, strict=True):
        bus.streams.consume(spec, "workers", collector, batch=1)
    for job in range(40):
        await buses[0].streams.publish(f"job{number}.a", b"%d" % job, str(job))
    await eventually(lambda: sum(len(collector.messages) for collector in collectors) >= 40)
    done = [message.data for collector in collectors for message in collector.messages]
    assert sorted(done, key=int) == [b"%d" % job for job in range(40)]
