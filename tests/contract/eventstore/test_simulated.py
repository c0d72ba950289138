"""Everything at once in memory: two owners by force, lost connections, an outage, all from a seed.

A failing seed is the bug report.
"""

import asyncio
import random
from collections import defaultdict
from typing import Any

import pytest

from libs.eventstore.consumer import Consumer, ConsumerOptions
from libs.eventstore.cursors import MemoryConsumerStore
from libs.eventstore.deciding import Accepted, Answer, Incoming
from libs.eventstore.errors import EventStoreError
from libs.eventstore.memory import Fault, MemoryLog, MemoryStore
from libs.eventstore.records import PublicEvent, StreamId, decode_batch
from libs.eventstore.relay import Relay, RelayTimes
from libs.eventstore.relay_cursors import MemoryRelayCursors
from libs.eventstore.streams import KeeperOptions, StreamKeeper
from libs.testkit.eventually import eventually
from tests.contract.eventstore.counting import (
    Count,
    CountCodec,
    CountDecider,
    CountEvent,
    order,
)
from tests.contract.eventstore.worlds import MemoryWorld, stream_in

SHARDS = 2
STREAMS = 6
COMMANDS = 9


class Simulation:
    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.world = MemoryWorld()
        self.log: MemoryLog = self.world.log
        self.log.pause = self.pause
        self.log.fault = self.fault
        self.stores: list[MemoryStore] = []
        self.keepers: list[StreamKeeper[Count, int, CountEvent]] = []
        self.relays: list[Relay] = []
        self.answers: dict[str, list[Answer]] = defaultdict(list)
        self.consumer = Consumer(
            "notes",
            MemoryConsumerStore(self.log, consumer="notes"),
            self.read,
            self.world.note,
            ConsumerOptions(sources={"games": SHARDS}, poll_s=0.05, retry_s=0.01),
        )

    async def pause(self) -> None:
        for _ in range(self.chance.randint(0, 3)):
            await asyncio.sleep(0)

    def fault(self) -> Fault | None:
        return self.chance.choice(list(Fault)) if self.chance.random() < 0.08 else None

    async def read(self, service: str, shard: int, after_seq: int, limit: int) -> list[PublicEvent]:
        assert service == "games"
        if self.chance.random() < 0.1:
            raise ConnectionError
        events = self.log.shards[shard][after_seq : after_seq + limit]
        return [event.to_public() for event in events]

    async def publish(self, subject: str, data: bytes, msg_id: str) -> None:
        """The stream: now and then a message, or its acknowledgement, is lost for a while."""
        assert subject
        assert msg_id
        if self.chance.random() < 0.2:
            raise ConnectionError
        await self.consumer.apply(decode_batch(data))
        if self.chance.random() < 0.2:
            raise TimeoutError

    async def start(self) -> None:
        await self.consumer.start()
        for _ in range(2):
            store = MemoryStore(self.log, shards=SHARDS, settle_limit_s=0.02)
            await store.start()
            options: KeeperOptions[Count, Any] = KeeperOptions(effects=self.effects)
            relay = Relay(
                store,
                MemoryRelayCursors(self.log),
                self,
                service="games",
                times=RelayTimes(gather_s=0.001, first_pause_s=0.002, longest_pause_s=0.01),
            )
            store.on_commit(relay.observe)
            relay.start()
            self.stores.append(store)
            self.relays.append(relay)
            self.keepers.append(StreamKeeper(store, CountDecider(), CountCodec(), options))

    def effects(self, stream: StreamId, events: object, before: Count) -> Any:
        return self.world.posting(f"{stream} {before.total}") if before.total % 3 == 2 else None

    async def send(self, command: Incoming[int]) -> None:
        """A sender: again with the same id, to whoever takes it, until it is answered."""
        shard = int(command.stream[:2], 16)
        while True:
            place = self.chance.randrange(2)
            store, keeper = self.stores[place], self.keepers[place]
            try:
                if not store.is_open(shard):
                    await store.open_shard(shard)
                    await self.relays[place].open_shard(shard)
                answer = await keeper.handle(command)
            except EventStoreError:
                await asyncio.sleep(0.001)
            else:
                assert command.command_id is not None
                self.answers[command.command_id].append(answer)
                return

    async def play(self, stream: StreamId) -> None:
        commands = [order(stream, 1) for _ in range(COMMANDS)]
        for place, command in enumerate(commands):
            await self.send(command)
            if self.chance.random() < 0.3:
                await self.send(commands[self.chance.randint(0, place)])

    async def break_down(self) -> None:
        for _ in range(2):
            await asyncio.sleep(self.chance.random() / 20)
            self.log.is_down = True
            await asyncio.sleep(self.chance.random() / 10)
            self.log.is_down = False

    async def end(self) -> None:
        self.log.fault = lambda: None
        for relay in self.relays:
            await relay.stop()
        await self.consumer.stop()
        for store in self.stores:
            await store.close()


@pytest.mark.parametrize("seed", range(25))
async def test_what_was_acknowledged_happened_once(seed: int) -> None:
    simulation = Simulation(seed)
    await simulation.start()
    streams = [stream_in(number % SHARDS) for number in range(STREAMS)]
    async with asyncio.timeout(30):
        await asyncio.gather(simulation.break_down(), *map(simulation.play, streams))
        log = [event for shard in range(SHARDS) for event in simulation.log.shards[shard]]
        await eventually(lambda: len(simulation.log.tables.get("notes", {})) == len(log))
        assert sorted(await simulation.world.notes()) == [(e.shard, e.seq) for e in log]
    await simulation.end()
    for stream in streams:
        events = simulation.log.streams[stream]
        assert [event.version for event in events] == list(range(1, COMMANDS + 1))
        for event in events:
            assert event.command_id is not None
            assert set(simulation.answers[event.command_id]) == {Accepted(event.version)}
    postings = [f"{stream} {total}" for stream in streams for total in (2, 5, 8)]
    assert await simulation.world.postings() == sorted(postings)
