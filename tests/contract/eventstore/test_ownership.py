"""Shards spread over the instances, move, and are never two instances' at once."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from libs.bus import MemoryBus, MemoryHub
from libs.eventstore.errors import ShardLostError
from libs.eventstore.locks import ShardLocks
from libs.eventstore.ownership import Ownership, OwnershipTimes
from libs.eventstore.peers import Peers
from libs.eventstore.records import Recorded
from libs.eventstore.store import EventStore
from libs.testkit.eventually import eventually
from tests.contract.eventstore.worlds import World, append_to, stream_in

SHARDS = 16
TURN_S = 0.02


class Instance:
    """One process of a service, as far as its shards go."""

    def __init__(self, cluster: "Cluster", store: EventStore[object]) -> None:
        self.cluster = cluster
        self.store = store
        self.locks: ShardLocks = cluster.world.locks()
        self.gains: list[tuple[int, int | None]] = []
        self.losses: list[int] = []
        self.under_way: list[asyncio.Task[list[Recorded]]] = []
        self.fails_next = 0
        bus = MemoryBus(cluster.hub, lambda *error: cluster.errors.append(error))
        times = OwnershipTimes(
            turn_s=TURN_S, beat_s=0.05, failed_gain_pause_s=0.05, now_ms=lambda: cluster.now_ms
        )
        self.ownership = Ownership(
            store,
            self.locks,
            Peers(bus, "games", silent_s=1.5),
            self,
            shards=SHARDS,
            times=times,
        )

    @property
    def owned(self) -> set[int]:
        return self.ownership.owned

    async def gained(self, shard: int, heartbeat_ms: int | None) -> None:
        if self.fails_next:
            self.fails_next -= 1
            raise ZeroDivisionError
        assert self.cluster.holders.setdefault(shard, self) is self
        self.gains.append((shard, heartbeat_ms))

    async def release(self, shard: int) -> None:
        last_words = append_to(stream_in(shard), 0)
        self.under_way.append(asyncio.create_task(self.store.append(last_words)))
        await asyncio.sleep(0)
        self._forget(shard)

    async def lost(self, shard: int) -> None:
        assert not self.store.is_open(shard)
        self._forget(shard)

    def _forget(self, shard: int) -> None:
        self.losses.append(shard)
        if self.cluster.holders.get(shard) is self:
            del self.cluster.holders[shard]


class Cluster:
    """Instances of one service. `holders` proves that no shard has two."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.hub = MemoryHub()
        self.errors: list[object] = []
        self.holders: dict[int, Instance] = {}
        self.instances: list[Instance] = []
        self.now_ms = 1_000

    async def join(self) -> Instance:
        instance = Instance(self, await self.world.store())
        self.instances.append(instance)
        instance.ownership.start()
        return instance

    async def until_spread(self, *shares: int) -> None:
        await eventually(
            lambda: (
                sorted(len(i.owned) for i in self.instances) == sorted(shares)
                and sum(shares) == len(self.holders)
            )
        )


@pytest.fixture
async def cluster(world: World) -> AsyncIterator[Cluster]:
    made = Cluster(world)
    yield made
    for instance in made.instances:
        await instance.ownership.stop()
    assert not made.errors


async def test_a_single_instance_owns_everything(cluster: Cluster) -> None:
    only = await cluster.join()
    await cluster.until_spread(16)
    assert sorted(only.gains) == [(shard, None) for shard in range(SHARDS)]
    assert all(only.store.is_open(shard) for shard in range(SHARDS))


async def test_shards_spread_over_those_who_are_there(cluster: Cluster) -> None:
    first = await cluster.join()
    await cluster.until_spread(16)
    await cluster.join()
    await cluster.until_spread(8, 8)
    await cluster.join()
    await eventually(lambda: max(len(i.owned) for i in cluster.instances) <= 6)
    await eventually(lambda: sum(len(i.owned) for i in cluster.instances) == SHARDS)
    await first.ownership.stop()
    await cluster.until_spread(0, 8, 8)


async def test_what_is_under_way_survives_the_move(cluster: Cluster) -> None:
    """Whoever owns the shard takes the append; none is lost, none is doubled."""
    await cluster.join()
    await cluster.until_spread(16)
    stored = [0]

    async def play(shard: int) -> None:
        stream, version = stream_in(shard), 0
        while version < 60:
            holder = cluster.holders.get(shard)
            try:
                if holder is not None:
                    await holder.store.append(append_to(stream, version))
                    version += 1
                    stored[0] += 1
            except ShardLostError:
                pass
            await asyncio.sleep(0.003)

    games = [asyncio.create_task(play(shard)) for shard in range(SHARDS)]
    await asyncio.sleep(0.1)
    second = await cluster.join()
    await cluster.until_spread(8, 8)
    await asyncio.gather(*games)
    last_words = await asyncio.gather(*cluster.instances[0].under_way)
    assert len(last_words) == 8
    heads = [await second.store.head(shard) for shard in range(SHARDS)]
    assert sorted(heads) == [60] * 8 + [61] * 8


async def test_a_lost_connection_loses_the_shards(cluster: Cluster, world: World) -> None:
    only = await cluster.join()
    await cluster.until_spread(16)
    await world.cut_locks(only.locks)
    await eventually(lambda: len(only.losses) == SHARDS)
    await cluster.until_spread(16)
    assert len(only.gains) == 2 * SHARDS


async def test_a_dead_instance_is_replaced(cluster: Cluster, world: World) -> None:
    victim, heir = await cluster.join(), await cluster.join()
    await cluster.until_spread(8, 8)
    for task in victim.ownership._tasks:
        task.cancel()
    victim.ownership._tasks = []
    for shard in list(victim.owned):
        victim._forget(shard)
    await world.cut_locks(victim.locks)
    await eventually(lambda: len(heir.owned) == SHARDS)


async def test_the_former_heartbeat_is_handed_on(cluster: Cluster) -> None:
    first = await cluster.join()
    await cluster.until_spread(16)
    cluster.now_ms = 7_000
    await eventually(lambda: first.ownership.last_beat_ms == 7_000)
    first.ownership.pause_heartbeats()
    cluster.now_ms = 9_000
    await asyncio.sleep(0.15)
    await first.ownership.stop()
    heir = await cluster.join()
    heir.fails_next = 3  # whoever fails to take over has credited nothing: no heartbeat of theirs
    await cluster.until_spread(0, 16)
    assert sorted(heir.gains) == [(shard, 7_000) for shard in range(SHARDS)]
    await eventually(lambda: heir.ownership.last_beat_ms == 9_000)


async def test_a_shard_written_by_force_is_lost_and_taken_again(
    cluster: Cluster, world: World
) -> None:
    only = await cluster.join()
    await cluster.until_spread(16)
    intruder = await world.store()
    await intruder.open_shard(5)
    await intruder.append(append_to(stream_in(5), 0))
    with pytest.raises(ShardLostError):
        await only.store.append(append_to(stream_in(5), 0))
    await eventually(lambda: only.losses == [5] and 5 in only.owned)
    assert (await only.store.append(append_to(stream_in(5), 0)))[0].seq == 2


async def test_a_shard_that_could_not_be_taken_over_is_tried_again(cluster: Cluster) -> None:
    only = await cluster.join()
    only.fails_next = 3
    await cluster.until_spread(16)
    assert len(only.losses) == 3
