"""Appends on their way into the log, and what the writer knows of its open shards."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Iterable
from typing import Final, Generic

from libs.eventstore.records import Append, Recorded, StreamId
from libs.eventstore.store import TxT, Waiter

MAX_APPENDS_A_COMMIT: Final = 1_000
MAX_EFFECTS_A_COMMIT: Final = 20
"""Each is at least one trip to the database, while the others wait."""

REMEMBERED_STREAMS: Final = 20_000
"""Streams a shard whose version is known without asking the database."""


class OpenShard:
    """A shard that is written here. `head` is the last sequence that is surely committed.

    `epoch` is the connection over which that was last looked up.
    """

    __slots__ = ("_idle", "epoch", "head", "is_closing", "is_lost", "number", "pending", "versions")

    def __init__(self, number: int, head: int) -> None:
        self.number = number
        self.head = head
        self.epoch = 0
        self.versions: dict[StreamId, int] = {}
        self.pending = 0
        self.is_closing = False
        self.is_lost = False
        self._idle: asyncio.Event | None = None

    def remember(self, stream: StreamId, version: int) -> None:
        """Keeps a stream's version, and forgets the oldest when there are too many."""
        self.versions[stream] = version
        if len(self.versions) > REMEMBERED_STREAMS:
            del self.versions[next(iter(self.versions))]

    def settled(self) -> None:
        """One append less is under way."""
        self.pending -= 1
        if self.pending == 0 and self._idle is not None:
            self._idle.set()

    async def drain(self) -> None:
        """Lets nothing more in and waits for what is under way."""
        self.is_closing = True
        if self.pending:
            self._idle = self._idle or asyncio.Event()
            await self._idle.wait()


class Pending(Generic[TxT]):
    """An append that waits for its commit."""

    __slots__ = ("_is_counted", "_is_over", "_waiter", "append", "effect", "rows", "shard")

    def __init__(
        self,
        append: Append,
        effect: Callable[[TxT], Awaitable[None]] | None,
        shard: OpenShard,
        waiter: Waiter,
    ) -> None:
        self.append = append
        self.effect = effect
        self.shard = shard
        self.rows: list[Recorded] = []
        self._waiter = waiter
        self._is_over = False
        self._is_counted = True

    def is_over(self) -> bool:
        """Whether nobody waits any more; such an append needn't be written."""
        if not self._is_over and self._waiter.done():
            self._is_over = True
            self._settled()
        return self._is_over

    def is_stale(self) -> bool:
        """Whether the stream is known to be elsewhere than the append expects."""
        expected = self.append.expected_version
        return self.shard.versions.get(self.append.stream, expected) != expected

    def fail(self, error: BaseException) -> None:
        """Ends the wait with an error."""
        if not self.is_over():
            self._is_over = True
            self._waiter.set_exception(error)
        self._settled()

    def resolve(self) -> None:
        """Ends the wait with the stored events."""
        if not self.is_over():
            self._is_over = True
            self._waiter.set_result(self.rows)
        self._settled()

    def _settled(self) -> None:
        if self._is_counted:
            self._is_counted = False
            self.shard.settled()

    def number(self, seq: int) -> list[Recorded]:
        """The rows of this append, the first of them at `seq`."""
        append, shard = self.append, self.shard.number
        version = append.expected_version + 1
        self.rows = [
            Recorded(
                shard,
                seq + place,
                append.stream,
                version + place,
                event.type,
                event.schema,
                append.at_ms,
                append.actor,
                append.command_id,
                append.fingerprint,
                append.correlation,
                event.public,
                event.secret,
            )
            for place, event in enumerate(append.events)
        ]
        return self.rows


class Part(Generic[TxT]):
    """What one commit writes to one shard."""

    __slots__ = ("pendings", "shard")

    def __init__(self, shard: OpenShard, pendings: list[Pending[TxT]]) -> None:
        self.shard = shard
        self.pendings = pendings

    def effects(self) -> list[Callable[[TxT], Awaitable[None]]]:
        """The effects that belong to the part's appends."""
        return [pending.effect for pending in self.pendings if pending.effect is not None]

    def number(self) -> list[Recorded]:
        """The part's rows, numbered from the shard's head on."""
        seq = self.shard.head + 1
        rows: list[Recorded] = []
        for pending in self.pendings:
            rows += pending.number(seq + len(rows))
        return rows

    def advance(self) -> None:
        """The rows are committed: the shard's head and its streams' versions move."""
        for pending in self.pendings:
            last = pending.rows[-1]
            self.shard.remember(last.stream, last.version)
            self.shard.head = last.seq

    def resolve(self) -> None:
        """Ends everybody's wait with the stored events."""
        for pending in self.pendings:
            pending.resolve()

    def fail(self, error: BaseException) -> None:
        """Ends everybody's wait with an error."""
        for pending in self.pendings:
            pending.fail(error)


def take_commit(queue: "deque[Pending[TxT]]") -> list[Pending[TxT]]:
    """The next commit: appends in order, no stream twice, not too many effects."""
    batch: list[Pending[TxT]] = []
    effects = 0
    streams: set[StreamId] = set()
    while queue and len(batch) < MAX_APPENDS_A_COMMIT:
        pending = queue[0]
        has_effect = pending.effect is not None
        if pending.append.stream in streams or (has_effect and effects == MAX_EFFECTS_A_COMMIT):
            break
        queue.popleft()
        if pending.is_over():
            continue
        batch.append(pending)
        streams.add(pending.append.stream)
        effects += has_effect
    return batch


def split_by_shard(pendings: Iterable[Pending[TxT]]) -> list[Part[TxT]]:
    """The appends that still wait, by shard, each shard's in their order."""
    parts: dict[int, Part[TxT]] = {}
    for pending in pendings:
        if pending.is_over():
            continue
        part = parts.get(pending.shard.number)
        if part is None:
            parts[pending.shard.number] = Part(pending.shard, [pending])
        else:
            part.pendings.append(pending)
    return list(parts.values())


def number_all(parts: Iterable[Part[TxT]]) -> list[Recorded]:
    """The rows of a commit, each shard's numbered from its head on."""
    return [row for part in parts for row in part.number()]
