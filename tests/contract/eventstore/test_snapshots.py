"""Snapshots are caches: used when they fit, thrown away when not."""

from collections.abc import AsyncIterator
from typing import Any

import pytest

from libs.eventstore.deciding import Accepted, Refused
from libs.eventstore.snapshots import Snapshot, SnapshotKeeper
from libs.eventstore.streams import KeeperOptions, StreamKeeper
from libs.testkit.eventually import eventually
from tests.contract.eventstore.counting import (
    Count,
    CountCodec,
    CountDecider,
    CountEvent,
    CountStates,
    order,
)
from tests.contract.eventstore.worlds import World, stream_in

Keeper = StreamKeeper[Count, int, CountEvent]


class Keepers:
    """Owners of one shard, one after the other, with snapshots every four events."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.snapshots: list[SnapshotKeeper[Count]] = []

    async def take_over(self, number: int = 1) -> tuple[Keeper, SnapshotKeeper[Count]]:
        store = await self.world.store()
        await store.open_shard(0)
        snapshots = SnapshotKeeper(self.world.snapshot_store(), CountStates(number), every=4)
        snapshots.start()
        self.snapshots.append(snapshots)
        options: KeeperOptions[Count, Any] = KeeperOptions(snapshots=snapshots)
        return StreamKeeper(store, CountDecider(), CountCodec(), options), snapshots


@pytest.fixture
async def keepers(world: World) -> AsyncIterator[Keepers]:
    made = Keepers(world)
    yield made
    for snapshots in made.snapshots:
        await snapshots.close()


async def test_a_stream_is_loaded_from_its_snapshot(keepers: Keepers) -> None:
    keeper, snapshots = await keepers.take_over()
    stream = stream_in(0)
    first = order(stream, 3, received_at_ms=5_000)
    await keeper.handle(first)
    await keeper.handle(order(stream, 2, received_at_ms=6_000))
    await eventually(lambda: snapshots.saved == 1)
    await keeper.handle(order(stream, 1, received_at_ms=7_000))
    heir, their_snapshots = await keepers.take_over()
    assert (await heir.state(stream)).state == Count(6, at_ms=7_000)
    assert their_snapshots.hits == 1
    assert await heir.handle(first) == Accepted(3)
    reused = order(stream, 1, command_id=first.command_id)
    assert await heir.handle(reused) == Refused("command_id_reused")
    assert await heir.handle(order(stream, 1, received_at_ms=1)) == Accepted(7)
    assert (await heir.state(stream)).state.at_ms == 7_000


async def test_a_wrong_number_throws_it_away(keepers: Keepers) -> None:
    keeper, snapshots = await keepers.take_over()
    stream = stream_in(0)
    await keeper.handle(order(stream, 5))
    await eventually(lambda: snapshots.saved == 1)
    heir, their_snapshots = await keepers.take_over(number=2)
    assert (await heir.state(stream)).state.total == 5
    assert their_snapshots.hits == 0
    await heir.handle(order(stream, 3))
    await eventually(lambda: their_snapshots.saved == 1)
    last, last_snapshots = await keepers.take_over(number=2)
    assert (await last.state(stream)).state.total == 8
    assert last_snapshots.hits == 1


@pytest.mark.parametrize("state", [b"", b"\xc1", b"\x93\x01\x80\xa2[]"])
async def test_an_unreadable_one_is_thrown_away(
    keepers: Keepers, world: World, state: bytes
) -> None:
    keeper, snapshots = await keepers.take_over()
    stream = stream_in(0)
    await keeper.handle(order(stream, 2))
    await world.snapshot_store().save(Snapshot(stream, 1, state), 1)
    heir, _ = await keepers.take_over()
    assert (await heir.state(stream)).state.total == 2
    assert snapshots.saved == 0


async def test_an_older_one_does_not_replace_a_newer(world: World) -> None:
    await world.store()
    snapshots = world.snapshot_store()
    stream = stream_in(0)
    await snapshots.save(Snapshot(stream, 8, b"new"), 1)
    await snapshots.save(Snapshot(stream, 4, b"old"), 1)
    assert await snapshots.load(stream, 1) == Snapshot(stream, 8, b"new")
    assert await snapshots.load(stream, 2) is None
    assert await snapshots.load(stream_in(0), 1) is None
