"""A service's log in PostgreSQL: one connection writes, a pool reads."""

from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Final, NoReturn

import asyncpg
import msgspec

from libs.eventstore.connection import (
    DRIVER_ERRORS,
    Connection,
    DedicatedConnection,
    PostgresTransaction,
    Row,
    is_faulty_data,
    run_effect,
)
from libs.eventstore.errors import (
    InvalidAppendError,
    OutcomeUnknownError,
    SeqTakenError,
    StoreUnavailableError,
    StreamVersionTakenError,
)
from libs.eventstore.logged import LoggedStore
from libs.eventstore.reads import ReadPool
from libs.eventstore.records import Recorded, StreamId
from libs.eventstore.removals import riding
from libs.eventstore.schema import check_service

_INSERT: Final = """
INSERT INTO events (shard, seq, stream, version, type, schema, at_ms, actor, command_id,
                    fingerprint, correlation, public, secret)
SELECT * FROM unnest($1::event_row[])
"""
_READ_STREAM: Final = """
SELECT shard, seq, stream, version, type, schema, at_ms, actor, command_id, fingerprint,
       correlation, public, secret
FROM events WHERE stream = $1 AND version > $2 ORDER BY version
"""
_READ_SHARD: Final = """
SELECT shard, seq, stream, version, type, schema, at_ms, actor, command_id, fingerprint,
       correlation, public, secret
FROM events WHERE shard = $1 AND seq > $2 ORDER BY seq LIMIT $3
"""
_HEAD: Final = "SELECT coalesce(max(seq), 0) FROM events WHERE shard = $1"
_VERSIONS: Final = """
SELECT name, (SELECT max(version) FROM events WHERE stream = name)
FROM unnest($1::text[]) AS name
"""
Effect = Callable[[PostgresTransaction], Awaitable[None]]


class PostgresShardLog:
    """Implements `ShardLog` on the tables of `schema_sql(service)`."""

    def __init__(self, dsn: str, service: str, reads: ReadPool) -> None:
        self._reads = reads
        self._writer = DedicatedConnection(dsn, check_service(service), "writer")

    async def close(self) -> None:
        """Ends the writing connection."""
        await self._writer.close()

    async def connected(self) -> int:
        """See `ShardLog.connected`."""
        await self._writer.get()
        return self._writer.epoch

    async def insert(self, rows: Sequence[Recorded], effects: Sequence[Effect]) -> None:
        """See `ShardLog.insert`."""
        if not self._writer.is_alive:
            msg = "no connection"
            raise OutcomeUnknownError(msg)
        values = list(map(msgspec.structs.astuple, rows))
        try:
            connection = await self._writer.get()
            if not effects:
                await connection.execute(_INSERT, values)
                return
            if (along := riding(effects)) is not None:
                await connection.execute(along[0] + _INSERT, values, *along[1])
                return
            async with connection.transaction():
                await connection.execute(_INSERT, values)
                for effect in effects:
                    await run_effect(effect, PostgresTransaction(connection))
        except StoreUnavailableError as error:
            self._writer.drop()
            raise OutcomeUnknownError from error
        except DRIVER_ERRORS as error:
            self._explain(error)

    def _explain(self, error: Exception) -> NoReturn:
        """Says what became of a commit that raised; a connection in doubt is given up."""
        if isinstance(error, asyncpg.UniqueViolationError):
            taken = error.constraint_name == "events_shard_seq"
            raise (SeqTakenError if taken else StreamVersionTakenError) from error
        if is_faulty_data(error):
            raise InvalidAppendError(str(error)) from error
        self._writer.drop()
        raise OutcomeUnknownError(str(error)) from error

    async def versions(self, streams: Iterable[StreamId]) -> dict[StreamId, int]:
        """See `ShardLog.versions`."""
        rows = await self._fetch(_VERSIONS, list(streams))
        return {StreamId(row[0]): row[1] for row in rows if row[1] is not None}

    async def read_back(self, shard: int, after_seq: int, limit: int) -> list[Recorded]:
        """See `ShardLog.read_back`."""
        return _recorded(await self._fetch(_READ_SHARD, shard, after_seq, limit))

    async def read_stream(self, stream: StreamId, after_version: int = 0) -> list[Recorded]:
        """See `EventLog.read_stream`."""
        return _recorded(await self._reads.fetch(_READ_STREAM, stream, after_version))

    async def read_shard(self, shard: int, after_seq: int, limit: int) -> list[Recorded]:
        """See `EventLog.read_shard`."""
        return _recorded(await self._reads.fetch(_READ_SHARD, shard, after_seq, limit))

    async def head(self, shard: int) -> int:
        """See `EventLog.head`."""
        return int(await self._reads.fetchval(_HEAD, shard))

    async def _fetch(self, sql: str, *args: object) -> list[Row]:
        """A query on the writing connection, which sees all that it has written."""
        try:
            connection: Connection = await self._writer.get()
            return await connection.fetch(sql, *args)
        except DRIVER_ERRORS as error:
            self._writer.drop()
            raise StoreUnavailableError(str(error)) from error


class PostgresStore(LoggedStore[PostgresTransaction]):
    """An instance's event store. `reads` may be used for the service's read tables, too."""

    def __init__(
        self, dsn: str, *, service: str, shards: int = 16, settle_limit_s: float = 30.0
    ) -> None:
        self.service = service
        self.shards = shards
        self.reads = ReadPool(dsn, service)
        self._shard_log = PostgresShardLog(dsn, service, self.reads)
        super().__init__(self._shard_log, settle_limit_s=settle_limit_s)

    async def start(self) -> None:
        """Begins to read and to take appends; connections are opened when they are needed."""
        await self.reads.start()
        await super().start()

    async def close(self) -> None:
        """Settles what is under way, then ends all connections."""
        await super().close()
        await self._shard_log.close()
        await self.reads.close()


def _recorded(rows: Iterable[Row]) -> list[Recorded]:
    return [Recorded(*row) for row in rows]
