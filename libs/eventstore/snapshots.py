"""Snapshots: a stream's state as a cache, thrown away when its number is wrong."""

import asyncio
import logging
from collections.abc import Sequence
from typing import Final, Generic, Protocol

import msgspec

from libs.eventstore.command_ids import CommandIds, Remembered
from libs.eventstore.deciding import StateT
from libs.eventstore.errors import StoreUnavailableError
from libs.eventstore.memory import MemoryLog
from libs.eventstore.reads import ReadPool
from libs.eventstore.records import Recorded, StreamId

_LOG: Final = logging.getLogger(__name__)

UNREADABLE: Final = (msgspec.MsgspecError, ArithmeticError, LookupError, TypeError, ValueError)

_SAVE: Final = """
INSERT INTO snapshot (stream, version, number, state) VALUES ($1, $2, $3, $4)
ON CONFLICT (stream) DO UPDATE
SET version = excluded.version, number = excluded.number, state = excluded.state
WHERE snapshot.version < excluded.version OR snapshot.number <> excluded.number
"""
_LOAD: Final = "SELECT version, state FROM snapshot WHERE stream = $1 AND number = $2"


class Snapshot(msgspec.Struct, frozen=True):
    """A stream's state after its first `version` events."""

    stream: StreamId
    version: int
    state: bytes


class SnapshotStore(Protocol):
    """Where snapshots lie. `number` is the number of the state's shape."""

    async def save(self, snapshot: Snapshot, number: int) -> None:
        """Replaces an older one of the stream. Raises `StoreUnavailableError`."""
        ...

    async def load(self, stream: StreamId, number: int) -> Snapshot | None:
        """The stream's snapshot if it has this number. Raises `StoreUnavailableError`."""
        ...


class PostgresSnapshots:
    """Implements `SnapshotStore` on a service's pool."""

    def __init__(self, pool: ReadPool) -> None:
        self._pool = pool

    async def save(self, snapshot: Snapshot, number: int) -> None:
        """See `SnapshotStore.save`."""
        await self._pool.execute(_SAVE, snapshot.stream, snapshot.version, number, snapshot.state)

    async def load(self, stream: StreamId, number: int) -> Snapshot | None:
        """See `SnapshotStore.load`."""
        row = await self._pool.fetchrow(_LOAD, stream, number)
        return None if row is None else Snapshot(stream, row[0], row[1])


class MemorySnapshots:
    """Implements `SnapshotStore` on a `MemoryLog`."""

    def __init__(self, log: MemoryLog) -> None:
        self._log = log

    async def save(self, snapshot: Snapshot, number: int) -> None:
        """See `SnapshotStore.save`."""
        await self._log.access()
        kept = self._log.snapshots.get(snapshot.stream)
        if kept is None or kept[0] < snapshot.version or kept[1] != number:
            self._log.snapshots[snapshot.stream] = (snapshot.version, number, snapshot.state)

    async def load(self, stream: StreamId, number: int) -> Snapshot | None:
        """See `SnapshotStore.load`."""
        await self._log.access()
        kept = self._log.snapshots.get(stream)
        if kept is None or kept[1] != number:
            return None
        return Snapshot(stream, kept[0], kept[2])


class StateCodec(Protocol[StateT]):
    """How a service's states are kept. Raise `number` whenever the shape or meaning changes."""

    number: int

    def encode_state(self, state: StateT) -> bytes:
        """The state as bytes."""
        ...

    def decode_state(self, data: bytes) -> StateT:
        """The state of bytes. What it raises for foreign bytes throws the snapshot away."""
        ...


class Kept(Generic[StateT]):
    """What a snapshot gives back."""

    __slots__ = ("at_ms", "ids", "state", "version")

    def __init__(self, version: int, at_ms: int, ids: CommandIds, state: StateT) -> None:
        self.version = version
        self.at_ms = at_ms
        self.ids = ids
        self.state = state


class _Content(msgspec.Struct, frozen=True, array_like=True):
    at_ms: int
    ids: dict[str, dict[str, Remembered]]
    state: bytes


class SnapshotKeeper(Generic[StateT]):
    """Saves every `every`-th version of a stream in the background, the newest only."""

    def __init__(
        self, store: SnapshotStore, codec: StateCodec[StateT], *, every: int = 200
    ) -> None:
        self._store = store
        self._codec = codec
        self._every = every
        self._waiting: dict[StreamId, tuple[Recorded, StateT, dict[str, dict[str, Remembered]]]]
        self._waiting = {}
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self.hits = 0
        self.saved = 0

    def start(self) -> None:
        """Begins to save."""
        self._task = asyncio.create_task(self._run(), name="snapshots")

    async def close(self) -> None:
        """Stops; what waits is not saved, it is a cache."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
            self._task = None

    def is_due(self, recorded: Sequence[Recorded]) -> bool:
        """Whether these events cross a multiple of `every`."""
        return recorded[-1].version // self._every > (recorded[0].version - 1) // self._every

    def offer(self, last: Recorded, state: StateT, ids: CommandIds) -> None:
        """Hands a state over; encoded and saved later. The state must be immutable."""
        self._waiting[last.stream] = (last, state, ids.copy())
        self._wake.set()

    async def load(self, stream: StreamId) -> Kept[StateT] | None:
        """The stream's newest usable snapshot. None if there is none, or the
        database has no time: the log is there."""
        try:
            snapshot = await self._store.load(stream, self._codec.number)
            if snapshot is None:
                return None
            content = msgspec.msgpack.decode(snapshot.state, type=_Content)
            state = self._codec.decode_state(content.state)
        except StoreUnavailableError:
            return None
        except UNREADABLE:
            _LOG.exception("the snapshot of %s is unreadable", stream)
            return None
        self.hits += 1
        return Kept(snapshot.version, content.at_ms, CommandIds(content.ids), state)

    async def _run(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._waiting:
                stream = next(iter(self._waiting))
                last, state, ids = self._waiting.pop(stream)
                content = _Content(last.at_ms, ids, self._codec.encode_state(state))
                await self._save(Snapshot(stream, last.version, msgspec.msgpack.encode(content)))

    async def _save(self, snapshot: Snapshot) -> None:
        try:
            await self._store.save(snapshot, self._codec.number)
        except StoreUnavailableError:
            _LOG.warning("the snapshot of %s was not saved", snapshot.stream)
        else:
            self.saved += 1
