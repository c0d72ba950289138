"""A consumer: every effect once, in order, whatever gets delivered."""

import asyncio
import random
from collections.abc import AsyncIterator, Sequence
from typing import Any

import pytest

from libs.eventstore.errors import ConsumerBusyError, StoreUnavailableError
from libs.eventstore.memory import Fault
from libs.eventstore.records import PublicEvent
from libs.testkit.eventually import eventually
from tests.contract.eventstore.consuming import SHARDS, Consumers, Owner, places
from tests.contract.eventstore.worlds import World


@pytest.fixture
async def owner(world: World) -> Owner:
    store = await world.store()
    for shard in range(SHARDS):
        await store.open_shard(shard)
    return Owner(store)


@pytest.fixture
async def consumers(world: World, owner: Owner) -> AsyncIterator[Consumers]:
    made = Consumers(world, owner)
    yield made
    for consumer in made.made:
        await consumer.stop()


async def test_it_catches_up_with_the_logs_at_the_start(
    world: World, owner: Owner, consumers: Consumers
) -> None:
    await owner.play(0, 700)
    await owner.play(1, 3)
    consumer = await consumers.start()
    await consumer.is_caught_up.wait()
    assert sorted(await world.notes()) == places(0, 700) + places(1, 3)


async def test_redelivery_and_reordering_change_nothing(
    world: World, owner: Owner, consumers: Consumers
) -> None:
    consumer = await consumers.start()
    await consumer.is_caught_up.wait()
    for _ in range(8):
        await owner.play(0)
    for first, last in ((1, 2), (3, 4), (5, 6), (7, 8), (1, 2), (3, 8), (2, 3)):
        await consumer.apply(await owner.batch(0, first, last))
    assert await world.notes() == places(0, 8)
    assert owner.asked == SHARDS


async def test_a_gap_is_asked_from_the_owner(
    world: World, owner: Owner, consumers: Consumers
) -> None:
    consumer = await consumers.start()
    await consumer.is_caught_up.wait()
    await owner.play(0, 900)
    await consumer.apply(await owner.batch(0, 899, 900))
    assert await world.notes() == places(0, 900)
    assert consumer.intake.gaps > 0


async def test_a_gap_that_nobody_fills_is_delivered_again(
    world: World, owner: Owner, consumers: Consumers
) -> None:
    consumer = await consumers.start()
    await consumer.is_caught_up.wait()
    await owner.play(0, 3)
    await owner.play(1, 1)
    last, other = await owner.batch(0, 3, 3), await owner.batch(1, 1, 1)
    owner.is_there = False
    results = await asyncio.gather(
        consumer.apply(last), consumer.apply(other), return_exceptions=True
    )
    assert isinstance(results[0], ConnectionError)
    assert results[1] is None
    assert await world.notes() == places(1, 1)
    owner.is_there = True
    await consumer.apply(last)
    assert await world.notes() == places(1, 1) + places(0, 3)


async def test_a_lost_last_message_is_found_by_asking_now_and_then(
    world: World, owner: Owner, consumers: Consumers
) -> None:
    consumer = await consumers.start(poll_s=0.02)
    await consumer.is_caught_up.wait()
    await owner.play(0, 2)
    await eventually(lambda: consumer.events == 2)
    assert await world.notes() == places(0, 2)


async def test_messages_under_load_share_a_transaction(
    world: World, owner: Owner, consumers: Consumers
) -> None:
    consumer = await consumers.start()
    await consumer.is_caught_up.wait()
    await owner.play(0, 40)
    batches = [await owner.batch(0, seq, seq) for seq in range(1, 41)]
    await asyncio.gather(*map(consumer.apply, batches))
    assert consumer.transactions <= 3
    assert await world.notes() == places(0, 40)


async def test_an_effect_that_fails_fails_its_batch_alone(
    world: World, owner: Owner, consumers: Consumers
) -> None:
    async def picky(tx: Any, events: Sequence[PublicEvent]) -> None:
        await world.note(tx, events)
        if any(event.shard == 0 for event in events):
            raise ZeroDivisionError

    consumer = await consumers.start(effect=picky)
    await consumer.is_caught_up.wait()
    await owner.play(0)
    await owner.play(1)
    batches = [await owner.batch(shard, 1, 1) for shard in range(2)]
    results = await asyncio.gather(*map(consumer.apply, batches), return_exceptions=True)
    assert isinstance(results[0], ZeroDivisionError)
    assert results[1] is None
    assert await world.notes() == places(1, 1)


