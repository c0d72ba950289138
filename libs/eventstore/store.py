"""The ports of an event store: what services see, and what a log must be able to do."""

from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Protocol, TypeVar

from libs.eventstore.records import Append, Recorded, StreamId


class Waiter(Protocol):
    """Who is told what became of an append: an `asyncio.Future` is one."""

    def done(self) -> bool:
        """Whether nobody waits any more."""

    def set_result(self, recorded: list[Recorded], /) -> None:
        """The events are stored."""

    def set_exception(self, error: BaseException, /) -> None:
        """They are not, or nobody knows."""


CommitObserver = Callable[[list[Recorded]], None]
"""Gets all events of one commit, after it. Must be quick and must not raise."""

ShardObserver = Callable[[int], None]

TxT = TypeVar("TxT")
TxT_co = TypeVar("TxT_co", covariant=True)


class EventLog(Protocol):
    """Reading: needs no ownership."""

    async def read_stream(self, stream: StreamId, after_version: int = 0) -> list[Recorded]:
        """A stream's events above a version, in order; empty if there is no such stream.

        Raises `StoreUnavailableError`.
        """
        ...

    async def read_shard(self, shard: int, after_seq: int, limit: int) -> list[Recorded]:
        """At most `limit` events of a shard above a sequence, in order, never with a gap.

        Raises `StoreUnavailableError`.
        """
        ...

    async def head(self, shard: int) -> int:
        """The last sequence of a shard's log, 0 if it is empty. Raises `StoreUnavailableError`."""
        ...


class EventStore(EventLog, Protocol[TxT_co]):
    """A service's log as its owner sees it. `Tx` is what effects write through."""

    async def open_shard(self, shard: int) -> int:
        """Begins to write a shard; returns its head. Whoever calls holds the shard's lock."""
        ...

    async def close_shard(self, shard: int) -> None:
        """Takes no more appends for a shard and waits until those under way are settled."""
        ...

    def abandon_shard(self, shard: int) -> None:
        """The shard is lost: what waits fails with `ShardLostError`."""
        ...

    async def append(self, append: Append) -> list[Recorded]:
        """Stores events in the next commit, together with those of others; returns them.

        Raises `VersionConflictError`, `ShardLostError`, `StoreUnavailableError`,
        `InvalidAppendError`. Doesn't check the JSON.
        """
        ...

    async def append_with(
        self, append: Append, effect: Callable[[TxT_co], Awaitable[None]]
    ) -> list[Recorded]:
        """Stores events and the effect in one transaction.

        What the effect raises rolls both back and comes out here; it fails nobody else. It may be
        called again, after a lost connection or when another effect of the same commit failed, so
        it does nothing but statements on its `tx`.
        """
        ...

    def submit(
        self,
        append: Append,
        effect: Callable[[TxT_co], Awaitable[None]] | None,
        waiter: Waiter,
    ) -> None:
        """As `append` or `append_with`, but the waiter is told, from the commit itself.

        It must be quick. Raises at once `ShardLostError`, `StoreUnavailableError`,
        `InvalidAppendError`.
        """
        ...

    def on_commit(self, observer: CommitObserver) -> None:
        """Calls back once a commit, after it and before the appenders go on."""
        ...

    def is_open(self, shard: int) -> bool:
        """Whether the shard is written here, now."""
        ...

    def on_shard_closed(self, observer: ShardObserver) -> None:
        """Calls back whenever a shard ceases to be written here, for whatever reason."""
        ...

    def on_shard_lost(self, observer: ShardObserver) -> None:
        """Calls back when somebody else turned out to write a shard that is open here."""
        ...


class ShardLog(EventLog, Protocol[TxT_co]):
    """What the group commit needs from a database."""

    async def connected(self) -> int:
        """Makes sure that there is a connection to write; returns the number of it, for another
        one may lead to another server. Raises `StoreUnavailableError`.
        """
        ...

    async def insert(
        self, rows: Sequence[Recorded], effects: Sequence[Callable[[TxT_co], Awaitable[None]]]
    ) -> None:
        """Stores rows and effects, all or nothing.

        Raises `SeqTakenError`, `StreamVersionTakenError`, `InvalidAppendError` and
        `EffectFailedError` when nothing was stored, `OutcomeUnknownError` when that can't be said
        or there is no connection; it never makes a new one.
        """
        ...

    async def read_back(self, shard: int, after_seq: int, limit: int) -> list[Recorded]:
        """`read_shard` on the connection that writes. Raises `StoreUnavailableError`."""
        ...

    async def versions(self, streams: Iterable[StreamId]) -> dict[StreamId, int]:
        """The streams' versions, without those that don't exist. Raises `StoreUnavailableError`."""
        ...
