"""The keeper of streams: one command at a time, the first answer each time."""

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest

from libs.eventstore.deciding import Accepted, Evolved, Refused
from libs.eventstore.errors import EffectRefusedError, ShardLostError
from libs.eventstore.memory import Fault
from libs.eventstore.pacing import GATHER_S
from libs.eventstore.records import StreamId
from libs.eventstore.store import EventStore
from libs.eventstore.streams import KeeperOptions, StreamKeeper
from tests.contract.eventstore.counting import (
    Added,
    Count,
    CountCodec,
    CountDecider,
    CountEvent,
    order,
)
from tests.contract.eventstore.worlds import World, append_to, stream_in

Keeper = StreamKeeper[Count, int, CountEvent]
Options = KeeperOptions[Count, CountEvent]


def keeper_of(store: EventStore[Any], **options: Any) -> Keeper:
    return StreamKeeper(store, CountDecider(), CountCodec(), Options(**options))


async def owner(world: World, **options: Any) -> tuple[EventStore[Any], Keeper]:
    store = await world.store()
    await store.open_shard(0)
    return store, keeper_of(store, **options)


async def test_a_command_becomes_events(world: World) -> None:
    store, keeper = await owner(world)
    stream = stream_in(0)
    assert await keeper.handle(order(stream, 2)) == Accepted(2)
    assert await keeper.handle(order(stream, 3)) == Accepted(5)
    assert (await keeper.state(stream)).state.total == 5
    assert [event.type for event in await store.read_stream(stream)] == ["count.added"] * 5


async def test_a_repeated_command_gets_the_first_answer(world: World) -> None:
    store, keeper = await owner(world)
    first = order(stream_in(0), 2)
    assert await keeper.handle(first) == Accepted(2)
    assert await keeper.handle(order(first.stream, 1)) == Accepted(3)
    assert await keeper.handle(first) == Accepted(2)
    again = order(first.stream, 3, command_id=first.command_id)
    assert await keeper.handle(again) == Refused("command_id_reused")
    other_actor = order(first.stream, 3, command_id=first.command_id, actor="bob")
    assert await keeper.handle(other_actor) == Accepted(6)
    assert await store.head(0) == 6


async def test_a_repeated_command_gets_the_first_answer_after_a_restart(world: World) -> None:
    store, keeper = await owner(world)
    first = order(stream_in(0), 2)
    await keeper.handle(first)
    await keeper.handle(order(first.stream, 1))
    await store.close_shard(0)
    _, heir = await owner(world)
    assert await heir.handle(first) == Accepted(2)
    again = order(first.stream, 3, command_id=first.command_id)
    assert await heir.handle(again) == Refused("command_id_reused")
    assert (await heir.state(first.stream)).version == 3


async def test_the_same_command_by_two_gateways_at_once(world: World) -> None:
    store, keeper = await owner(world)
    twice = order(stream_in(0), 1)
    answers = await asyncio.gather(*(keeper.handle(twice) for _ in range(4)))
    assert answers == [Accepted(1)] * 4
    assert await store.head(0) == 1


async def test_refusals_are_not_stored_and_may_be_decided_again(world: World) -> None:
    store, keeper = await owner(world)
    stream = stream_in(0)
    await keeper.handle(order(stream, 9))
    too_much = order(stream, 5)
    assert await keeper.handle(too_much) == Refused("too_much")
    assert await keeper.handle(too_much) == Refused("over", {"total": 9})
    assert await store.head(0) == 10


async def test_events_beside_a_refusal_carry_no_command_id(world: World) -> None:
    store, keeper = await owner(world)
    stream = stream_in(0)
    assert await keeper.handle(order(stream, 11)) == Refused("too_much")
    (closed,) = await store.read_stream(stream)
    assert (closed.type, closed.command_id, closed.fingerprint) == ("count.closed", None, None)


async def test_a_command_that_changes_nothing_is_accepted(world: World) -> None:
    store, keeper = await owner(world)
    assert await keeper.handle(order(stream_in(0), 0)) == Accepted(0)
    assert await store.head(0) == 0


async def test_one_command_in_flight_per_stream(world: World) -> None:
    _, keeper = await owner(world)
    streams = [stream_in(0) for _ in range(5)]
    answers = await asyncio.gather(
        *(keeper.handle(order(stream, 1)) for _ in range(8) for stream in streams)
    )
    assert answers == [Accepted(version) for version in range(1, 9) for _ in streams]
    assert keeper.counts.conflicts == 0


async def test_time_never_runs_backwards_nor_ahead(world: World) -> None:
    store, keeper = await owner(world, now_ms=lambda: 5_000)
    stream = stream_in(0)
    for received_at_ms in (2_000, 1_000, 9_000, 4_000):
        await keeper.handle(order(stream, 1, received_at_ms=received_at_ms))
    events = await store.read_stream(stream)
    assert [event.at_ms for event in events] == [2_000, 2_000, 5_000, 5_000]


