"""A log's owner and its consumers, for tests."""

from typing import Any

from libs.eventstore.consumer import Consumer, ConsumerOptions
from libs.eventstore.records import PublicEvent, RelayBatch
from libs.eventstore.store import EventStore
from tests.contract.eventstore.worlds import World, append_to, stream_in

SHARDS = 2


class Owner:
    """Serves its log by request, as long as it is there."""

    def __init__(self, store: EventStore[Any]) -> None:
        self.store = store
        self.is_there = True
        self.asked = 0

    async def __call__(
        self, service: str, shard: int, after_seq: int, limit: int
    ) -> list[PublicEvent]:
        assert service == "games"
        self.asked += 1
        if not self.is_there:
            raise ConnectionError
        stored = await self.store.read_shard(shard, after_seq, limit)
        return [event.to_public() for event in stored]

    async def play(self, shard: int, count: int = 1) -> None:
        await self.store.append(append_to(stream_in(shard), 0, count))

    async def batch(self, shard: int, first: int, last: int) -> RelayBatch:
        """The message that a relay would have sent."""
        stored = await self.store.read_shard(shard, first - 1, last - first + 1)
        return RelayBatch("games", shard, [event.to_public() for event in stored])


class Consumers:
    """Makes consumers and stops them in the end."""

    def __init__(self, world: World, owner: Owner) -> None:
        self.world = world
        self.owner = owner
        self.made: list[Consumer[Any]] = []

    async def start(self, name: str = "clocks", **options: Any) -> Consumer[Any]:
        consumer = self.make(name, **options)
        await consumer.start()
        return consumer

    def make(self, name: str = "clocks", effect: Any = None, **options: Any) -> Consumer[Any]:
        consumer = Consumer(
            name,
            self.world.consumer_store(name),
            self.owner,
            effect or self.world.note,
            ConsumerOptions(sources={"games": SHARDS}, retry_s=0.02, **options),
        )
        self.made.append(consumer)
        return consumer


def places(shard: int, last: int, first: int = 1) -> list[tuple[int, int]]:
    return [(shard, seq) for seq in range(first, last + 1)]
