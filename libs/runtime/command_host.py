"""Serves a service's shards on the bus: commands, queries, the log, for as long as they are owned.

A command's way: frame → envelope → `StreamKeeper` → commit → answer, together with the others of
that commit; without a task if it can be decided at once. What can't be decided here is rejected,
and its sender tries again.
"""

import asyncio
import contextlib
import hashlib
from collections.abc import Awaitable, Callable
from typing import Any, Final, Generic

import msgspec

from libs.bus import Bus, Request, Subscription
from libs.contracts.envelope import Answer, CommandEnvelope
from libs.contracts.live import OwnerAnnounced
from libs.eventstore.deciding import Accepted, CommandT, EventT, Incoming, Refused, StateT
from libs.eventstore.deciding import Answer as Decided
from libs.eventstore.errors import (
    InvalidAppendError,
    ShardLostError,
    StoreUnavailableError,
    VersionConflictError,
)
from libs.eventstore.records import StreamId, shard_of
from libs.eventstore.store import EventStore
from libs.eventstore.streams import StreamKeeper
from libs.runtime.figures import Tally
from libs.runtime.log_answers import BAD_MESSAGE, log_answer
from libs.runtime.logs import enter_correlation, get_logger
from libs.runtime.metrics import Metrics
from libs.runtime.shard_work import ShardWork

INTERNAL_ERROR: Final = "internal_error"

FINGERPRINT_BYTES: Final = 8
DRAIN_WITHIN_S: Final = 5.0

_TRY_AGAIN: Final = (ShardLostError, StoreUnavailableError, VersionConflictError)

_decode_envelope = msgspec.msgpack.Decoder(CommandEnvelope).decode
_encode = msgspec.msgpack.Encoder().encode

QueryHandler = Callable[[int, bytes], Awaitable[Answer]]
"""Shard and payload to the answer. Raises what a StreamKeeper raises."""

Preparation = Callable[[int, int | None], Awaitable[None]]
"""Shard and its former owner's last heartbeat. Done before commands come; may append."""


class HostOptions(msgspec.Struct, Generic[CommandT], frozen=True, kw_only=True):
    """What a service brings along.

    `decode` makes the decider's command of an envelope and raises msgspec.ValidationError (or
    DecodeError) for what is none; `kind` names it for the metrics.
    """

    service: str
    instance: str
    decode: Callable[[CommandEnvelope], CommandT]
    kind: Callable[[CommandT], str]
    answer_query: QueryHandler | None = None
    prepare: Preparation | None = None