async def test_memory_changes_only_after_the_commit(world: World) -> None:
    store, keeper = await owner(world)
    stream = stream_in(0)
    await keeper.handle(order(stream, 1))
    seen: list[int] = []

    async def look() -> None:
        seen.append((await keeper.state(stream)).version)

    pending = asyncio.create_task(keeper.handle(order(stream, 1)))
    await asyncio.sleep(0)
    await look()
    await pending
    await look()
    assert seen == [1, 2]
    assert store.is_open(0)


async def test_a_conflict_drops_the_cached_state_and_decides_again(world: World) -> None:
    store, keeper = await owner(world)
    stream = stream_in(0)
    await keeper.handle(order(stream, 1))
    foreign = CountCodec().encode(Added(1, 1_000))
    await store.append(append_to(stream, 1, events=(foreign,)))
    assert await keeper.handle(order(stream, 1)) == Accepted(3)
    assert keeper.counts.conflicts == 1
    assert (await keeper.state(stream)).state.total == 3


async def test_a_lost_shard_forgets_its_streams(world: World) -> None:
    store, keeper = await owner(world)
    stream = stream_in(0)
    await keeper.handle(order(stream, 1))
    rival_store, rival = await owner(world)
    assert await rival.handle(order(stream, 1)) == Accepted(2)
    with pytest.raises(ShardLostError):
        await keeper.handle(order(stream, 1))
    assert len(keeper) == 0
    with pytest.raises(ShardLostError):
        await keeper.handle(order(stream, 1))
    with pytest.raises(ShardLostError):
        await keeper.state(stream)
    await rival_store.close_shard(0)
    await store.open_shard(0)
    assert await keeper.handle(order(stream, 1)) == Accepted(3)


@pytest.mark.parametrize("fault", list(Fault))
async def test_a_cut_connection_costs_nothing(world: World, fault: Fault) -> None:
    store, keeper = await owner(world)
    command = order(stream_in(0), 1)
    await keeper.handle(order(command.stream, 1))
    world.cut_next_commit(fault)
    assert await keeper.handle(command) == Accepted(2)
    assert await keeper.handle(command) == Accepted(2)
    assert await store.head(0) == 2


async def test_a_command_whose_sender_went_away_is_carried_out(world: World) -> None:
    """Its events are stored, and memory doesn't stay behind the log."""
    store, keeper = await owner(world)
    command = order(stream_in(0), 1)
    await keeper.handle(order(command.stream, 1))
    await asyncio.sleep(2 * GATHER_S)  # then its commit begins at once
    sending = asyncio.create_task(keeper.handle(command))
    for _ in range(3):
        await asyncio.sleep(0)
    sending.cancel()
    await asyncio.gather(sending, return_exceptions=True)
    await store.append(append_to(stream_in(0), 0))  # the next commit: ours is over by then
    assert (await keeper.state(command.stream)).version == 2
    assert await keeper.handle(command) == Accepted(2)


async def test_a_stream_is_looked_at_without_loading_it(world: World) -> None:
    _, keeper = await owner(world)
    stream = stream_in(0)
    assert keeper.peek(stream) is None
    await keeper.handle(order(stream, 2))
    state = keeper.peek(stream)
    assert state is not None
    assert state.total == 2


async def test_idle_streams_are_dropped_but_none_at_work(world: World) -> None:
    _, keeper = await owner(world, max_streams=3)
    streams = [stream_in(0) for _ in range(12)]
    for stream in streams:
        await keeper.handle(order(stream, 1))
    assert len(keeper) == 3
    assert await keeper.handle(order(streams[0], 1)) == Accepted(2)
    answers = await asyncio.gather(*(keeper.handle(order(stream, 1)) for stream in streams))
    assert answers == [Accepted(3)] + [Accepted(2)] * 11


async def test_streams_are_dropped_after_a_time(world: World) -> None:
    now = [0.0]
    _, keeper = await owner(world, idle_s=10.0, monotonic=lambda: now[0])
    old, new = stream_in(0), stream_in(0)
    await keeper.handle(order(old, 1))
    now[0] = 11.0
    await keeper.handle(order(new, 1))
    assert len(keeper) == 1
    assert (await keeper.state(old)).version == 1


async def test_an_observer_sees_what_a_command_changed(world: World) -> None:
    seen: list[Evolved[Count, CountEvent]] = []
    _, keeper = await owner(world, observer=seen.append)
    stream = stream_in(0)
    await keeper.handle(order(stream, 1))
    await keeper.handle(order(stream, 2))
    assert [(e.before.total, e.after.total, e.recorded[-1].version) for e in seen] == [
        (0, 1, 1),
        (1, 3, 3),
    ]


async def test_an_effect_is_part_of_the_commit_or_refuses_it(world: World) -> None:
    def effects(stream: StreamId, events: Sequence[CountEvent], before: Count) -> Any:
        if before.total == 2:
            return refuse
        return world.posting(f"{before.total}")

    async def refuse(tx: object) -> None:
        raise EffectRefusedError("already_playing", {"game": "x"})

    _, keeper = await owner(world, effects=effects)
    stream = stream_in(0)
    assert await keeper.handle(order(stream, 2)) == Accepted(2)
    assert await keeper.handle(order(stream, 1)) == Refused("already_playing", {"game": "x"})
    assert await keeper.handle(order(stream, 0)) == Accepted(2)
    assert await world.postings() == ["0"]
