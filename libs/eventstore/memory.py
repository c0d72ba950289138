"""A log in memory, shared by several instances like a database: for tests and simulations."""

import asyncio
import copy
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterable, Sequence
from enum import Enum
from typing import Any

from libs.eventstore.errors import (
    EffectFailedError,
    InvalidAppendError,
    OutcomeUnknownError,
    SeqTakenError,
    StoreUnavailableError,
    StreamVersionTakenError,
)
from libs.eventstore.logged import LoggedStore
from libs.eventstore.records import Recorded, StreamId


class Fault(Enum):
    """What happens to a commit whose connection is lost."""

    BEFORE_COMMIT = "before"
    AFTER_COMMIT = "after"


class MemoryLog:
    """What a database would hold for one service. `fault` is asked once a commit.

    `pause` is awaited before each access; a simulation puts its own delays there.
    """

    def __init__(self) -> None:
        self.shards: dict[int, list[Recorded]] = defaultdict(list)
        self.streams: dict[StreamId, list[Recorded]] = defaultdict(list)
        self.tables: dict[str, dict[Any, Any]] = {}
        self.snapshots: dict[StreamId, tuple[int, int, bytes]] = {}
        self.locks: dict[int, object] = {}
        self.relay_cursors: dict[int, int] = {}
        self.consumer_cursors: dict[str, dict[tuple[str, int], tuple[int, int]]] = {}
        self.consumer_locks: dict[str, object] = {}
        self.heartbeats: dict[int, int] = {}
        self.is_down = False
        self.epoch = 1
        self.fault: Callable[[], Fault | None] = lambda: None
        self.pause: Callable[[], Awaitable[None]] = lambda: asyncio.sleep(0)

    async def access(self) -> None:
        """One trip to the database."""
        await self.pause()
        if self.is_down:
            msg = "the memory log is down"
            raise StoreUnavailableError(msg)

    def check(self, rows: Sequence[Recorded]) -> None:
        """What the keys and column types of the table would refuse."""
        heads: dict[int, int] = {}
        for row in rows:
            if "\0" in row.actor + (row.command_id or "") + row.correlation:
                msg = "a NUL in a text"
                raise InvalidAppendError(msg)
            head = heads.get(row.shard, len(self.shards[row.shard]))
            if row.seq != head + 1:
                raise SeqTakenError
            if row.version <= len(self.streams[row.stream]):
                raise StreamVersionTakenError
            heads[row.shard] = row.seq

    def store(self, rows: Iterable[Recorded], tables: dict[str, dict[Any, Any]]) -> None:
        """The commit: nothing of it can fail."""
        for row in rows:
            self.shards[row.shard].append(row)
            self.streams[row.stream].append(row)
        self.tables.update(tables)


class MemoryTransaction:
    """What an effect writes through: tables as dictionaries, seen by others after the commit."""

    def __init__(self, tables: dict[str, dict[Any, Any]]) -> None:
        self._stored = tables
        self.changed: dict[str, dict[Any, Any]] = {}

    def table(self, name: str) -> dict[Any, Any]:
        """A table of this transaction, to be read and changed at will."""
        if name not in self.changed:
            self.changed[name] = copy.deepcopy(self._stored.get(name, {}))
        return self.changed[name]


class MemoryShardLog:
    """Implements `ShardLog` on a `MemoryLog`."""

    def __init__(self, log: MemoryLog) -> None:
        self._log = log

    async def connected(self) -> int:
        """See `ShardLog.connected`."""
        await self._log.access()
        return self._log.epoch

    async def insert(
        self,
        rows: Sequence[Recorded],
        effects: Sequence[Callable[[MemoryTransaction], Awaitable[None]]],
    ) -> None:
        """See `ShardLog.insert`."""
        try:
            await self._log.access()
        except StoreUnavailableError as error:
            raise OutcomeUnknownError from error
        fault = self._log.fault()
        if fault is Fault.BEFORE_COMMIT:
            raise OutcomeUnknownError
        self._log.check(rows)
        tx = MemoryTransaction(self._log.tables)
        for effect in effects:
            await run_effect(effect, tx)
        self._log.check(rows)  # an effect may have waited, and others written meanwhile
        self._log.store(rows, tx.changed)
        if fault is Fault.AFTER_COMMIT:
            raise OutcomeUnknownError

    async def versions(self, streams: Iterable[StreamId]) -> dict[StreamId, int]:
        """See `ShardLog.versions`."""
        await self._log.access()
        stored = self._log.streams
        return {stream: len(stored[stream]) for stream in streams if stored.get(stream)}

    async def read_back(self, shard: int, after_seq: int, limit: int) -> list[Recorded]:
        """See `ShardLog.read_back`."""
        return await self.read_shard(shard, after_seq, limit)

    async def read_stream(self, stream: StreamId, after_version: int = 0) -> list[Recorded]:
        """See `EventLog.read_stream`."""
        await self._log.access()
        return self._log.streams.get(stream, [])[after_version:]

    async def read_shard(self, shard: int, after_seq: int, limit: int) -> list[Recorded]:
        """See `EventLog.read_shard`."""
        await self._log.access()
        return self._log.shards.get(shard, [])[after_seq : after_seq + limit]

    async def head(self, shard: int) -> int:
        """See `EventLog.head`."""
        await self._log.access()
        return len(self._log.shards.get(shard, []))


class MemoryStore(LoggedStore[MemoryTransaction]):
    """An instance's event store in memory; instances that share a log share everything."""

    def __init__(
        self, log: MemoryLog | None = None, *, shards: int = 16, settle_limit_s: float = 30.0
    ) -> None:
        self.log = log if log is not None else MemoryLog()
        self.shards = shards
        super().__init__(MemoryShardLog(self.log), settle_limit_s=settle_limit_s)


async def run_effect(
    effect: Callable[[MemoryTransaction], Awaitable[None]], tx: MemoryTransaction
) -> None:
    """Runs an effect; what it raises, but for a lost connection, becomes `EffectFailedError`."""
    try:
        await effect(tx)
    except StoreUnavailableError:
        raise
    except Exception as error:
        raise EffectFailedError(error) from error
