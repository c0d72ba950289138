"""The heart of a command service: loads a stream, decides, appends, evolves. Knows no bus."""

import asyncio
import os
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Any, Final, Generic

import msgspec

from libs.contracts.decisions import Context, Decision
from libs.eventstore.command_ids import CommandIds, Remembered
from libs.eventstore.deciding import (
    Accepted,
    Answer,
    CommandT,
    Decider,
    Effects,
    EventCodec,
    EventT,
    Evolved,
    EvolvedObserver,
    Incoming,
    Refused,
    StateT,
    StreamState,
)
from libs.eventstore.errors import EffectRefusedError, ShardLostError, VersionConflictError
from libs.eventstore.records import Append, Recorded, StreamId, shard_of
from libs.eventstore.snapshots import SnapshotKeeper
from libs.eventstore.store import EventStore

ATTEMPTS: Final = 5
"""Decisions a command gets when its stream moves under it; with one writer a shard, one is used."""

ENTROPY_BYTES: Final = 32
COMMAND_ID_REUSED: Final = "command_id_reused"


class KeeperOptions(msgspec.Struct, Generic[StateT, EventT], frozen=True, kw_only=True):
    """What may differ from service to service, and what a simulation replaces."""

    effects: Effects[EventT, StateT] | None = None
    snapshots: SnapshotKeeper[StateT] | None = None
    observer: EvolvedObserver[StateT, EventT] | None = None
    max_streams: int = 50_000
    idle_s: float = 900.0
    now_ms: Callable[[], int] = lambda: time.time_ns() // 1_000_000
    entropy: Callable[[], bytes] = lambda: os.urandom(ENTROPY_BYTES)
    monotonic: Callable[[], float] = time.monotonic


class KeeperCounts:
    """What the keeper has done so far, for metrics."""

    __slots__ = ("conflicts", "dropped", "loads", "repeats")

    def __init__(self) -> None:
        self.loads = 0
        self.repeats = 0
        self.conflicts = 0
        self.dropped = 0


class _Held(Generic[StateT]):
    """A stream in memory. `users` are the commands that are at work on it or wait."""

    __slots__ = (
        "ids",
        "is_dropped",
        "is_loaded",
        "last_at_ms",
        "lock",
        "state",
        "used_at",
        "users",
        "version",
    )

    def __init__(self, state: StateT) -> None:
        self.lock = asyncio.Lock()
        self.ids = CommandIds()
        self.state = state
        self.version = 0
        self.last_at_ms = 0
        self.is_loaded = False
        self.is_dropped = False
        self.users = 0
        self.used_at = 0.0


