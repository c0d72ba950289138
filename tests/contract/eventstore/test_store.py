"""What a store promises to the owner of a shard."""

import asyncio

import pytest

from libs.eventstore.errors import (
    InvalidAppendError,
    ShardLostError,
    VersionConflictError,
)
from libs.eventstore.memory import Fault
from libs.eventstore.records import Recorded
from tests.contract.eventstore.worlds import MemoryWorld, World, append_to, stream_in


async def test_events_come_back_as_they_were_stored(world: World) -> None:
    store = await world.store()
    await store.open_shard(3)
    stream = stream_in(3)
    first = await store.append(
        append_to(stream, 0, 2, command_id="id", fingerprint=b"12345678", actor="Müller")
    )
    second = await store.append(append_to(stream, 2))
    assert [event.version for event in first + second] == [1, 2, 3]
    assert await store.read_stream(stream) == first + second
    assert await store.read_stream(stream, 2) == second
    assert first[0].secret == b'{"s":1}'
    assert (first[0].command_id, first[0].fingerprint) == ("id", b"12345678")
    assert await store.read_shard(3, 1, 10) == (first + second)[1:]
    assert await store.read_shard(3, 0, 2) == first
    assert await store.head(3) == 3
    assert await store.head(4) == 0


async def test_a_shard_that_is_not_open_takes_nothing(world: World) -> None:
    store = await world.store()
    assert not store.is_open(3)
    with pytest.raises(ShardLostError):
        await store.append(append_to(stream_in(3), 0))
    await store.open_shard(3)
    assert store.is_open(3)
    await store.close_shard(3)
    with pytest.raises(ShardLostError):
        await store.append(append_to(stream_in(3), 0))


async def test_a_stale_append_fails(world: World) -> None:
    store = await world.store()
    await store.open_shard(0)
    stream = stream_in(0)
    await store.append(append_to(stream, 0, 3))
    with pytest.raises(VersionConflictError):
        await store.append(append_to(stream, 2))
    with pytest.raises(VersionConflictError):
        await store.append(append_to(stream, 0))
    assert len(await store.read_stream(stream)) == 3


async def test_an_append_that_would_leave_a_gap_fails(world: World) -> None:
    store = await world.store()
    await store.open_shard(0)
    stream = stream_in(0)
    with pytest.raises(VersionConflictError):
        await store.append(append_to(stream, 2))
    await store.append(append_to(stream, 0))
    other = await world.store()
    await store.close_shard(0)
    await other.open_shard(0)
    with pytest.raises(VersionConflictError):
        await other.append(append_to(stream, 5))
    assert await other.head(0) == 1


async def test_what_arrives_during_a_commit_shares_the_next(world: World) -> None:
    store = await world.store()
    commits: list[list[Recorded]] = []
    store.on_commit(commits.append)
    for shard in range(4):
        await store.open_shard(shard)
    appends = [append_to(stream_in(number % 4), 0) for number in range(40)]
    await asyncio.gather(*map(store.append, appends))
    assert sum(map(len, commits)) == 40
    assert len(commits) <= 3
    for shard in range(4):
        assert [event.seq for event in await store.read_shard(shard, 0, 100)] == list(range(1, 11))


async def test_the_observer_is_told_before_the_appender_goes_on(world: World) -> None:
    store = await world.store()
    await store.open_shard(0)
    told: list[str] = []
    store.on_commit(lambda events: told.append("observer"))
    await store.append(append_to(stream_in(0), 0))
    told.append("appender")
    assert told == ["observer", "appender"]


async def test_an_observer_that_fails_stops_nobody(world: World) -> None:
    store = await world.store()
    await store.open_shard(0)

    def fail(events: list[Recorded]) -> None:
        raise KeyError(events[0].type)

    store.on_commit(fail)
    assert await store.append(append_to(stream_in(0), 0))
    assert await store.append(append_to(stream_in(0), 0))


async def test_one_conflict_in_a_commit_fails_nobody_else(world: World) -> None:
    """The stream moved while the writer knew nothing of it: only its append fails."""
    store, rival = await world.store(), await world.store()
    stale = stream_in(1)
    await rival.open_shard(1)
    await rival.append(append_to(stale, 0))
    await rival.close_shard(1)
    for shard in range(3):
        await store.open_shard(shard)
    appends = [append_to(stream_in(number % 3), 0) for number in range(12)]
    appends.insert(5, append_to(stale, 0))
    results = await asyncio.gather(*map(store.append, appends), return_exceptions=True)
    assert isinstance(results.pop(5), VersionConflictError)
    assert all(isinstance(result, list) for result in results)
    for shard in range(3):
        events = await store.read_shard(shard, 0, 100)
        assert [event.seq for event in events] == list(range(1, len(events) + 1))


