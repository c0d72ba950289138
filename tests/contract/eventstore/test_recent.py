"""Streams told from memory: never less than the log, never longer than the shard is ours."""

import pytest

from libs.eventstore.memory import Fault
from libs.eventstore.recent import RecentStreams
from tests.contract.eventstore.worlds import World, append_to, stream_in


async def test_a_stream_that_began_here_is_told_without_the_log(world: World) -> None:
    store = await world.store()
    recent = RecentStreams(store)
    await store.open_shard(3)
    stream = stream_in(3)
    first = await store.append(append_to(stream, 0, 2))
    second = await store.append(append_to(stream, 2))
    assert len(recent) == 3
    assert await recent.read_stream(stream) == first + second
    assert await recent.read_stream(stream, 1) == (first + second)[1:]
    assert await recent.read_stream(stream, 3) == []
    assert await recent.read_stream(stream) == await store.read_stream(stream)


async def test_a_stream_that_began_elsewhere_comes_from_the_log(world: World) -> None:
    store = await world.store()
    await store.open_shard(3)
    stream = stream_in(3)
    first = await store.append(append_to(stream, 0, 2))
    recent = RecentStreams(store)
    second = await store.append(append_to(stream, 2))
    assert len(recent) == 0
    assert await recent.read_stream(stream) == first + second
    assert await recent.read_stream(stream_in(3)) == []


async def test_a_closed_shard_is_forgotten(world: World) -> None:
    """Somebody else writes on: what they wrote must be told when the shard comes back."""
    one, other = await world.store(), await world.store()
    recent = RecentStreams(one)
    await one.open_shard(3)
    await one.open_shard(4)
    stream, stays = stream_in(3), stream_in(4)
    await one.append(append_to(stream, 0, 2))
    await one.append(append_to(stays, 0))
    await one.close_shard(3)
    assert len(recent) == 1
    await other.open_shard(3)
    await other.append(append_to(stream, 2))
    await other.close_shard(3)
    await one.open_shard(3)
    await one.append(append_to(stream, 3))
    assert [event.version for event in await recent.read_stream(stream)] == [1, 2, 3, 4]
    assert len(await recent.read_stream(stays)) == 1


@pytest.mark.parametrize("fault", [Fault.BEFORE_COMMIT, Fault.AFTER_COMMIT])
async def test_a_commit_in_doubt_is_told_once(world: World, fault: Fault) -> None:
    store = await world.store()
    recent = RecentStreams(store)
    await store.open_shard(3)
    stream = stream_in(3)
    await store.append(append_to(stream, 0))
    world.cut_next_commit(fault)
    await store.append(append_to(stream, 1))
    assert await recent.read_stream(stream) == await store.read_stream(stream)
    assert len(recent) == 2


async def test_what_began_first_makes_room(world: World) -> None:
    store = await world.store()
    recent = RecentStreams(store, most_events=4)
    await store.open_shard(3)
    streams = [stream_in(3) for _ in range(3)]
    for stream in streams:
        await store.append(append_to(stream, 0, 2))
    await store.append(append_to(streams[0], 2))
    assert len(recent) == 4
    for stream in streams:
        assert await recent.read_stream(stream) == await store.read_stream(stream)
