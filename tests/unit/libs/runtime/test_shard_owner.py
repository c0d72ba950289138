"""Shards among instances: shares, hand-over, crashes, outages; in memory and virtual time."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import pytest

from libs.bus import MemoryBus
from libs.contracts.envelope import Answer
from libs.eventstore.locks import MemoryLocks
from libs.eventstore.memory import MemoryStore
from libs.eventstore.records import decode_batch
from libs.eventstore.relay_cursors import MemoryRelayCursors
from libs.eventstore.streams import StreamKeeper
from libs.runtime import Check
from libs.runtime.command_host import CommandHost, HostOptions
from libs.runtime.event_stream import EVENTS
from libs.runtime.shard_owner import OwnerParts, ShardOwner
from libs.testkit.eventually import eventually
from libs.testkit.virtual_time import run_virtual
from libs.testkit.world import Weather, World
from tests.unit.libs.runtime.counters import (
    SERVICE,
    CounterCodec,
    CounterDecider,
    answer_of,
    decode,
    envelope,
    stream_in,
)

pytestmark = pytest.mark.unit

SHARDS = 4


class Counters:
    """The counter service as a service: what an `app.py` puts together."""

    def __init__(self, world: World, instance: str) -> None:
        self.name = SERVICE
        self.prepared: list[tuple[int, int | None]] = []
        self.outages: list[tuple[int, int]] = []
        self.made_good = asyncio.Event()
        self.made_good.set()
        bus = world.connect()
        log = world.log(SERVICE)
        self.store = MemoryStore(log, shards=SHARDS)
        self.locks = MemoryLocks(log)
        keeper = StreamKeeper(self.store, CounterDecider(), CounterCodec())
        options = HostOptions(
            service=SERVICE,
            instance=instance,
            decode=decode,
            kind=lambda _command: "add",
            prepare=self._prepare,
        )
        host = CommandHost(bus, self.store, keeper, options, world.runtime.metrics)
        parts = OwnerParts(
            self.store, self.locks, MemoryRelayCursors(log), after_outage=self._after_outage
        )
        self.owner = ShardOwner(bus, parts, host, world.runtime, shards=SHARDS)

    async def _prepare(self, shard: int, heartbeat_ms: int | None) -> None:
        self.prepared.append((shard, heartbeat_ms))

    async def _after_outage(self, from_ms: int, to_ms: int) -> None:
        self.outages.append((from_ms, to_ms))
        await self.made_good.wait()

    async def start(self) -> None:
        await self.store.start()
        self.owner.start()

    async def stop(self) -> None:
        await self.owner.stop()
        await self.store.close()

    def checks(self) -> Mapping[str, Check]:
        return self.owner.checks()


def in_world(test: Callable[[World], Awaitable[None]], weather: Weather | None = None) -> None:
    async def main() -> None:
        world = World(weather)
        await test(world)
        await world.stop()

    run_virtual(main)


async def start_one(world: World, instance: str = "one") -> Counters:
    return await world.start(lambda made_for: Counters(made_for, instance))


async def add(bus: MemoryBus, shard: int, command_id: str, amount: int = 1) -> Answer:
    data = envelope(stream_in(shard), command_id, amount)
    return answer_of(await bus.call(f"cmd.{SERVICE}.{shard}", data))


def test_one_instance_takes_all_shards_and_is_ready_then() -> None:
    async def story(world: World) -> None:
        client = world.connect()
        service = await start_one(world)
        assert service.checks()["shards"]() == "0 of 4"
        await eventually(lambda: service.checks()["shards"]() is None)
        assert sorted(service.prepared) == [(shard, None) for shard in range(SHARDS)]
        assert await add(client, 2, "1") == Answer(version=1)

    in_world(story)


def test_two_instances_share_and_every_command_finds_its_owner() -> None:
    async def story(world: World) -> None:
        client = world.connect()
        first = await start_one(world, "one")
        await eventually(lambda: len(first.owner.owned) == 4)
        second = await start_one(world, "two")
        calls = [
            asyncio.create_task(add(client, number % SHARDS, str(number))) for number in range(40)
        ]
        await eventually(lambda: len(second.owner.owned) == 2)
        assert len(first.owner.owned) == 2
        answers = await asyncio.gather(*calls)
        assert {answer.code for answer in answers} == {None}
        assert sum(map(len, world.log(SERVICE).shards.values())) == 40

    in_world(story)


def test_when_an_instance_stops_the_other_takes_over() -> None:
    async def story(world: World) -> None:
        client = world.connect()
        first = await start_one(world, "one")
        await eventually(lambda: len(first.owner.owned) == 4)
        assert await add(client, 1, "1") == Answer(version=1)
        second = await start_one(world, "two")
        await eventually(lambda: len(second.owner.owned) == 2)
        await first.stop()
        await eventually(lambda: len(second.owner.owned) == 4)
        assert await add(client, 1, "1") == Answer(version=1)
        assert await add(client, 1, "2") == Answer(version=2)

    in_world(story)


def test_a_killed_instance_loses_its_shards_and_nothing_it_acknowledged() -> None:
    async def story(world: World) -> None:
        client = world.connect()
        first = await start_one(world, "one")
        await eventually(lambda: len(first.owner.owned) == 4)
        for number in range(10):
            await add(client, number % SHARDS, str(number))
        await asyncio.sleep(2)
        await world.kill(first)
        first.locks.cut()
        second = await start_one(world, "two")
        calls = [add(client, number % SHARDS, str(number)) for number in range(20)]
        answers = await asyncio.gather(*calls)
        assert {answer.code for answer in answers} == {None}
        assert sum(map(len, world.log(SERVICE).shards.values())) == 20
        assert all(beat is not None for _, beat in second.prepared)

    in_world(story)


def test_what_is_committed_reaches_the_stream_in_order_and_once_per_sequence() -> None:
    async def story(world: World) -> None:
        client = world.connect()
        seen: list[int] = []

        async def read(batch: Any) -> None:
            for message in batch:
                relayed = decode_batch(message.data)
                seen.extend(event.seq for event in relayed.events if relayed.shard == 1)

        consumption = client.streams.consume(EVENTS, "reader", read)
        await start_one(world)
        for number in range(30):
            await add(client, 1, str(number))
        await eventually(lambda: len(seen) >= 30)
        assert seen == list(range(1, 31))
        await consumption.stop()

    in_world(story)


def test_an_outage_of_the_bus_is_told_with_the_last_heartbeat_before_it() -> None:
    async def story(world: World) -> None:
        service = await start_one(world)
        await eventually(lambda: len(service.owner.owned) == 4)
        await asyncio.sleep(5)
        cut_ms = world.runtime.now_ms()
        world.hub.stop()
        assert service.checks()["bus"]() == "no connection"
        await asyncio.sleep(30)
        world.hub.start()
        await eventually(lambda: service.outages)
        from_ms, to_ms = service.outages[0]
        assert cut_ms - 1_100 <= from_ms <= cut_ms
        assert to_ms >= cut_ms + 30_000

    in_world(story)


def test_an_outage_that_is_not_made_good_yet_is_left_to_the_next_owner() -> None:
    async def story(world: World) -> None:
        service = await start_one(world, "one")
        await eventually(lambda: len(service.owner.owned) == 4)
        await asyncio.sleep(5)
        cut_ms = world.runtime.now_ms()
        world.hub.stop()
        await asyncio.sleep(30)
        service.made_good.clear()
        world.hub.start()
        await eventually(lambda: service.outages)
        await asyncio.sleep(5)
        await world.kill(service)
        service.locks.cut()
        successor = await start_one(world, "two")
        await eventually(lambda: len(successor.owner.owned) == 4)
        assert all(beat is not None and beat <= cut_ms for _, beat in successor.prepared)

    in_world(story)


@pytest.mark.parametrize("seed", range(8))
def test_in_bad_weather_every_acknowledged_command_is_in_the_log_once(seed: int) -> None:
    async def story(world: World) -> None:
        client = world.connect()
        first = await start_one(world, "one")
        await eventually(lambda: first.owner.owned, within_s=60)
        assert world.weather is not None
        world.weather.commit_faults = 0.1

        async def worker(shard: int) -> None:
            for number in range(15):
                while True:
                    try:
                        answer = await add(client, shard, str(number))
                    except Exception:  # noqa: BLE001  the world is unkind, try on
                        continue
                    assert answer == Answer(version=number + 1)
                    break

        workers = asyncio.gather(*(worker(shard) for shard in range(SHARDS)))
        await asyncio.sleep(1)
        second = await start_one(world, "two")
        await asyncio.sleep(3)
        first.locks.cut()
        await workers
        log = world.log(SERVICE)
        for shard in range(SHARDS):
            ids = [event.command_id for event in log.shards[shard]]
            assert ids == [str(number) for number in range(15)]
        assert second.owner.owned

    in_world(story, Weather(seed, loss=0.05, repeat=0.05, longest_delay_s=0.2))
