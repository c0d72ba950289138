"""Locks on shards, and the heartbeats of those who hold them: PostgreSQL and memory."""

import asyncio
import zlib
from collections.abc import Callable, Collection, Iterable
from typing import Final, Protocol

import asyncpg

from libs.eventstore.connection import (
    DRIVER_ERRORS,
    Connection,
    DedicatedConnection,
    Row,
    to_store_error,
)
from libs.eventstore.memory import MemoryLog
from libs.eventstore.schema import check_service

COMMAND_LIMIT_S: Final = 2.0
"""A server that is silent for so long counts as lost: its locks may be somebody else's by then."""

# The filter runs row by row and ends with the limit, so no lock is taken that isn't returned.
_TAKE: Final = """
SELECT shard FROM unnest($2::integer[]) AS shard WHERE pg_try_advisory_lock($1, shard) LIMIT $3
"""
_RELEASE: Final = "SELECT pg_advisory_unlock($1, $2)"
_BEAT: Final = """
INSERT INTO shard_heartbeat (shard, at_ms)
SELECT shard, $2 FROM unnest($1::smallint[]) AS shard
ON CONFLICT (shard) DO UPDATE
SET at_ms = greatest(shard_heartbeat.at_ms, excluded.at_ms)
"""
_LAST_BEATS: Final = "SELECT shard, at_ms FROM shard_heartbeat WHERE shard = ANY($1::smallint[])"


class ShardLocks(Protocol):
    """One instance's locks. They all go at once when the connection does."""

    async def take(self, shards: Collection[int], count: int) -> list[int]:
        """Locks at most `count` of these shards that nobody holds. Never waits for one.

        `shards` has none that is held here. Raises `StoreUnavailableError`, as all do.
        """
        ...

    async def release(self, shard: int) -> None:
        """Frees a shard."""
        ...

    async def beat(self, shards: Collection[int], at_ms: int) -> None:
        """Stores a heartbeat for shards that are held here."""
        ...

    async def last_beats(self, shards: Collection[int]) -> dict[int, int]:
        """The last heartbeat of each shard that ever had one."""
        ...

    def on_lost(self, callback: Callable[[], None]) -> None:
        """Calls back when all locks have been lost."""
        ...

    async def close(self) -> None:
        """Frees everything."""
        ...


class PostgresLocks:
    """Implements `ShardLocks` by advisory locks of one connection."""

    def __init__(self, dsn: str, service: str) -> None:
        self._key = advisory_key(check_service(service))
        self._link = DedicatedConnection(dsn, service, "owner", command_limit_s=COMMAND_LIMIT_S)
        self._watched: Connection | None = None
        self._callbacks: list[Callable[[], None]] = []
        self._turn = asyncio.Lock()

    def on_lost(self, callback: Callable[[], None]) -> None:
        """See `ShardLocks.on_lost`."""
        self._callbacks.append(callback)

    async def take(self, shards: Collection[int], count: int) -> list[int]:
        """See `ShardLocks.take`."""
        rows = await self._run(_TAKE, self._key, list(shards), count)
        return [row[0] for row in rows]

    async def release(self, shard: int) -> None:
        """See `ShardLocks.release`."""
        await self._run(_RELEASE, self._key, shard)

    async def beat(self, shards: Collection[int], at_ms: int) -> None:
        """See `ShardLocks.beat`."""
        await self._run(_BEAT, list(shards), at_ms)

    async def last_beats(self, shards: Collection[int]) -> dict[int, int]:
        """See `ShardLocks.last_beats`."""
        return {row[0]: row[1] for row in await self._run(_LAST_BEATS, list(shards))}

    async def close(self) -> None:
        """See `ShardLocks.close`."""
        self._watched = None
        await self._link.close()

    async def _run(self, sql: str, *args: object) -> list[Row]:
        """A statement; whatever goes wrong ends the connection, and with it all locks."""
        async with self._turn:
            try:
                connection = await self._link.get()
                if connection is not self._watched:
                    self._watched = connection
                    connection.add_termination_listener(self._ended)
                return await connection.fetch(sql, *args)
            except DRIVER_ERRORS as error:
                self._link.drop()
                raise to_store_error(error) from error

    def _ended(self, connection: "Connection | asyncpg.pool.PoolConnectionProxy") -> None:
        if connection is self._watched:
            self._watched = None
            for callback in self._callbacks:
                callback()


class MemoryLocks:
    """Implements `ShardLocks` on a `MemoryLog`. `cut` is what a killed connection would do."""

    def __init__(self, log: MemoryLog) -> None:
        self._log = log
        self._callbacks: list[Callable[[], None]] = []

    def on_lost(self, callback: Callable[[], None]) -> None:
        """See `ShardLocks.on_lost`."""
        self._callbacks.append(callback)

    async def take(self, shards: Collection[int], count: int) -> list[int]:
        """See `ShardLocks.take`."""
        await self._log.access()
        free = [shard for shard in shards if shard not in self._log.locks][:count]
        self._log.locks.update(dict.fromkeys(free, self))
        return free

    async def release(self, shard: int) -> None:
        """See `ShardLocks.release`."""
        await self._log.access()
        self._free([shard])

    async def beat(self, shards: Collection[int], at_ms: int) -> None:
        """See `ShardLocks.beat`."""
        await self._log.access()
        beats = self._log.heartbeats
        beats.update({shard: max(at_ms, beats.get(shard, 0)) for shard in shards})

    async def last_beats(self, shards: Collection[int]) -> dict[int, int]:
        """See `ShardLocks.last_beats`."""
        await self._log.access()
        beats = self._log.heartbeats
        return {shard: beats[shard] for shard in shards if shard in beats}

    async def close(self) -> None:
        """See `ShardLocks.close`."""
        self._free(list(self._log.locks))

    def cut(self) -> None:
        """The connection is gone: the locks are free, and the holder is told."""
        self._free(list(self._log.locks))
        for callback in self._callbacks:
            callback()

    def _free(self, shards: Iterable[int]) -> None:
        for shard in shards:
            if self._log.locks.get(shard) is self:
                del self._log.locks[shard]


def advisory_key(name: str) -> int:
    """A name as the first half of an advisory lock's key."""
    key = zlib.crc32(name.encode("utf-8"))
    return key - (1 << 32) if key >= 1 << 31 else key