class StreamKeeper(Generic[StateT, CommandT, EventT]):
    """Keeps the streams of the shards that are open here, one command in flight per stream."""

    def __init__(
        self,
        store: EventStore[Any],
        decider: Decider[StateT, CommandT, EventT],
        codec: EventCodec[EventT],
        options: KeeperOptions[StateT, EventT] | None = None,
    ) -> None:
        self._store = store
        self._decider = decider
        self._codec = codec
        self._options = KeeperOptions[StateT, EventT]() if options is None else options
        self._held: OrderedDict[StreamId, _Held[StateT]] = OrderedDict()
        self.counts = KeeperCounts()
        store.on_shard_closed(self.drop_shard)

    def __len__(self) -> int:
        """How many streams are in memory."""
        return len(self._held)

    async def handle(self, incoming: Incoming[CommandT]) -> Answer:
        """Decides a command and stores its events; answers after the commit.

        A repeated command gets its first answer. Refusals aren't stored. Raises
        `ShardLostError` and `StoreUnavailableError` (then the sender repeats the command; it may
        have been carried out), `VersionConflictError` (somebody else writes the stream),
        `ValueError` (no stream's name), and whatever the decider raises.
        """
        held = self._hold(incoming.stream)
        held.users += 1
        try:
            async with held.lock:
                return await self._answer(held, incoming)
        finally:
            held.users -= 1

    async def state(self, stream: StreamId) -> StreamState[StateT]:
        """The stream's committed state, for queries. Raises like `handle`."""
        held = self._hold(stream)
        if not held.is_loaded:
            held.users += 1
            try:
                async with held.lock:
                    await self._ensure_loaded(held, stream)
            finally:
                held.users -= 1
        return StreamState(held.version, held.state)

    def peek(self, stream: StreamId) -> StateT | None:
        """The committed state if the stream is in memory, else None; never loads."""
        held = self._held.get(stream)
        return held.state if held is not None and held.is_loaded else None

    def drop_shard(self, shard: int) -> None:
        """Forgets a shard's streams: they are somebody else's now."""
        for stream in [stream for stream in self._held if shard_of(stream) == shard]:
            self._held.pop(stream).is_dropped = True

    def _hold(self, stream: StreamId) -> _Held[StateT]:
        held = self._held.get(stream)
        now = self._options.monotonic()
        if held is None:
            shard = shard_of(stream)
            if not self._store.is_open(shard):
                raise ShardLostError(shard)
            self._drop_idle(now)
            held = self._held[stream] = _Held(self._decider.initial_state())
        else:
            self._held.move_to_end(stream)
        held.used_at = now
        return held

    def _drop_idle(self, now: float) -> None:
        """Makes room for one stream: at most two go, so that no command pays for many."""
        for _ in range(2):
            if not self._held:
                return
            stream, oldest = next(iter(self._held.items()))
            is_full = len(self._held) >= self._options.max_streams
            if not is_full and now - oldest.used_at < self._options.idle_s:
                return
            if oldest.users:
                self._held.move_to_end(stream)
                continue
            del self._held[stream]
            self.counts.dropped += 1

    async def _answer(self, held: _Held[StateT], incoming: Incoming[CommandT]) -> Answer:
        for _ in range(ATTEMPTS):
            await self._ensure_loaded(held, incoming.stream)
            known = held.ids.find(incoming.actor, incoming.command_id)
            if known is not None:
                return self._repeat(known, incoming)
            try:
                return await self._decide(held, incoming)
            except EffectRefusedError as error:
                return Refused(error.code, error.detail)
            except VersionConflictError:
                held.is_loaded = False
                self.counts.conflicts += 1
            except BaseException:
                held.is_loaded = False  # whether the events got stored is known to the log alone
                raise
        raise VersionConflictError(incoming.stream, held.version)

    def _repeat(self, known: Remembered, incoming: Incoming[CommandT]) -> Answer:
        if known.fingerprint != incoming.fingerprint:
            return Refused(COMMAND_ID_REUSED)
        self.counts.repeats += 1
        return Accepted(known.version)

    async def _decide(self, held: _Held[StateT], incoming: Incoming[CommandT]) -> Answer:
        options = self._options
        at_ms = max(held.last_at_ms, min(incoming.received_at_ms, options.now_ms()))
        context = Context(at_ms, incoming.actor, options.entropy())
        decision = self._decider.decide(incoming.command, held.state, context)
        refusal = decision.refusal
        if decision.events:
            recorded = await self._append(held, incoming, decision, at_ms)
            self._evolve(held, decision.events, recorded)
        if refusal is not None:
            return Refused(refusal.code, refusal.detail)
        return Accepted(held.version)

    async def _append(
        self,
        held: _Held[StateT],
        incoming: Incoming[CommandT],
        decision: Decision[EventT],
        at_ms: int,
    ) -> list[Recorded]:
        """Stores a decision; what goes with a refusal is not the command's answer: without id."""
        is_accepted = decision.refusal is None
        append = Append(
            stream=incoming.stream,
            expected_version=held.version,
            events=tuple([self._codec.encode(event) for event in decision.events]),
            at_ms=at_ms,
            actor=incoming.actor,
            correlation=incoming.correlation,
            command_id=incoming.command_id if is_accepted else None,
            fingerprint=incoming.fingerprint if is_accepted else None,
        )
        if self._options.effects is not None:
            effect = self._options.effects(incoming.stream, decision.events, held.state)
            if effect is not None:
                return await self._store.append_with(append, effect)
        return await self._store.append(append)

    def _evolve(
        self, held: _Held[StateT], events: tuple[EventT, ...], recorded: list[Recorded]
    ) -> None:
        """The events are committed: memory follows."""
        before = state = held.state
        evolve = self._decider.evolve
        for event in events:
            state = evolve(state, event)
        last = recorded[-1]
        held.state = state
        held.version = last.version
        held.last_at_ms = last.at_ms
        if last.command_id is not None:
            held.ids.remember(last)
        options = self._options
        if options.observer is not None:
            options.observer(Evolved(last.stream, before, state, events, recorded))
        if options.snapshots is not None and options.snapshots.is_due(recorded):
            options.snapshots.offer(last, state, held.ids)

    async def _ensure_loaded(self, held: _Held[StateT], stream: StreamId) -> None:
        if held.is_dropped:
            raise ShardLostError(shard_of(stream))
        if held.is_loaded:
            return
        self.counts.loads += 1
        kept = None
        if self._options.snapshots is not None:
            kept = await self._options.snapshots.load(stream)
        if kept is None:
            state, held.version, held.last_at_ms = self._decider.initial_state(), 0, 0
            held.ids = CommandIds()
        else:
            state, held.version, held.last_at_ms = kept.state, kept.version, kept.at_ms
            held.ids = kept.ids
        for recorded in await self._store.read_stream(stream, held.version):
            state = self._decider.evolve(state, self._codec.decode(recorded))
            held.ids.remember(recorded)
            held.version, held.last_at_ms = recorded.version, recorded.at_ms
        held.state = state
        held.is_loaded = not held.is_dropped
