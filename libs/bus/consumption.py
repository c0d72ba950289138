"""A durable consumer on NATS that pulls, and outlives restarts, hung pulls and vanished streams."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from typing import Final

import msgspec
from nats.js import api

from libs.bus.port import BatchHandler, BusStats, DurableMessage, StreamSpec
from libs.bus.wire import Wire

ACK_WAIT_S: Final = 10.0
"""What is not acknowledged for so long is delivered again; work in progress prolongs it."""
HEARTBEAT_S: Final = 1.0
SILENCE_S: Final = 3.5
"""A pull without message or heartbeat for so long is dead."""
PULL_FOR_S: Final = 15.0
FIRST_PAUSE_S: Final = 0.05
LONGEST_PAUSE_S: Final = 3.0
STOP_WITHIN_S: Final = 5.0

_BATCHES_IN_FLIGHT: Final = 4
_HEARTBEAT: Final = 100
_WORDS_WITH_DOMAIN: Final = 11
_NANO: Final = 1_000_000_000

EnsureConsumer = Callable[[StreamSpec, api.ConsumerConfig], Awaitable[None]]


def consumer_config(durable: str, batch: int, subjects: Sequence[str]) -> api.ConsumerConfig:
    """A durable consumer that gives batches of that size, of these subjects or of all."""
    return api.ConsumerConfig(
        durable_name=durable,
        ack_policy=api.AckPolicy.EXPLICIT,
        deliver_policy=api.DeliverPolicy.ALL,
        ack_wait=ACK_WAIT_S,
        max_ack_pending=_BATCHES_IN_FLIGHT * batch,
        filter_subjects=list(subjects) or None,
    )


class JetConsumption:
    """See `port.Consumption`. One pull is open at a time, refilled as it is used up."""

    def __init__(
        self,
        wire: Wire,
        ensure: EnsureConsumer,
        spec: StreamSpec,
        config: api.ConsumerConfig,
        handler: BatchHandler,
    ) -> None:
        self._wire = wire
        self._ensure = ensure
        self._spec = spec
        self._config = config
        self._durable = str(config.durable_name)
        self._batch = (config.max_ack_pending or _BATCHES_IN_FLIGHT) // _BATCHES_IN_FLIGHT
        self._handler = handler
        self.on_stopped: Callable[[JetConsumption], None] = lambda _self: None
        self._loop = asyncio.get_running_loop()
        self._arrived: deque[tuple[str, DurableMessage]] = deque()
        self._held: list[str] = []
        self._wake = asyncio.Event()
        self._is_prepared = False
        self._is_stopping = False
        self._is_failing = False
        self._timer: asyncio.TimerHandle | None = None
        self._pull = 0
        self._left = 0
        self._last_sign_s = 0.0
        self._pause_s = FIRST_PAUSE_S

    def start(self, inbox: str, stats: BusStats, report: Callable[[str, Exception], None]) -> None:
        """Begin to work. `inbox` is this consumption's own."""
        self._inbox = inbox
        self._stats = stats
        self._report = report
        self._sid = self._wire.listen(f"{inbox}.*", self._on_message)
        self._task = self._loop.create_task(self._run(), name=f"consume {self._durable}")

    @property
    def is_healthy(self) -> bool:
        """See `port.Consumption`."""
        is_silent = self._loop.time() - self._last_sign_s > 2 * SILENCE_S
        return self._is_prepared and not self._is_failing and not is_silent

    def connection_changed(self) -> None:
        """The connection went or came: the open pull is dead, the consumer may be gone."""
        self._is_prepared = False
        self._left = 0
        self._wake.set()

    async def _run(self) -> None:
        while not self._is_stopping:
            try:
                if self._arrived:
                    await self._handle()
                elif not self._wire.is_connected:
                    await self._sleep()
                else:
                    await self._fetch()
            except Exception as error:  # noqa: BLE001  it must go on, whatever the handler does
                await self._recover(error)

    async def _recover(self, error: Exception) -> None:
        self._is_failing = True
        self._report(f"{self._spec.name}/{self._durable}", error)
        await self._sleep()

    async def _sleep(self) -> None:
        """Wait a little longer each time; `stop` and a new connection end it."""
        self._wake.clear()
        await self._wait(self._pause_s)
        self._pause_s = min(self._pause_s * 2, LONGEST_PAUSE_S)

    async def _wait(self, seconds: float) -> None:
        if self._is_stopping:
            return
        timer = self._loop.call_later(seconds, self._wake.set)
        try:
            await self._wake.wait()
        finally:
            timer.cancel()

    async def _fetch(self) -> None:
        if not self._is_prepared:
            await self._ensure(self._spec, self._config)
            self._is_prepared = True
        self._is_failing = False  # nothing is left of a batch that failed
        if self._left <= 0:
            self._open_pull()
        self._wake.clear()
        await self._wait(HEARTBEAT_S)
        if self._arrived:
            return
        if self._loop.time() - self._last_sign_s > SILENCE_S:
            self.connection_changed()
        if not self._is_prepared:
            await self._sleep()

    def _open_pull(self) -> None:
        self._pull += 1
        self._left = self._batch
        self._last_sign_s = self._loop.time()
        ask = {
            "batch": self._batch,
            "expires": int(PULL_FOR_S * _NANO),
            "idle_heartbeat": int(HEARTBEAT_S * _NANO),
        }
        subject = f"$JS.API.CONSUMER.MSG.NEXT.{self._spec.name}.{self._durable}"
        self._wire.send(subject, msgspec.json.encode(ask), f"{self._inbox}.{self._pull}")

    def _on_message(self, subject: str, reply: str, data: bytes, status: int) -> None:
        self._last_sign_s = self._loop.time()
        if status == _HEARTBEAT:
            self._pause_s = FIRST_PAUSE_S
            return
        if not reply:
            self._on_pull_ended(subject, status)
            return
        words = reply.split(".")
        at = 6 if len(words) >= _WORDS_WITH_DOMAIN else 4
        deliveries, stream_seq = int(words[at]), int(words[at + 1])
        self._stats.redelivered += deliveries > 1
        self._left -= 1
        self._arrived.append((reply, DurableMessage(subject, data, stream_seq, deliveries)))
        self._wake.set()

    def _on_pull_ended(self, subject: str, status: int) -> None:
        if subject != f"{self._inbox}.{self._pull}":
            return
        self._left = 0
        if status not in (404, 408):  # all others may mean that the consumer is gone
            self._is_prepared = False
        self._wake.set()

    async def _handle(self) -> None:
        taken = [self._arrived.popleft() for _ in range(min(len(self._arrived), self._batch))]
        self._held = [reply for reply, _ in taken]
        messages = [message for _, message in taken]
        self._timer = self._loop.call_later(ACK_WAIT_S / 3, self._prolong)
        try:
            await self._handler(messages)
        except BaseException:
            self._arrived.extendleft(reversed(taken))  # the same again, in the same order
            raise
        finally:
            self._timer.cancel()
            self._held = []
        for reply, _ in taken:
            self._wire.send(reply, b"+ACK")
        self._is_failing = False
        self._pause_s = FIRST_PAUSE_S

    def _prolong(self) -> None:
        """Tell the server that what lies here is being worked on."""
        for reply in [*self._held, *(reply for reply, _ in self._arrived)]:
            self._wire.send(reply, b"+WPI")
        self._timer = self._loop.call_later(ACK_WAIT_S / 3, self._prolong)

    async def stop(self) -> None:
        """See `port.Consumption`."""
        if self._is_stopping:
            return
        self._is_stopping = True
        self._wake.set()
        if self._held:  # a batch is with the handler
            await asyncio.wait({self._task}, timeout=STOP_WITHIN_S)
        self._task.cancel()
        await asyncio.wait({self._task}, timeout=STOP_WITHIN_S)
        self._wire.unlisten(self._sid, and_forget=True)
        self.on_stopped(self)
