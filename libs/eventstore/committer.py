"""Group commit: one writer for all shards of an instance, the same for every kind of log."""

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Final, Generic

from libs.eventstore.errors import (
    EffectFailedError,
    InvalidAppendError,
    OutcomeUnknownError,
    RowsRefusedError,
    SeqTakenError,
    ShardLostError,
    StoreUnavailableError,
    StreamVersionTakenError,
    VersionConflictError,
)
from libs.eventstore.pacing import Pacing
from libs.eventstore.pending import (
    OpenShard,
    Part,
    Pending,
    number_all,
    split_by_shard,
    take_commit,
)
from libs.eventstore.records import Append, Recorded, shard_of
from libs.eventstore.settling import FIRST_PAUSE_S, LONGEST_PAUSE_S, ends_at_head, read_or_write
from libs.eventstore.store import CommitObserver, ShardLog, ShardObserver, TxT, Waiter

_LOG: Final = logging.getLogger(__name__)


class GroupCommit(Generic[TxT]):
    """Puts appends into commits, one at a time; what arrives meanwhile goes into the next.

    Only the task inside talks to the log, so that cancelling an appender disturbs nobody.
    """

    def __init__(self, log: ShardLog[TxT], *, settle_limit_s: float = 30.0) -> None:
        self._log = log
        self._settle_limit_s = settle_limit_s
        self._shards: dict[int, OpenShard] = {}
        self._queue: deque[Pending[TxT]] = deque()
        self._wake = asyncio.Event()
        self._observers: list[CommitObserver] = []
        self._closed_observers: list[ShardObserver] = []
        self._lost_observers: list[ShardObserver] = []
        self._task: asyncio.Task[None] | None = None
        self.commits = 0
        self.events = 0

    def start(self) -> None:
        """Begins to commit; needs a running loop."""
        self._task = asyncio.create_task(self._run(), name="group commit")

    async def close(self) -> None:
        """Settles what is under way, then ends."""
        for shard in list(self._shards):
            await self.close_shard(shard)
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
            self._task = None

    def on_commit(self, observer: CommitObserver) -> None:
        """See `EventStore.on_commit`."""
        self._observers.append(observer)

    def is_open(self, shard: int) -> bool:
        """See `EventStore.is_open`."""
        state = self._shards.get(shard)
        return state is not None and not state.is_closing

    def on_shard_closed(self, observer: ShardObserver) -> None:
        """See `EventStore.on_shard_closed`."""
        self._closed_observers.append(observer)

    def on_shard_lost(self, observer: ShardObserver) -> None:
        """See `EventStore.on_shard_lost`."""
        self._lost_observers.append(observer)

    def open_shard(self, shard: int, head: int) -> None:
        """Begins to write a shard whose log ends at `head`."""
        self.abandon_shard(shard)
        self._shards[shard] = OpenShard(shard, head)

    async def close_shard(self, shard: int) -> None:
        """See `EventStore.close_shard`."""
        state = self._shards.get(shard)
        if state is not None:
            await state.drain()
            self.abandon_shard(shard)

    def abandon_shard(self, shard: int) -> None:
        """See `EventStore.abandon_shard`."""
        state = self._shards.pop(shard, None)
        if state is not None:
            state.is_lost = True
            for pending in self._queue:
                if pending.shard is state:
                    pending.fail(ShardLostError(shard))
            for observer in self._closed_observers:
                observer(shard)

    def submit(
        self,
        append: Append,
        effect: Callable[[TxT], Awaitable[None]] | None,
        waiter: Waiter,
    ) -> None:
        """See `EventStore.submit`."""
        if self._task is None or self._task.done():
            msg = "the writer has ended"
            raise StoreUnavailableError(msg)
        state = self._shards.get(number := shard_of(append.stream))
        if state is None or state.is_closing:
            raise ShardLostError(number)
        if not append.events:
            msg = "an append without events"
            raise InvalidAppendError(msg)
        self._queue.append(Pending(append, effect, state, waiter))
        state.pending += 1
        self._wake.set()

    async def _run(self) -> None:
        batch: list[Pending[TxT]] = []
        pacing = Pacing()
        try:
            while True:
                await self._wake.wait()
                await pacing.before_commit(len(self._queue))
                batch = take_commit(self._queue)
                if batch:
                    await self._commit(batch)
                    pacing.ended()
                if not self._queue:
                    self._wake.clear()
        finally:
            for pending in (*batch, *self._queue):
                pending.fail(ShardLostError(pending.shard.number))

    async def _commit(self, batch: list[Pending[TxT]]) -> None:
        await self._check_versions(batch)
        if not (parts := await self._on_known_heads(split_by_shard(batch))):
            return
        rows = number_all(parts)
        try:
            await self._log.insert(rows, [effect for part in parts for effect in part.effects()])
        except OutcomeUnknownError:
            await self._settle_all(parts)
        except (RowsRefusedError, EffectFailedError):
            for part in parts:
                await self._write_alone(part)
        else:
            self._succeed(parts, rows)

    async def _check_versions(self, batch: Sequence[Pending[TxT]]) -> None:
        """Refuses stale appends and such as would leave a gap, which no unique key would see."""
        unknown = [
            pending
            for pending in batch
            if pending.append.expected_version > 0
            and pending.append.stream not in pending.shard.versions
        ]
        if unknown:
            await self._look_up_versions(unknown)
        for pending in batch:
            expected = pending.append.expected_version
            if pending.shard.is_lost:
                pending.fail(ShardLostError(pending.shard.number))
            elif pending.is_stale():
                pending.fail(VersionConflictError(pending.append.stream, expected))

    async def _on_known_heads(self, parts: list[Part[TxT]]) -> list[Part[TxT]]:
        """The parts that may be written: after a new connection, if the log ends at our head."""
        known: list[Part[TxT]] = []
        try:
            epoch = await self._log.connected()
            for part in parts:
                shard = part.shard
                is_known = shard.epoch == epoch or await ends_at_head(self._log, shard)
                if is_known and not shard.is_lost:
                    shard.epoch = epoch
                    known.append(part)
                else:
                    self._lose(part)
        except StoreUnavailableError as error:
            for part in parts:
                part.fail(error)
            return []
        return known

    async def _look_up_versions(self, pendings: Sequence[Pending[TxT]]) -> None:
        streams = [pending.append.stream for pending in pendings]
        try:
            found = await self._log.versions(streams)
        except StoreUnavailableError as error:
            for pending in pendings:
                pending.fail(error)
            return
        for pending, stream in zip(pendings, streams, strict=True):
            pending.shard.remember(stream, found.get(stream, 0))

    async def _write_alone(self, part: Part[TxT]) -> None:
        """A part whose commit was refused: only what can't be stored fails."""
        while part.pendings and not part.shard.is_lost:
            rows = part.number()
            try:
                await self._log.insert(rows, part.effects())
            except StreamVersionTakenError:
                await self._drop_conflicts(part)
            except OutcomeUnknownError:
                await self._settle_all([part])
                return
            except (SeqTakenError, EffectFailedError, InvalidAppendError) as error:
                await self._give_up(part, error)
                return
            else:
                self._succeed([part], rows)
                return
        part.fail(ShardLostError(part.shard.number))

    async def _give_up(self, part: Part[TxT], error: Exception) -> None:
        """A part that can't be stored as it is."""
        if isinstance(error, SeqTakenError):
            self._lose(part)
        elif len(part.pendings) == 1:
            part.fail(error.cause if isinstance(error, EffectFailedError) else error)
        else:
            for pending in part.pendings:
                await self._write_alone(Part(part.shard, [pending]))

    async def _drop_conflicts(self, part: Part[TxT]) -> None:
        """Fails the appends whose stream has moved on, or all if it can't be said which."""
        await self._look_up_versions(part.pendings)
        stale = [p for p in part.pendings if p.is_stale()] or part.pendings
        for pending in stale:
            append = pending.append
            pending.fail(VersionConflictError(append.stream, append.expected_version))
        part.pendings = [p for p in part.pendings if not p.is_over()]

    async def _settle_all(self, parts: Iterable[Part[TxT]]) -> None:
        until_s = asyncio.get_running_loop().time() + self._settle_limit_s
        for part in parts:
            await self._settle(part, until_s)

    async def _settle(self, part: Part[TxT], until_s: float) -> None:
        """Finds out what became of a part whose commit ended with its connection."""
        rows = part.number()
        pause_s = FIRST_PAUSE_S
        while not part.shard.is_lost:
            try:
                is_ours = await read_or_write(self._log, part, rows)
            except (OutcomeUnknownError, StoreUnavailableError):
                if asyncio.get_running_loop().time() > until_s:
                    break
                await asyncio.sleep(pause_s)
                pause_s = min(2 * pause_s, LONGEST_PAUSE_S)
            except StreamVersionTakenError:
                await self._write_alone(part)
                return
            except (EffectFailedError, InvalidAppendError) as error:
                await self._give_up(part, error)
                return
            else:
                if is_ours:
                    self._succeed([part], rows)
                    return
                break
        self._lose(part)

    def _lose(self, part: Part[TxT]) -> None:
        state = part.shard
        part.fail(ShardLostError(state.number))
        if state.is_lost:
            return
        self.abandon_shard(state.number)
        _LOG.warning("shard %02x is written by somebody else", state.number)
        for observer in self._lost_observers:
            observer(state.number)

    def _succeed(self, parts: Iterable[Part[TxT]], rows: list[Recorded]) -> None:
        self.commits += 1
        self.events += len(rows)
        for part in parts:
            part.advance()
        for observer in self._observers:
            _tell(observer, rows)
        for part in parts:
            part.resolve()


def _tell(observer: CommitObserver, rows: list[Recorded]) -> None:
    try:
        observer(rows)
    except Exception:  # noqa: BLE001 (a view that fails must not stop the log)
        _LOG.exception("a commit observer failed")