async def test_one_lost_shard_fails_no_other(world: World) -> None:
    store, rival = await world.store(), await world.store()
    for shard in range(3):
        await store.open_shard(shard)
    await rival.open_shard(1)
    await rival.append(append_to(stream_in(1), 0))
    lost: list[int] = []
    store.on_shard_lost(lost.append)
    appends = [append_to(stream_in(number % 3), 0) for number in range(9)]
    results = await asyncio.gather(*map(store.append, appends), return_exceptions=True)
    for append, result in zip(appends, results, strict=True):
        is_lost = append.stream.startswith("01-")
        assert isinstance(result, ShardLostError if is_lost else list)
    assert lost == [1]
    assert not store.is_open(1)
    assert await rival.head(1) == 1


async def test_an_append_that_the_database_refuses_fails_alone(world: World) -> None:
    store = await world.store()
    await store.open_shard(0)
    appends = [append_to(stream_in(0), 0) for _ in range(5)]
    appends.insert(2, append_to(stream_in(0), 0, actor="a\0b"))
    results = await asyncio.gather(*map(store.append, appends), return_exceptions=True)
    assert isinstance(results.pop(2), InvalidAppendError)
    assert all(isinstance(result, list) for result in results)
    with pytest.raises(InvalidAppendError):
        await store.append(append_to(stream_in(0), 0, 0))
    assert await store.head(0) == 5


async def test_two_appends_at_once_to_one_stream(world: World) -> None:
    store = await world.store()
    await store.open_shard(0)
    stream = stream_in(0)
    results = await asyncio.gather(
        *(store.append(append_to(stream, 0)) for _ in range(3)), return_exceptions=True
    )
    assert [isinstance(result, list) for result in results] == [True, False, False]
    assert isinstance(results[1], VersionConflictError)


@pytest.mark.parametrize("fault", list(Fault))
async def test_an_unknown_outcome_is_settled_by_the_log(world: World, fault: Fault) -> None:
    store = await world.store()
    seen: list[Recorded] = []
    store.on_commit(seen.extend)
    for shard in range(2):
        await store.open_shard(shard)
        await store.append(append_to(stream_in(shard), 0))
    world.cut_next_commit(fault)
    appends = [append_to(stream_in(number % 2), 0) for number in range(6)]
    results = await asyncio.gather(*map(store.append, appends))
    assert [result[0].stream for result in results] == [append.stream for append in appends]
    stored = [event for shard in range(2) for event in await store.read_shard(shard, 0, 100)]
    assert sorted(stored, key=lambda event: (event.shard, event.seq)) == stored
    assert len(stored) == len(seen) == 8
    assert {event.stream for event in stored} == {event.stream for event in seen}


async def test_an_unknown_outcome_that_a_rival_settled_loses_the_shard(world: World) -> None:
    store, rival = await world.store(), await world.store()
    await store.open_shard(0)
    await store.append(append_to(stream_in(0), 0))
    await rival.open_shard(0)
    await rival.append(append_to(stream_in(0), 0))
    world.cut_next_commit(Fault.BEFORE_COMMIT)
    with pytest.raises(ShardLostError):
        await store.append(append_to(stream_in(0), 0))
    assert await rival.append(append_to(stream_in(0), 0))
    assert await store.head(0) == 3


async def test_a_log_that_lost_its_end_is_not_written_behind_the_gap() -> None:
    """A copy that lacks the last events took over while a commit was under way."""
    world = MemoryWorld()
    store = await world.store()
    await store.open_shard(0)
    await store.append(append_to(stream_in(0), 0, 3))
    world.log.shards[0].pop()
    world.cut_next_commit(Fault.BEFORE_COMMIT)
    with pytest.raises(ShardLostError):
        await store.append(append_to(stream_in(0), 0))
    assert await store.open_shard(0) == 2
    await world.close()


async def test_an_abandoned_shard_says_nothing_more(world: World) -> None:
    store = await world.store()
    await store.open_shard(0)
    closed: list[int] = []
    store.on_shard_closed(closed.append)
    waiting = [asyncio.create_task(store.append(append_to(stream_in(0), 0))) for _ in range(3)]
    await asyncio.sleep(0)
    store.abandon_shard(0)
    results = await asyncio.gather(*waiting, return_exceptions=True)
    assert all(isinstance(result, ShardLostError | list) for result in results)
    assert closed == [0]
    head = await store.open_shard(0)
    assert head == sum(isinstance(result, list) for result in results)


async def test_closing_waits_for_what_is_under_way(world: World) -> None:
    store = await world.store()
    await store.open_shard(0)
    waiting = [asyncio.create_task(store.append(append_to(stream_in(0), 0))) for _ in range(5)]
    await asyncio.sleep(0)
    await store.close_shard(0)
    assert all(len(events) == 1 for events in await asyncio.gather(*waiting))


async def test_a_cancelled_appender_disturbs_nobody(world: World) -> None:
    store = await world.store()
    await store.open_shard(0)
    tasks = [asyncio.create_task(store.append(append_to(stream_in(0), 0))) for _ in range(6)]
    await asyncio.sleep(0)
    tasks[1].cancel()
    await asyncio.sleep(0)
    tasks[4].cancel()
    results = await asyncio.gather(*tasks, return_exceptions=True)
    assert sum(isinstance(result, list) for result in results) >= 4
    assert await store.append(append_to(stream_in(0), 0))
    await store.close_shard(0)
