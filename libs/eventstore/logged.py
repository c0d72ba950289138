"""An event store is a log plus group commit, whatever the log is kept in."""

import asyncio
from collections.abc import Awaitable, Callable
from types import TracebackType
from typing import Generic, Self

from libs.eventstore.committer import GroupCommit
from libs.eventstore.records import Append, Recorded, StreamId
from libs.eventstore.store import CommitObserver, ShardLog, ShardObserver, TxT, Waiter


class LoggedStore(Generic[TxT]):
    """Implements `EventStore` on any `ShardLog`. Use it as an asynchronous context manager."""

    def __init__(self, log: ShardLog[TxT], *, settle_limit_s: float = 30.0) -> None:
        self._log = log
        self._writer = GroupCommit(log, settle_limit_s=settle_limit_s)

    async def start(self) -> None:
        """Begins to take appends."""
        self._writer.start()

    async def close(self) -> None:
        """Settles what is under way, then ends."""
        await self._writer.close()

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.close()

    async def open_shard(self, shard: int) -> int:
        """See `EventStore.open_shard`. Raises `StoreUnavailableError`."""
        head = await self._log.head(shard)
        self._writer.open_shard(shard, head)
        return head

    async def close_shard(self, shard: int) -> None:
        """See `EventStore.close_shard`."""
        await self._writer.close_shard(shard)

    def abandon_shard(self, shard: int) -> None:
        """See `EventStore.abandon_shard`."""
        self._writer.abandon_shard(shard)

    async def append(self, append: Append) -> list[Recorded]:
        """See `EventStore.append`."""
        return await self._submitted(append, None)

    async def append_with(
        self, append: Append, effect: Callable[[TxT], Awaitable[None]]
    ) -> list[Recorded]:
        """See `EventStore.append_with`."""
        return await self._submitted(append, effect)

    def submit(
        self,
        append: Append,
        effect: Callable[[TxT], Awaitable[None]] | None,
        waiter: Waiter,
    ) -> None:
        """See `EventStore.submit`."""
        self._writer.submit(append, effect, waiter)

    def _submitted(
        self, append: Append, effect: Callable[[TxT], Awaitable[None]] | None
    ) -> "asyncio.Future[list[Recorded]]":
        future: asyncio.Future[list[Recorded]] = asyncio.get_running_loop().create_future()
        self._writer.submit(append, effect, future)
        return future

    async def read_stream(self, stream: StreamId, after_version: int = 0) -> list[Recorded]:
        """See `EventLog.read_stream`."""
        return await self._log.read_stream(stream, after_version)

    async def read_shard(self, shard: int, after_seq: int, limit: int) -> list[Recorded]:
        """See `EventLog.read_shard`."""
        return await self._log.read_shard(shard, after_seq, limit)

    async def head(self, shard: int) -> int:
        """See `EventLog.head`."""
        return await self._log.head(shard)

    def on_commit(self, observer: CommitObserver) -> None:
        """See `EventStore.on_commit`."""
        self._writer.on_commit(observer)

    def is_open(self, shard: int) -> bool:
        """See `EventStore.is_open`."""
        return self._writer.is_open(shard)

    def on_shard_closed(self, observer: ShardObserver) -> None:
        """See `EventStore.on_shard_closed`."""
        self._writer.on_shard_closed(observer)

    def on_shard_lost(self, observer: ShardObserver) -> None:
        """See `EventStore.on_shard_lost`."""
        self._writer.on_shard_lost(observer)

    @property
    def commits(self) -> int:
        """Commits so far, for metrics."""
        return self._writer.commits

    @property
    def events(self) -> int:
        """Events stored so far, for metrics."""
        return self._writer.events
