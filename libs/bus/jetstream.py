"""Durable streams over NATS: publishing with many acknowledgements in flight, administration."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager

import msgspec
from nats import errors
from nats.js import api
from nats.js import errors as js_errors

from libs.bus.consumption import JetConsumption, consumer_config
from libs.bus.deadlines import Deadlines
from libs.bus.port import (
    USUAL_WORK,
    BatchHandler,
    BusError,
    BusStats,
    NotConnectedError,
    RequestTimeoutError,
    StreamMissingError,
    StreamSpec,
    WorkHandler,
    WorkOptions,
)
from libs.bus.pulling import Pulling
from libs.bus.requests import NO_RESPONDERS
from libs.bus.wire import Wire
from libs.bus.working import JetWork, worker_config


class _ApiError(msgspec.Struct, frozen=True):
    description: str = ""
    err_code: int = 0


class _PubAck(msgspec.Struct, frozen=True):
    stream: str = ""
    seq: int = 0
    error: _ApiError | None = None


_decode_ack = msgspec.json.Decoder(_PubAck).decode


class JetStreams:
    """See `port.Streams`."""

    def __init__(
        self, wire: Wire, inbox: str, stats: BusStats, report: Callable[[str, Exception], None]
    ) -> None:
        self._wire = wire
        self._inbox = inbox
        self._stats = stats
        self._report = report
        self._admin = wire.jetstream(timeout=3)
        self._token = 0
        self._waiting: dict[int, asyncio.Future[int]] = {}
        self._deadlines = Deadlines(self._late)
        self._consumptions: set[Pulling] = set()

    def publish_nowait(
        self, subject: str, data: bytes, msg_id: str, timeout_s: float
    ) -> "asyncio.Future[int]":
        """Send now; the future gets the place in the stream, or the error."""
        self._token = token = self._token + 1
        header = f"NATS/1.0\r\nNats-Msg-Id: {msg_id}\r\n\r\n".encode()
        future: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        if self._wire.send(subject, data, f"{self._inbox}.j{token}", header):
            self._waiting[token] = future
            self._deadlines.arm(token, timeout_s)
        else:
            future.set_exception(NotConnectedError(f"no connection for {subject}"))
        return future

    async def publish(self, subject: str, data: bytes, msg_id: str, timeout_s: float = 5.0) -> int:
        """See `port.Streams`."""
        if not msg_id.isascii() or not msg_id.isprintable():
            raise ValueError(f"not a message id: {msg_id!r}")
        return await self.publish_nowait(subject, data, msg_id, timeout_s)

    def _late(self, token: int) -> None:
        if self._settle(token, RequestTimeoutError("the stream did not acknowledge in time")):
            self._stats.timeouts += 1

    def _settle(self, token: int, outcome: int | Exception) -> bool:
        future = self._waiting.pop(token, None)
        if future is None or future.done():
            return False
        if isinstance(outcome, Exception):
            future.set_exception(outcome)
        else:
            future.set_result(outcome)
        return True

    def on_inbox(self, last_word: str, data: bytes, status: int) -> bool:
        """Take an acknowledgement; False if it is not one."""
        if not last_word.startswith("j"):
            return False
        token = int(last_word[1:])
        if status == NO_RESPONDERS:
            self._settle(token, StreamMissingError("no stream takes this subject"))
            return True
        ack = _decode_ack(data)
        if ack.error is not None:
            self._settle(token, BusError(f"the stream refused: {ack.error.description}"))
        else:
            self._settle(token, ack.seq)
        return True

    def connection_lost(self) -> None:
        """Fail what waits: whether it is stored is unknown, and sending it again is harmless."""
        for token in list(self._waiting):
            self._settle(token, NotConnectedError("the connection was lost"))
        self._deadlines.clear()
        for consumption in self._consumptions:
            consumption.connection_changed()

    def connection_back(self) -> None:
        """Look after every consumer: the server may have come back without it."""
        for consumption in self._consumptions:
            consumption.connection_changed()

    async def ensure(self, spec: StreamSpec) -> None:
        """See `port.Streams`."""
        config = api.StreamConfig(
            name=spec.name,
            subjects=list(spec.subjects),
            retention=(
                api.RetentionPolicy.WORK_QUEUE if spec.is_work_queue else api.RetentionPolicy.LIMITS
            ),
            max_age=spec.max_age_s,
            duplicate_window=spec.duplicate_window_s,
            storage=api.StorageType.FILE,
        )
        async with _as_bus_error(f"stream {spec.name}"):
            try:
                await self._admin.add_stream(config)
            except js_errors.BadRequestError:  # it exists, but differs
                await self._admin.update_stream(config)

    async def ensure_consumer(self, spec: StreamSpec, config: api.ConsumerConfig) -> None:
        """Make stream and durable consumer unless they exist. Raises BusError."""
        await self.ensure(spec)
        async with _as_bus_error(f"consumer {config.durable_name} of {spec.name}"):
            await self._admin.add_consumer(spec.name, config)

    def consume(
        self,
        spec: StreamSpec,
        durable: str,
        handler: BatchHandler,
        *,
        batch: int = 256,
        subjects: Sequence[str] = (),
    ) -> JetConsumption:
        """See `port.Streams`."""
        config = consumer_config(durable, batch, subjects)
        consumption = JetConsumption(self._wire, self.ensure_consumer, spec, config, handler)
        self._start(consumption, durable)
        return consumption

    def work(
        self,
        spec: StreamSpec,
        durable: str,
        handler: WorkHandler,
        *,
        options: WorkOptions = USUAL_WORK,
        subjects: Sequence[str] = (),
    ) -> JetWork:
        """See `port.Streams`."""
        config = worker_config(durable, options, subjects)
        work = JetWork(self._wire, self.ensure_consumer, spec, config, (handler, options))
        self._start(work, durable)
        return work

    def _start(self, consumption: Pulling, durable: str) -> None:
        consumption.start(f"{self._inbox}-{durable}", self._stats, self._report)
        self._consumptions.add(consumption)
        consumption.on_stopped = self._consumptions.discard

    async def purge(self, name: str) -> None:
        """See `port.Streams`."""
        async with _as_bus_error(f"stream {name}"):
            with contextlib.suppress(js_errors.NotFoundError):
                await self._admin.purge_stream(name)

    async def delete(self, name: str) -> None:
        """See `port.Streams`."""
        async with _as_bus_error(f"stream {name}"):
            with contextlib.suppress(js_errors.NotFoundError):
                await self._admin.delete_stream(name)

    async def stop(self) -> None:
        """Stop every consumption, fail what waits."""
        await asyncio.gather(*(consumption.stop() for consumption in list(self._consumptions)))
        self.connection_lost()


@asynccontextmanager
async def _as_bus_error(what: str) -> AsyncIterator[None]:
    try:
        yield
    except (errors.Error, TimeoutError, OSError) as error:
        raise BusError(f"{what}: {error!r}") from error
