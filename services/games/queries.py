"""Reads of the games service's own table."""

from typing import Any, Protocol

from libs.eventstore.records import StreamId


class Reads(Protocol):
    """What the table is read through."""

    async def fetch(self, sql: str, *args: object) -> list[Any]:
        """The rows of one query."""


async def running_in(reads: Reads, shard: int) -> list[StreamId]:
    """The games of a shard that run."""
    rows = await reads.fetch("SELECT stream FROM running WHERE shard = $1", shard)
    return [StreamId(row[0]) for row in rows]
