"""The heart of a command service: loads a stream, decides, appends, evolves. Knows no bus."""

from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Any, Final, Generic

from libs.contracts.decisions import Context
from libs.eventstore.command_ids import CommandIds, Remembered
from libs.eventstore.deciding import (
    Accepted,
    Answer,
    CommandT,
    Decider,
    EventCodec,
    EventT,
    Evolved,
    Incoming,
    Refused,
    StateT,
    StreamState,
)
from libs.eventstore.errors import EffectRefusedError, ShardLostError, VersionConflictError
from libs.eventstore.held import Decided, Done, Held, Underway
from libs.eventstore.keeper_options import KeeperCounts as KeeperCounts
from libs.eventstore.keeper_options import KeeperOptions as KeeperOptions
from libs.eventstore.records import Append, Recorded, StreamId, shard_of
from libs.eventstore.store import EventStore

ATTEMPTS: Final = 5
"""Decisions a command gets when its stream moves under it; with one writer a shard, one is used."""

COMMAND_ID_REUSED: Final = "command_id_reused"


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
        self._held: OrderedDict[StreamId, Held[StateT]] = OrderedDict()
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
                await held.quiet()
                return await self._answer(held, incoming)
        finally:
            held.users -= 1

    def handle_now(self, incoming: Incoming[CommandT], done: Done) -> bool:
        """As `handle`, but `done` is told, from the commit itself: it costs no task and no turn.

        False, and nothing is done: the stream isn't in memory, or somebody is at work on it, or
        this keeper does more than the base. What is raised before the commit comes out here.
        """
        held = self._held.get(incoming.stream)
        if held is None or not held.is_idle() or not self.is_plain(incoming):
            return False
        self._held.move_to_end(incoming.stream)
        held.used_at = self._options.monotonic()
        known = held.ids.find(incoming.actor, incoming.command_id)
        if known is not None:
            done(self._repeat(known, incoming))
            return True
        try:
            decided = self._decided(held, incoming)
            if decided.decision.events:
                append, effect = self._to_append(held, decided)
                waiter = Underway(held, lambda outcome: self._end(held, decided, outcome, done))
                self._store.submit(append, effect, waiter)
                waiter.begin()
            else:
                done(_answer_to(decided, held))
        except BaseException:
            held.is_loaded = False
            raise
        return True

    def is_plain(self, _incoming: Incoming[CommandT]) -> bool:
        """Whether a command may go the short way: not if a subclass adds something to `handle`."""
        return type(self).handle is StreamKeeper.handle

    async def state(self, stream: StreamId) -> StreamState[StateT]:
        """The stream's committed state, for queries. Raises like `handle`."""
        held = self._hold(stream)
        if not held.is_loaded:
            held.users += 1
            try:
                async with held.lock:
                    await held.quiet()
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

    def _hold(self, stream: StreamId) -> Held[StateT]:
        held = self._held.get(stream)
        now = self._options.monotonic()
        if held is None:
            shard = shard_of(stream)
            if not self._store.is_open(shard):
                raise ShardLostError(shard)
            self._drop_idle(now)
            held = self._held[stream] = Held(self._decider.initial_state())
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

    async def _answer(self, held: Held[StateT], incoming: Incoming[CommandT]) -> Answer:
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

    async def _decide(self, held: Held[StateT], incoming: Incoming[CommandT]) -> Answer:
        decided = self._decided(held, incoming)
        if decided.decision.events:
            append, effect = self._to_append(held, decided)
            if effect is None:
                recorded = await self._store.append(append)
            else:
                recorded = await self._store.append_with(append, effect)
            self._evolve(held, decided.decision.events, recorded)
        return _answer_to(decided, held)

    def _decided(
        self, held: Held[StateT], incoming: Incoming[CommandT]
    ) -> Decided[CommandT, EventT]:
        options = self._options
        at_ms = max(held.last_at_ms, min(incoming.received_at_ms, options.now_ms()))
        context = Context(at_ms, incoming.actor, options.entropy())
        decision = self._decider.decide(incoming.command, held.state, context)
        return Decided(incoming, decision, at_ms)

    def _to_append(
        self, held: Held[StateT], decided: Decided[CommandT, EventT]
    ) -> tuple[Append, Callable[[Any], Awaitable[None]] | None]:
        """What stores a decision; what goes with a refusal is not the command's answer: no id."""
        incoming, events = decided.incoming, decided.decision.events
        is_accepted = decided.decision.refusal is None
        append = Append(
            stream=incoming.stream,
            expected_version=held.version,
            events=tuple([self._codec.encode(event) for event in events]),
            at_ms=decided.at_ms,
            actor=incoming.actor,
            correlation=incoming.correlation,
            command_id=incoming.command_id if is_accepted else None,
            fingerprint=incoming.fingerprint if is_accepted else None,
        )
        effects = self._options.effects
        return append, None if effects is None else effects(incoming.stream, events, held.state)

    def _end(
        self,
        held: Held[StateT],
        decided: Decided[CommandT, EventT],
        outcome: list[Recorded] | BaseException,
        done: Done,
    ) -> None:
        """The commit of a command on the short way is over. Must not raise: others wait, too."""
        answer: Answer | BaseException
        try:
            if isinstance(outcome, list):
                self._evolve(held, decided.decision.events, outcome)
                answer = _answer_to(decided, held)
            elif isinstance(outcome, EffectRefusedError):
                answer = Refused(outcome.code, outcome.detail)
            else:
                held.is_loaded = False
                self.counts.conflicts += isinstance(outcome, VersionConflictError)
                answer = outcome
        except Exception as error:  # noqa: BLE001  told to whoever waits for this very command
            held.is_loaded = False
            answer = error
        done(answer)

    def _evolve(
        self, held: Held[StateT], events: tuple[EventT, ...], recorded: list[Recorded]
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

    async def _ensure_loaded(self, held: Held[StateT], stream: StreamId) -> None:
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


def _answer_to(decided: Decided[Any, Any], held: Held[Any]) -> Answer:
    refusal = decided.decision.refusal
    if refusal is not None:
        return Refused(refusal.code, refusal.detail)
    return Accepted(held.version)
