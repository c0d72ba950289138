"""The log of the games service, read from outside."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from libs.eventstore.errors import StoreUnavailableError
from libs.eventstore.postgres import PostgresStore
from libs.eventstore.records import Recorded, StreamId

SHARDS = 16


@asynccontextmanager
async def open_log(database_url: str) -> AsyncIterator[PostgresStore]:
    """For reading alone."""
    store = PostgresStore(database_url, service="games", shards=SHARDS)
    await store.reads.start()
    try:
        yield store
    finally:
        await store.reads.close()


async def events_of(log: PostgresStore, stream: StreamId) -> list[Recorded]:
    """One game; waits for a database that is just coming back."""
    async with asyncio.timeout(30):
        while True:
            try:
                return await log.read_stream(stream)
            except StoreUnavailableError:
                await asyncio.sleep(0.1)


async def all_events(log: PostgresStore) -> list[Recorded]:
    """The whole log, shard by shard."""
    events: list[Recorded] = []
    for shard in range(SHARDS):
        after = 0
        while batch := await log.read_shard(shard, after, 1_000):
            events += batch
            after = batch[-1].seq
    return events


PROJECTIONS = {
    "archive.games": "SELECT * FROM archive.games ORDER BY game",
    "clocks.deadlines": "SELECT * FROM clocks.deadlines ORDER BY game",
    "games.running": "SELECT * FROM games.running ORDER BY stream",
}
"""Every read table that is made from events."""


_HEARD = """
WITH begun AS (SELECT count(*) AS n FROM games.events WHERE type = 'games.game_started'),
     over AS (SELECT count(*) AS n FROM games.events WHERE type = 'games.game_ended')
SELECT (SELECT count(*) FROM archive.games) = begun.n
   AND (SELECT count(*) FROM archive.games WHERE record IS NOT NULL) = over.n
   AND (SELECT count(*) FROM clocks.deadlines) = begun.n - over.n
   AND NOT EXISTS (
       SELECT FROM clocks.deadlines AS waits
       WHERE version <> (SELECT max(version) FROM games.events WHERE stream = waits.game))
FROM begun, over
"""


async def have_heard(log: PostgresStore) -> bool:
    """Whether the read tables know the whole log, if nobody has offered or asked for anything."""
    return bool(await log.reads.fetchval(_HEARD))


async def projections(log: PostgresStore) -> dict[str, list[tuple[object, ...]]]:
    """All read tables as they are now."""
    return {
        name: [tuple(row) for row in await log.reads.fetch(sql)]
        for name, sql in PROJECTIONS.items()
    }