async def test_a_restart_goes_on_where_it_was(
    world: World, owner: Owner, consumers: Consumers
) -> None:
    consumer = await consumers.start()
    await owner.play(0, 5)
    await consumer.apply(await owner.batch(0, 1, 5))
    await consumer.stop()
    heir = await consumers.start()
    await heir.apply(await owner.batch(0, 1, 5))
    await owner.play(0, 2)
    await heir.apply(await owner.batch(0, 4, 7))
    assert await world.notes() == places(0, 7)


async def test_only_one_instance_is_the_consumer(
    world: World, owner: Owner, consumers: Consumers
) -> None:
    first = await consumers.start()
    second = consumers.make()
    starting = asyncio.create_task(second.start())
    other = await consumers.start("archive", effect=_nothing)
    await other.is_caught_up.wait()
    await asyncio.sleep(0.1)
    assert not starting.done()
    await first.stop()
    await starting
    await owner.play(0)
    await second.apply(await owner.batch(0, 1, 1))
    assert await world.notes() == places(0, 1)
    rival = world.consumer_store("clocks")
    with pytest.raises(ConsumerBusyError):
        await rival.load()
    await rival.close()


@pytest.mark.parametrize("fault", list(Fault))
async def test_a_lost_connection_applies_nothing_twice(
    world: World, owner: Owner, consumers: Consumers, fault: Fault
) -> None:
    consumer = await consumers.start()
    await consumer.is_caught_up.wait()
    await owner.play(0, 1)
    await consumer.apply(await owner.batch(0, 1, 1))
    await owner.play(0, 3)
    batch = await owner.batch(0, 2, 4)
    world.cut_next_commit(fault)
    with pytest.raises(StoreUnavailableError):
        await consumer.apply(batch)
    async with asyncio.timeout(5):
        while True:
            try:
                await consumer.apply(batch)
                break
            except StoreUnavailableError:  # the server has not yet noticed that we are gone
                await asyncio.sleep(0.01)
    assert await world.notes() == places(0, 4)


async def test_a_rebuild_starts_anew_without_its_policy(
    world: World, owner: Owner, consumers: Consumers
) -> None:
    acted: list[tuple[int, int]] = []

    async def act(events: Sequence[PublicEvent]) -> None:
        acted.extend((event.shard, event.seq) for event in events)

    consumer = await consumers.start(policy=act)
    await owner.play(0, 6)
    await consumer.apply(await owner.batch(0, 1, 6))
    await owner.play(0, 1)
    await consumer.rebuild(world.forget)
    assert await world.notes() == places(0, 7)
    assert acted == places(0, 7)


async def test_a_policy_that_failed_acts_again(
    world: World, owner: Owner, consumers: Consumers
) -> None:
    acted: list[tuple[int, int]] = []
    failures = [1, 1]

    async def act(events: Sequence[PublicEvent]) -> None:
        if failures:
            failures.pop()
            raise ConnectionError
        acted.extend((event.shard, event.seq) for event in events)

    consumer = await consumers.start(policy=act)
    await consumer.is_caught_up.wait()
    await owner.play(0, 3)
    with pytest.raises(ConnectionError):
        await consumer.apply(await owner.batch(0, 1, 2))
    await consumer.stop()
    heir = await consumers.start(policy=act)
    await eventually(lambda: acted == places(0, 3))
    await heir.apply(await owner.batch(0, 1, 3))
    assert acted == places(0, 3)
    assert await world.notes() == places(0, 3)


@pytest.mark.parametrize("seed", range(5))
async def test_random_deliveries(
    world: World, owner: Owner, consumers: Consumers, seed: int
) -> None:
    """Pieces of two logs, repeated, reordered and dropped: each effect once and in order."""
    chance = random.Random(seed)
    consumer = await consumers.start(poll_s=0.05)
    for shard in range(SHARDS):
        await owner.play(shard, 60)

    async def deliver() -> None:
        for _ in range(25):
            first = chance.randint(1, 60)
            batch = await owner.batch(chance.randrange(SHARDS), first, first + chance.randint(0, 9))
            await consumer.apply(batch)

    await asyncio.gather(*(deliver() for _ in range(4)))
    await eventually(lambda: consumer.events == 120)
    notes = await world.notes()
    for shard in range(SHARDS):
        assert [note for note in notes if note[0] == shard] == places(shard, 60)


async def _nothing(tx: Any, events: Sequence[PublicEvent]) -> None:
    """An effect that needs no table."""
