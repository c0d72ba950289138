"""Feeds a consumer: batches of the events' stream, and the owners' logs for what is missing."""

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from libs.bus import Bus, BusError, Consumption, DurableMessage
from libs.contracts.envelope import Answer, LogQuery
from libs.eventstore.consumer import Consumer
from libs.eventstore.errors import ConsumerBusyError
from libs.eventstore.records import PublicEvent, RelayBatch, decode_batch
from libs.runtime.event_stream import EVENTS
from libs.runtime.health import Check
from libs.runtime.keeping import Work
from libs.runtime.logs import get_logger
from libs.runtime.service import Runtime

_decode_answer = msgspec.msgpack.Decoder(Answer).decode
_encode = msgspec.msgpack.Encoder().encode

BATCH: Final = 128
LOCK_PAUSE_S: Final = 1.0


class LogRefusedError(BusError):
    """An owner has answered, but not with its log."""


class BusLogReader:
    """Asks the owner of a shard for its log; see `libs.eventstore.consumer.LogReader`."""

    def __init__(self, bus: Bus) -> None:
        self._bus = bus

    async def __call__(
        self, service: str, shard: int, after_seq: int, limit: int
    ) -> Sequence[PublicEvent]:
        """Events above a sequence, in order. Raises BusError."""
        query = _encode(LogQuery(shard, after_seq, limit))
        answer = _decode_answer(await self._bus.call(f"log.{service}.{shard}", query))
        if answer.code is not None or answer.data is None:
            raise LogRefusedError(f"log of {service}, shard {shard}: {answer.code}")
        return decode_batch(answer.data).events


class ConsumerHost:
    """Runs one consumer as long as its service lives."""

    def __init__(
        self, bus: Bus, consumer: Consumer[Any], runtime: Runtime, *, sources: Mapping[str, int]
    ) -> None:
        self._bus = bus
        self._consumer = consumer
        self._subjects = [f"ev.{service}.*" for service in sources]
        self._now_ms = runtime.now_ms
        self._log = get_logger(consumer=consumer.name)
        self._lag = runtime.metrics.consumer_lag.child(consumer.name)
        self._tasks = runtime.keeper(consumer.name)
        self._consumption: Consumption | None = None
        bus.on_reconnected(self._catch_up_soon)

    def start(self) -> None:
        """Begin as soon as the consumer's lock is free: one instance reads, the others wait."""
        self._tasks.keep("begin", self._begin)

    async def _begin(self) -> None:
        await self._consumer.start()
        self._consume()

    def _consume(self) -> None:
        self._consumption = self._bus.streams.consume(
            EVENTS, self._consumer.name, self._on_batch, batch=BATCH, subjects=self._subjects
        )

    async def _step_back(self) -> None:
        """Another instance has the lock: leave the stream to it, and wait for the lock again."""
        if self._consumption is not None:
            consumption, self._consumption = self._consumption, None
            await consumption.stop()
        while True:
            try:
                await self._consumer.catch_up()
            except ConsumerBusyError:
                await asyncio.sleep(LOCK_PAUSE_S)
            else:
                break
        self._consume()

    async def stop(self) -> None:
        """End; what was not committed is delivered again."""
        await self._tasks.stop()
        if self._consumption is not None:
            await self._consumption.stop()
        await self._consumer.stop()

    def checks(self) -> Mapping[str, Check]:
        """Caught up with all logs, if it is this instance that reads."""
        return {"consumer": self._check, "tasks": self._tasks.check}

    def _check(self) -> str | None:
        is_reading = self._consumption is not None
        return "catching up" if is_reading and not self._consumer.is_caught_up.is_set() else None

    async def _on_batch(self, messages: Sequence[DurableMessage]) -> None:
        """Apply all; if some fail, their shards are read from the log later, the rest goes on."""
        batches = [batch for message in messages if (batch := self._decode(message)) is not None]
        failures = await asyncio.gather(
            *(self._consumer.apply(batch) for batch in batches), return_exceptions=True
        )
        errors = [failure for failure in failures if isinstance(failure, Exception)]
        if any(isinstance(error, ConsumerBusyError) for error in errors):
            self._keep_once("step back", self._step_back)
        if errors and len(errors) == len(batches):
            raise errors[0]  # nothing works: the bus waits and brings them again
        if errors:
            self._log.warning("some batches were not applied", count=len(errors), first=errors[0])
            self._catch_up_soon()
        elif batches:
            newest_ms = max(batch.events[-1].at_ms for batch in batches)
            self._lag.set(max(0, self._now_ms() - newest_ms) / 1000)

    def _decode(self, message: DurableMessage) -> RelayBatch | None:
        """The batch, None for what is none: it can't be applied, and the log has the events."""
        try:
            batch = decode_batch(message.data)
        except msgspec.MsgspecError as error:
            self._log.warning("not a batch of events", subject=message.subject, error=str(error))
            return None
        return batch if batch.events else None

    def _catch_up_soon(self) -> None:
        if self._consumption is not None:
            self._keep_once("catch up", self._consumer.catch_up)

    def _keep_once(self, name: str, work: Work) -> None:
        if not self._tasks.is_kept(name):
            self._tasks.keep(name, work)
