"""A consumer fed by stream and logs: every event has its effect once, whatever goes wrong."""

import asyncio
from collections.abc import Mapping, Sequence

import pytest

from libs.eventstore.consumer import Consumer, ConsumerOptions
from libs.eventstore.cursors import MemoryConsumerStore
from libs.eventstore.memory import MemoryTransaction
from libs.eventstore.records import PublicEvent
from libs.runtime import Check
from libs.runtime.consumer_host import BusLogReader, ConsumerHost
from libs.runtime.event_stream import EVENTS
from libs.testkit.eventually import eventually
from libs.testkit.world import Weather, World
from tests.unit.libs.runtime.counters import SERVICE
from tests.unit.libs.runtime.test_shard_owner import (
    SHARDS,
    add,
    in_world,
    start_one,
)

pytestmark = pytest.mark.unit

SOURCES = {SERVICE: SHARDS}
TABLE = "applied"


class Archive:
    """A reading service: a table with every event, by shard and sequence."""

    def __init__(self, world: World) -> None:
        self.name = "archive"
        self.log = world.log("archive")
        self.policy_calls: list[int] = []
        bus = world.connect()
        self.store = MemoryConsumerStore(self.log, consumer="archive")
        self.consumer = Consumer(
            "archive",
            self.store,
            BusLogReader(bus),
            self._effect,
            ConsumerOptions(sources=SOURCES),
        )
        self.host = ConsumerHost(bus, self.consumer, world.runtime, sources=SOURCES)

    async def _effect(self, tx: MemoryTransaction, events: Sequence[PublicEvent]) -> None:
        table = tx.table(TABLE)
        for event in events:
            key = (event.shard, event.seq)
            table[key] = table.get(key, 0) + 1

    @property
    def applied(self) -> dict[tuple[int, int], int]:
        return self.log.tables.get(TABLE, {})

    async def start(self) -> None:
        self.host.start()

    async def stop(self) -> None:
        await self.host.stop()

    def checks(self) -> Mapping[str, Check]:
        return self.host.checks()


def everything(world: World) -> dict[tuple[int, int], int]:
    shards = world.log(SERVICE).shards
    return {(shard, event.seq): 1 for shard, events in shards.items() for event in events}


async def play(world: World, count: int, name: str = "a") -> None:
    client = world.connect()
    await asyncio.gather(
        *(add(client, number % SHARDS, f"{name}{number}") for number in range(count))
    )


def test_every_event_is_applied_once() -> None:
    async def story(world: World) -> None:
        await start_one(world)
        archive = await world.start(Archive)
        await play(world, 60)
        await eventually(lambda: len(archive.applied) == 60)
        assert archive.applied == everything(world)
        await eventually(lambda: archive.checks()["consumer"]() is None)

    in_world(story)


def test_what_happened_before_is_read_from_the_owners() -> None:
    async def story(world: World) -> None:
        await start_one(world)
        await play(world, 30)
        await asyncio.sleep(1)
        world.hub.streams.streams.clear()
        archive = await world.start(Archive)
        await eventually(lambda: archive.applied == everything(world), within_s=5)
        await play(world, 30, "b")
        await eventually(lambda: archive.applied == everything(world), within_s=5)
        assert len(archive.applied) == 60

    in_world(story)


def test_a_message_that_is_none_and_a_lost_stream_stop_nobody() -> None:
    async def story(world: World) -> None:
        await start_one(world)
        archive = await world.start(Archive)
        client = world.connect()
        await play(world, 4)
        await client.streams.publish(f"ev.{SERVICE}.0", b"junk", "junk")
        await play(world, 4, "b")
        await eventually(lambda: archive.applied == everything(world), within_s=5)
        await client.streams.delete(EVENTS.name)
        await play(world, 4, "c")
        await eventually(lambda: archive.applied == everything(world), within_s=40)
        assert len(archive.applied) == 12

    in_world(story)


def test_an_outage_of_the_bus_is_caught_up() -> None:
    async def story(world: World) -> None:
        await start_one(world)
        archive = await world.start(Archive)
        await play(world, 20)
        world.hub.stop()
        await asyncio.sleep(10)
        world.hub.start()
        await play(world, 20, "b")
        await eventually(lambda: archive.applied == everything(world), within_s=20)

    in_world(story)


def test_of_two_instances_one_reads_and_the_other_takes_over() -> None:
    async def story(world: World) -> None:
        await start_one(world)
        first = await world.start(Archive)
        await play(world, 8)
        await eventually(lambda: len(first.applied) == 8)
        second = await world.start(Archive)
        assert second.checks()["consumer"]() is None
        await world.kill(first)
        await first.store.close()
        await play(world, 8, "b")
        await eventually(lambda: second.applied == everything(world), within_s=20)
        assert second.consumer.events == 8

    in_world(story)


def test_who_lost_its_lock_leaves_the_stream_to_the_other() -> None:
    async def story(world: World) -> None:
        await start_one(world)
        first = await world.start(Archive)
        await play(world, 8)
        await eventually(lambda: len(first.applied) == 8)
        await first.store.close()
        second = await world.start(Archive)
        await eventually(lambda: world.log("archive").consumer_locks.get("archive") is second.store)
        await play(world, 40, "b")
        await eventually(lambda: second.applied == everything(world), within_s=30)
        await play(world, 40, "c")
        await eventually(lambda: second.applied == everything(world), within_s=2)

    in_world(story)


@pytest.mark.parametrize("seed", range(6))
def test_in_bad_weather_every_event_is_applied_once(seed: int) -> None:
    async def story(world: World) -> None:
        first = await start_one(world, "one")
        archive = await world.start(Archive)
        assert world.weather is not None
        await eventually(lambda: len(first.owner.owned) == SHARDS, within_s=60)
        for part in range(5):
            await play(world, 12, f"{part}-")
            if part == 2:
                await world.kill(first)
                first.locks.cut()
                await start_one(world, "two")
                await asyncio.sleep(2)
        await eventually(lambda: archive.applied == everything(world), within_s=120)
        assert len(archive.applied) == 60

    in_world(story, Weather(seed, loss=0.02, repeat=0.1, longest_delay_s=0.05))
