"""A process that owns shards until it is killed: `python -m tests.integration.eventstore.owner`."""

import asyncio
import sys
from collections.abc import Callable

from libs.eventstore.locks import PostgresLocks
from libs.eventstore.ownership import Ownership
from libs.eventstore.peers import Peers
from libs.eventstore.postgres import PostgresStore


class Alone:
    """A bus that nobody else is on."""

    def publish(self, subject: str, data: bytes) -> bool:
        return bool(subject and data)

    def subscribe(self, subject: str, callback: Callable[[str, bytes], object]) -> "Alone":
        del subject, callback
        return self

    def unsubscribe(self) -> None:
        """Nothing to end."""


class Counting:
    """Says how many shards there are as soon as it changes."""

    def __init__(self) -> None:
        self.heartbeats: dict[int, int | None] = {}

    async def gained(self, shard: int, heartbeat_ms: int | None) -> None:
        self.heartbeats[shard] = heartbeat_ms
        print(len(self.heartbeats), flush=True)

    async def release(self, shard: int) -> None:
        await self.lost(shard)

    async def lost(self, shard: int) -> None:
        self.heartbeats.pop(shard, None)


def ownership_of(store: PostgresStore, locks: PostgresLocks, handler: Counting) -> Ownership:
    return Ownership(store, locks, Peers(Alone(), "games"), handler, shards=16)


async def main(url: str) -> None:
    async with PostgresStore(url, service="games") as store:
        ownership_of(store, PostgresLocks(url, "games"), Counting()).start()
        await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
