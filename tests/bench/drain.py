"""Whether everything behind the log has caught up with it: relay and consumers at its heads.

The archive may save its cursors with the starts and ends of games alone: turns mean nothing to
it. So of its events only those count, and that no finished game lacks its record.
"""

from __future__ import annotations

import asyncio
import time

import asyncpg

from tests.bench.children import BenchError

WITHIN_S = 2.0
LOOK_EVERY_S = 0.1
EXPECTED_CONSUMERS = ("archive", "clocks", "ratings-recording")

HEADS = "SELECT shard, max(seq) AS seq FROM games.events GROUP BY shard"
SCHEMAS = "SELECT table_schema FROM information_schema.tables WHERE table_name = 'consumer_cursor'"
UNSEEN_ENDS = """
SELECT count(*) FROM games.events
LEFT JOIN archive.consumer_cursor AS cursor
    ON cursor.service = 'games' AND cursor.shard = events.shard
WHERE events.seq > coalesce(cursor.seq, 0) AND events.type <> 'games.turn_played'
"""
UNRECORDED = "SELECT count(*) FROM archive.games WHERE ended_at_ms IS NOT NULL AND plies IS NULL"
Cursors = dict[str, dict[int, int]]


def drained_after_s(database_url: str) -> float:
    """Seconds until all cursors stood at the heads; raises BenchError if it takes too long."""
    return asyncio.run(_drained_after_s(database_url))


async def _drained_after_s(database_url: str) -> float:
    begun = time.monotonic()
    connection = await asyncpg.connect(database_url)
    try:
        schemas = [row[0] for row in await connection.fetch(SCHEMAS)]
        while True:
            behind = await _behind(connection, schemas)
            passed_s = time.monotonic() - begun
            if not behind:
                return passed_s
            if passed_s > WITHIN_S:
                raise BenchError(f"not drained after {passed_s:.1f} s, events behind: {behind}")
            await asyncio.sleep(LOOK_EVERY_S)
    finally:
        await connection.close()


async def _behind(
    connection: asyncpg.Connection[asyncpg.Record], schemas: list[str]
) -> dict[str, int]:
    """How many events each reader lacks, without those that lack none."""
    cursors: Cursors = {name: {} for name in ("relay", *EXPECTED_CONSUMERS)}
    for row in await connection.fetch("SELECT shard, seq FROM games.relay_cursor"):
        cursors["relay"][row["shard"]] = row["seq"]
    for schema in schemas:
        query = f"SELECT consumer, shard, seq FROM {schema}.consumer_cursor WHERE service = 'games'"
        for row in await connection.fetch(query):
            cursors.setdefault(row["consumer"], {})[row["shard"]] = row["seq"]
    heads = {row["shard"]: row["seq"] for row in await connection.fetch(HEADS)}
    lacking = {
        name: sum(max(0, head - own.get(shard, 0)) for shard, head in heads.items())
        for name, own in cursors.items()
    }
    lacking["archive"] = await connection.fetchval(UNSEEN_ENDS)
    lacking["records"] = await connection.fetchval(UNRECORDED)
    return {name: events for name, events in lacking.items() if events}
