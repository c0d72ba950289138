"""Effects: in the transaction of their events, and nobody else's fault."""

import asyncio

import pytest

from libs.eventstore.errors import VersionConflictError
from libs.eventstore.memory import Fault
from tests.contract.eventstore.worlds import World, append_to, stream_in


async def test_an_effect_is_stored_with_its_events(world: World) -> None:
    store = await world.store()
    await store.open_shard(0)
    results = await asyncio.gather(
        store.append(append_to(stream_in(0), 0)),
        store.append_with(append_to(stream_in(0), 0), world.posting("one")),
        store.append_with(append_to(stream_in(0), 0), world.posting("two")),
        store.append(append_to(stream_in(0), 0)),
    )
    assert [result[0].seq for result in results] == [1, 2, 3, 4]
    assert await world.postings() == ["one", "two"]


async def test_an_effect_that_raises_takes_its_events_back(world: World) -> None:
    store = await world.store()
    await store.open_shard(0)
    await store.append_with(append_to(stream_in(0), 0), world.posting("one"))

    async def post_and_fail(tx: object) -> None:
        await world.posting("other")(tx)
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await store.append_with(append_to(stream_in(0), 0), post_and_fail)
    with pytest.raises(Exception, match=r"one|postings_pkey"):
        await store.append_with(append_to(stream_in(0), 0), world.posting("one"))
    assert await world.postings() == ["one"]
    assert await store.head(0) == 1
    assert (await store.append(append_to(stream_in(0), 0)))[0].seq == 2


async def test_an_effect_that_fails_fails_nobody_in_its_commit(world: World) -> None:
    """Plain appends and effects share a commit; whoever can be stored is."""
    store = await world.store()
    for shard in range(2):
        await store.open_shard(shard)
    await store.append_with(append_to(stream_in(0), 0), world.posting("taken"))
    causes = ["a", "taken", "b", "c", "taken", "d"]
    results = await asyncio.gather(
        *(store.append(append_to(stream_in(n % 2), 0)) for n in range(4)),
        *(store.append_with(append_to(stream_in(0), 0), world.posting(c)) for c in causes),
        *(store.append(append_to(stream_in(n % 2), 0)) for n in range(4)),
        return_exceptions=True,
    )
    failed = [place for place, result in enumerate(results) if not isinstance(result, list)]
    assert failed == [5, 8]
    assert await world.postings() == ["a", "b", "c", "d", "taken"]
    for shard in range(2):
        events = await store.read_shard(shard, 0, 100)
        assert [event.seq for event in events] == list(range(1, len(events) + 1))


async def test_an_effect_meets_a_conflict(world: World) -> None:
    store = await world.store()
    await store.open_shard(0)
    stream = stream_in(0)
    await store.append(append_to(stream, 0))
    with pytest.raises(VersionConflictError):
        await store.append_with(append_to(stream, 0), world.posting("one"))
    assert await world.postings() == []


@pytest.mark.parametrize("fault", list(Fault))
async def test_an_effect_happens_once_whatever_the_connection_does(
    world: World, fault: Fault
) -> None:
    store = await world.store()
    await store.open_shard(0)
    await store.append_with(append_to(stream_in(0), 0), world.posting("one"))
    world.cut_next_commit(fault)
    stored = await store.append_with(append_to(stream_in(0), 0), world.posting("two"))
    assert stored[0].seq == 2
    assert await world.postings() == ["one", "two"]
    assert await store.head(0) == 2