class CommandHost(Generic[StateT, CommandT, EventT]):
    """One instance's share of a service: a `ShardHandler`, whom `Ownership` tells what it has."""

    def __init__(
        self,
        bus: Bus,
        store: EventStore[Any],
        keeper: StreamKeeper[StateT, CommandT, EventT],
        options: HostOptions[CommandT],
        metrics: Metrics,
    ) -> None:
        self._bus = bus
        self._store = store
        self._keeper = keeper
        self._options = options
        self._log = get_logger(service=options.service)
        self._loop = asyncio.get_running_loop()
        self._served: dict[int, list[Subscription]] = {}
        self._work: dict[int, ShardWork] = {}
        self._announced: list[int] = []
        self._commands = metrics.commands
        self._answers: dict[tuple[str, str], Tally] = {}
        self._to_commit = metrics.command_to_commit.child(options.service)
        self._owned = metrics.shards_owned.child(options.service)
        bus.on_reconnected(self._announce_all)

    @property
    def service(self) -> str:
        """The service's name."""
        return self._options.service

    @property
    def keeper(self) -> StreamKeeper[StateT, CommandT, EventT]:
        """The keeper that decides."""
        return self._keeper

    @property
    def shards(self) -> frozenset[int]:
        """The shards that are served now."""
        return frozenset(self._served)

    async def gained(self, shard: int, heartbeat_ms: int | None) -> None:
        """Serve a shard, whose log is open here, after the service's own preparations."""
        if self._options.prepare is not None:
            await self._options.prepare(shard, heartbeat_ms)
        service = self._options.service
        self._work[shard] = ShardWork()
        self._served[shard] = [
            self._bus.serve(f"cmd.{service}.{shard}", self._on_command(shard)),
            self._bus.serve(f"log.{service}.{shard}", self._on(shard, self._log_query)),
        ]
        if self._options.answer_query is not None:
            subject = f"query.{service}.{shard}"
            self._served[shard].append(self._bus.serve(subject, self._on(shard, self._query)))
        self._owned.set(len(self._served))
        self._announce(shard)

    async def release(self, shard: int) -> None:
        """Stop serving a shard in good order: what has arrived is answered first."""
        subscriptions = self._served.pop(shard, [])
        self._owned.set(len(self._served))
        await asyncio.gather(*(subscription.drain() for subscription in subscriptions))
        work = self._work.pop(shard, None)
        if work is not None:
            await work.finished(DRAIN_WITHIN_S)
        with contextlib.suppress(Exception):
            await self._bus.flush(1.0)  # the last answers leave before somebody else answers

    async def lost(self, shard: int) -> None:
        """Stop at once: the shard is somebody else's."""
        for subscription in self._served.pop(shard, []):
            subscription.unsubscribe()
        self._owned.set(len(self._served))
        self._work.pop(shard, None)

    def _announce_all(self) -> None:
        for shard in self._served:
            self._announce(shard)

    def _announce(self, shard: int) -> None:
        """Tell everybody, all shards of a turn together."""
        if not self._announced:
            self._loop.call_soon(self._publish_announced)
        self._announced.append(shard)

    def _publish_announced(self) -> None:
        options = self._options
        word = OwnerAnnounced(options.service, options.instance, self._announced)
        self._bus.publish(f"owner.{options.service}", _encode(word))
        self._announced = []

    def _on(
        self, shard: int, answer: Callable[[int, Request], Awaitable[None]]
    ) -> Callable[[Request], None]:
        run = self._work[shard].run

        async def guarded(request: Request) -> None:
            try:
                await answer(shard, request)
            except Exception as error:  # noqa: BLE001  one bad request must not stop the others
                self._fail(request, error)

        return lambda request: run(guarded(request))

    def _fail(self, request: Request, error: BaseException) -> None:
        if isinstance(error, _TRY_AGAIN):
            request.reject()
            return
        self._log.error("request failed", subject=request.subject, exc_info=error)
        request.respond(_encode(Answer(INTERNAL_ERROR)))

    def _on_command(self, shard: int) -> Callable[[Request], None]:
        work = self._work[shard]

        def on_command(request: Request) -> None:
            try:
                self._command(shard, request, work)
            except Exception as error:  # noqa: BLE001  one bad command must not stop the others
                self._fail(request, error)

        return on_command

    def _command(self, shard: int, request: Request, work: ShardWork) -> None:
        begun_s = self._loop.time()
        read = self._read(shard, request.payload)
        if read is None:
            self._count("unknown", BAD_MESSAGE)
            request.respond(_encode(Answer(BAD_MESSAGE)))
            return
        envelope, command = read
        incoming = Incoming(
            stream=StreamId(envelope.stream),
            actor=envelope.actor,
            command=command,
            received_at_ms=envelope.received_at_ms,
            correlation=envelope.correlation,
            command_id=envelope.command_id,
            fingerprint=fingerprint(envelope.command),
        )
        kind = self._options.kind(command)

        def done(outcome: Decided | BaseException) -> None:
            work.end()
            if isinstance(outcome, VersionConflictError):  # memory was behind: from the log, then
                work.run(self._slowly(request, incoming, kind, begun_s))
            else:
                self._answer(request, outcome, kind, begun_s)

        work.begin()
        try:
            if not self._keeper.handle_now(incoming, done):
                work.run(self._slowly(request, incoming, kind, begun_s))
                work.end()
        except BaseException:
            work.end()
            raise

    async def _slowly(
        self, request: Request, incoming: Incoming[CommandT], kind: str, begun_s: float
    ) -> None:
        enter_correlation(incoming.correlation)
        try:
            outcome: Decided | Exception = await self._keeper.handle(incoming)
        except Exception as error:  # noqa: BLE001  the sender is told
            outcome = error
        self._answer(request, outcome, kind, begun_s)

    def _answer(
        self, request: Request, outcome: Decided | BaseException, kind: str, begun_s: float
    ) -> None:
        """Never raises."""
        match outcome:
            case Accepted(version):
                answer = Answer(version=version)
                self._to_commit.observe(self._loop.time() - begun_s)
            case Refused(code, detail):
                answer = Answer(code, detail=detail)
            case InvalidAppendError():
                self._log.warning("the log refuses a command's events", subject=request.subject)
                answer = Answer(BAD_MESSAGE)
            case error:
                self._fail(request, error)
                return
        self._count(kind, answer.code or "accepted")
        request.respond(_encode(answer))

    def _read(self, shard: int, payload: bytes) -> tuple[CommandEnvelope, CommandT] | None:
        """Envelope and command, None if it is none or its stream lives in another shard."""
        try:
            envelope = _decode_envelope(payload)
            if shard_of(envelope.stream) != shard:
                return None
            return envelope, self._options.decode(envelope)
        except (msgspec.MsgspecError, ValueError):
            return None

    def _count(self, kind: str, answer: str) -> None:
        tally = self._answers.get((kind, answer))
        if tally is None:
            tally = self._commands.child(self._options.service, kind, answer)
            self._answers[(kind, answer)] = tally
        tally.add()

    async def _query(self, shard: int, request: Request) -> None:
        handler = self._options.answer_query
        if handler is None:
            request.reject()
            return
        answer = await handler(shard, request.payload)
        request.respond(_encode(answer))

    async def _log_query(self, shard: int, request: Request) -> None:
        answer = await log_answer(self._store, self._options.service, shard, request.payload)
        request.respond(_encode(answer))


def fingerprint(command: msgspec.Raw) -> bytes:
    """A digest of a command's content: the same id with another one is a mistake of the sender."""
    return hashlib.blake2b(bytes(command), digest_size=FINGERPRINT_BYTES).digest()
