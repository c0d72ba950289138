"""The host: commands, queries and the log of owned shards, over a bus and a store in memory."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass

import msgspec
import pytest

from libs.bus import MemoryBus, MemoryHub, NoRespondersError
from libs.contracts.envelope import Answer, LogQuery
from libs.contracts.live import OwnerAnnounced
from libs.eventstore.memory import Fault, MemoryLog, MemoryStore
from libs.eventstore.records import decode_batch
from libs.eventstore.streams import StreamKeeper
from libs.runtime import Metrics
from libs.runtime.command_host import CommandHost, HostOptions
from tests.unit.libs.runtime.counters import (
    SERVICE,
    Add,
    Added,
    CounterCodec,
    CounterDecider,
    answer_of,
    decode,
    envelope,
    stream_in,
)

pytestmark = pytest.mark.unit

SHARD = 3
STREAM = stream_in(SHARD)
SUBJECT = f"cmd.{SERVICE}.{SHARD}"


@dataclass
class House:
    hub: MemoryHub
    client: MemoryBus
    bus: MemoryBus
    log: MemoryLog
    store: MemoryStore
    host: CommandHost[int, Add, Added]
    metrics: Metrics

    async def send(self, stream: str, command_id: str, amount: int, actor: str = "ann") -> Answer:
        data = envelope(stream, command_id, amount, actor)
        return answer_of(await self.client.request(SUBJECT, data))


async def answer_query(shard: int, payload: bytes) -> Answer:
    return Answer(version=shard, data=payload)


@pytest.fixture
async def house() -> AsyncIterator[House]:
    hub, log, metrics = MemoryHub(), MemoryLog(), Metrics()
    client, bus = MemoryBus(hub), MemoryBus(hub)
    async with MemoryStore(log) as store:
        keeper = StreamKeeper(store, CounterDecider(), CounterCodec())
        options = HostOptions(
            service=SERVICE,
            instance="one",
            decode=decode,
            kind=lambda _command: "add",
            answer_query=answer_query,
        )
        host = CommandHost(bus, store, keeper, options, metrics)
        await store.open_shard(SHARD)
        await host.gained(SHARD, None)
        yield House(hub, client, bus, log, store, host, metrics)
        await host.release(SHARD)
        await bus.close()
        await client.close()


async def test_a_command_is_answered_after_its_commit(house: House) -> None:
    assert await house.send(STREAM, "1", 5) == Answer(version=1)
    (event,) = house.log.shards[SHARD]
    assert (event.command_id, event.correlation, event.actor) == ("1", "c-1", "ann")
    counted = house.metrics.commands.child(SERVICE, "add", "accepted")
    assert counted.value == 1


async def test_a_repeated_command_gets_the_first_answer(house: House) -> None:
    await house.send(STREAM, "1", 5)
    await house.send(STREAM, "2", 6)
    assert await house.send(STREAM, "1", 5) == Answer(version=1)
    assert len(house.log.shards[SHARD]) == 2


async def test_the_same_id_with_another_content_is_refused(house: House) -> None:
    await house.send(STREAM, "1", 5)
    assert (await house.send(STREAM, "1", 6)).code == "command_id_reused"


async def test_a_refusal_carries_code_and_figures(house: House) -> None:
    assert await house.send(STREAM, "1", -4) == Answer("negative", detail={"amount": -4})
    assert house.metrics.commands.child(SERVICE, "add", "negative").value == 1


@pytest.mark.parametrize(
    "payload",
    [
        b"",
        b"\xc1",
        msgspec.msgpack.encode([1, 2]),
        envelope("no stream", "1", 1),
        envelope(stream_in(SHARD + 1), "1", 1),
        msgspec.msgpack.encode([STREAM, "ann", "1", 0, 0, "c", {"type": "other"}]),
        msgspec.msgpack.encode([STREAM, "ann", "1", 0, 0, "c", {"type": "add", "amount": "x"}]),
    ],
)
async def test_what_is_no_command_for_this_shard_is_refused(house: House, payload: bytes) -> None:
    answer = answer_of(await house.client.request(SUBJECT, payload))
    assert answer.code == "bad_message"
    assert not house.log.shards[SHARD]


async def test_a_bug_in_a_decider_is_an_internal_error_and_the_next_command_works(
    house: House,
) -> None:
    assert (await house.send(STREAM, "1", 13)).code == "internal_error"
    assert await house.send(STREAM, "2", 1) == Answer(version=1)


async def test_what_the_log_refuses_is_a_bad_message(house: House) -> None:
    assert (await house.send(STREAM, "1", 1, actor="a\0b")).code == "bad_message"
    assert await house.send(STREAM, "2", 1) == Answer(version=1)


async def test_commands_of_one_turn_share_commit_and_frames(house: House) -> None:
    answers = await asyncio.gather(
        *(house.send(stream_in(SHARD, number), "1", 1) for number in range(100))
    )
    assert answers == [Answer(version=1)] * 100
    assert house.client.stats.request_frames == 1
    assert house.store.commits <= 2


async def test_without_the_shard_a_sender_is_told_to_try_again(house: House) -> None:
    house.store.abandon_shard(SHARD)
    with pytest.raises(NoRespondersError):
        await house.send(STREAM, "1", 1)
    await house.host.lost(SHARD)
    with pytest.raises(NoRespondersError):
        await house.send(STREAM, "1", 1)


async def test_a_call_outlives_an_outage_of_the_database(house: House) -> None:
    house.log.is_down = True
    call = asyncio.create_task(house.client.call(SUBJECT, envelope(STREAM, "1", 7)))
    await asyncio.sleep(0.1)
    house.log.is_down = False
    assert answer_of(await call) == Answer(version=1)
    assert len(house.log.shards[SHARD]) == 1


async def test_a_commit_of_unknown_outcome_is_stored_once(house: House) -> None:
    faults = [Fault.AFTER_COMMIT, Fault.BEFORE_COMMIT]
    house.log.fault = lambda: faults.pop() if faults else None
    call = house.client.call(SUBJECT, envelope(STREAM, "1", 7))
    assert answer_of(await call) == Answer(version=1)
    assert len(house.log.shards[SHARD]) == 1


async def test_releasing_answers_what_had_arrived(house: House) -> None:
    asked = [
        asyncio.create_task(house.send(stream_in(SHARD, number), "1", 1)) for number in range(20)
    ]
    await asyncio.sleep(0)
    await house.host.release(SHARD)
    assert await asyncio.gather(*asked) == [Answer(version=1)] * 20
    assert house.host.shards == frozenset()
    assert house.metrics.shards_owned.child(SERVICE).value == 0


async def test_queries_are_answered_by_the_service(house: House) -> None:
    data = await house.client.request(f"query.{SERVICE}.{SHARD}", b"\xa1?")
    assert answer_of(data) == Answer(version=SHARD, data=b"\xa1?")


async def test_the_log_gives_public_parts_alone(house: House) -> None:
    for number in range(5):
        await house.send(STREAM, str(number), number)
    query = msgspec.msgpack.encode(LogQuery(SHARD, after_seq=2, limit=2))
    answer = answer_of(await house.client.request(f"log.{SERVICE}.{SHARD}", query))
    assert answer.data is not None
    assert b"hidden" not in answer.data
    batch = decode_batch(answer.data)
    assert (batch.service, batch.shard) == (SERVICE, SHARD)
    assert [event.seq for event in batch.events] == [3, 4]
    assert b"".join(event.public for event in batch.events).count(b"amount") == 2


async def test_a_broken_log_query_is_refused(house: House) -> None:
    answer = answer_of(await house.client.request(f"log.{SERVICE}.{SHARD}", b"?"))
    assert answer.code == "bad_message"


async def test_whoever_gains_shards_announces_them_in_one_message(house: House) -> None:
    heard: list[OwnerAnnounced] = []
    house.client.subscribe(
        f"owner.{SERVICE}",
        lambda _subject, data: heard.append(msgspec.msgpack.decode(data, type=OwnerAnnounced)),
    )
    await house.host.gained(4, None)
    await house.host.gained(5, None)
    await house.client.flush()
    await house.client.flush()
    assert heard[-1] == OwnerAnnounced(SERVICE, "one", [4, 5])
    house.hub.stop()
    house.hub.start()
    await house.client.flush()
    await house.client.flush()
    assert heard[-1] == OwnerAnnounced(SERVICE, "one", [3, 4, 5])
