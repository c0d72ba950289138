"""Two writers fight for a shard by force, a reader polls: no gap, no diverging log."""

import asyncio
import random

import pytest

from libs.eventstore.errors import ShardLostError, VersionConflictError
from libs.eventstore.memory import Fault, MemoryLog
from libs.eventstore.records import Recorded
from libs.eventstore.store import EventStore
from tests.contract.eventstore.worlds import MemoryWorld, World, append_to, stream_in

ROUNDS = 120


async def write_by_force(store: EventStore[object], seed: int, acknowledged: list[Recorded]) -> int:
    """Takes the shard again as soon as it was lost; returns how often it was."""
    chance = random.Random(seed)
    losses = 0
    for _ in range(ROUNDS):
        if not store.is_open(0):
            losses += 1
            await asyncio.sleep(chance.random() / 500)
            await store.open_shard(0)
        appends = [append_to(stream_in(0), 0, chance.randint(1, 3)) for _ in range(3)]
        results = await asyncio.gather(*map(store.append, appends), return_exceptions=True)
        for result in results:
            if isinstance(result, list):
                acknowledged += result
            else:
                assert isinstance(result, ShardLostError)
    return losses


async def poll(store: EventStore[object], stop: asyncio.Event) -> list[Recorded]:
    """Reads everything after the last sequence, as any reader may."""
    seen: list[Recorded] = []
    while True:
        is_last = stop.is_set()
        events = await store.read_shard(0, seen[-1].seq if seen else 0, 7)
        seen += events
        if is_last and not events:
            return seen
        await asyncio.sleep(0)


async def test_two_writers_race_and_a_reader_sees_a_prefix(world: World) -> None:
    stores = [await world.store() for _ in range(3)]
    for store in stores[:2]:
        await store.open_shard(0)
    stop = asyncio.Event()
    reader = asyncio.create_task(poll(stores[2], stop))
    acknowledged: list[Recorded] = []
    losses = await asyncio.gather(
        *(write_by_force(store, seed, acknowledged) for seed, store in enumerate(stores[:2]))
    )
    stop.set()
    seen = await reader
    assert [event.seq for event in seen] == list(range(1, len(seen) + 1))
    assert sorted(acknowledged, key=lambda event: event.seq) == seen
    assert sum(losses) > 0


async def test_two_writers_race_for_one_stream(world: World) -> None:
    """Each reads the stream and appends the next version; nobody's event is overwritten."""
    stores = [await world.store() for _ in range(2)]
    stream = stream_in(0)
    stored: list[Recorded] = []

    async def play(store: EventStore[object]) -> None:
        for _ in range(40):
            if not store.is_open(0):
                await store.open_shard(0)
            version = len(await store.read_stream(stream))
            try:
                stored.extend(await store.append(append_to(stream, version)))
            except (ShardLostError, VersionConflictError):
                await asyncio.sleep(0)

    await asyncio.gather(*map(play, stores))
    events = await stores[0].read_stream(stream)
    assert [event.version for event in events] == list(range(1, len(events) + 1))
    assert sorted(stored, key=lambda event: event.version) == events


@pytest.mark.parametrize("seed", range(20))
async def test_random_faults_leave_one_log(seed: int) -> None:
    """In memory, with every pause and fault drawn from a seed."""
    chance = random.Random(seed)
    world = MemoryWorld()
    log: MemoryLog = world.log

    async def pause() -> None:
        for _ in range(chance.randint(0, 4)):
            await asyncio.sleep(0)

    log.pause = pause
    log.fault = lambda: chance.choice(list(Fault)) if chance.random() < 0.1 else None
    stores = [await world.store() for _ in range(2)]
    for store in stores:
        await store.open_shard(0)
    acknowledged: list[Recorded] = []
    await asyncio.gather(
        *(write_by_force(store, seed + n, acknowledged) for n, store in enumerate(stores))
    )
    stored = log.shards[0]
    assert [event.seq for event in stored] == list(range(1, len(stored) + 1))
    assert {event.seq: event for event in acknowledged}.items() <= {
        event.seq: event for event in stored
    }.items()
    assert len(acknowledged) == len({event.seq for event in acknowledged})
    await world.close()
