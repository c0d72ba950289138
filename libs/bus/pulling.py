"""What every durable consumer on NATS does: one pull at a time, outliving whatever may end it."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Final

import msgspec
from nats.js import api

from libs.bus.port import BusStats, DurableMessage, StreamSpec
from libs.bus.wire import Wire

HEARTBEAT_S: Final = 1.0
SILENCE_S: Final = 3.5
"""A pull without message or heartbeat for so long is dead."""
PULL_FOR_S: Final = 15.0
FIRST_PAUSE_S: Final = 0.05
LONGEST_PAUSE_S: Final = 3.0
STOP_WITHIN_S: Final = 5.0

_HEARTBEAT: Final = 100
_WORDS_WITH_DOMAIN: Final = 11
_NANO: Final = 1_000_000_000

EnsureConsumer = Callable[[StreamSpec, api.ConsumerConfig], Awaitable[None]]


class Pulling:
    """Base of consumptions: pulls as much as there is room for, a subclass handles what arrived.

    Restarts of the server, hung pulls and vanished streams only cost time.
    """

    def __init__(
        self, wire: Wire, ensure: EnsureConsumer, spec: StreamSpec, config: api.ConsumerConfig
    ) -> None:
        self._wire = wire
        self._ensure = ensure
        self._spec = spec
        self._config = config
        self._durable = str(config.durable_name)
        self.on_stopped: Callable[[Pulling], None] = lambda _self: None
        self._loop = asyncio.get_running_loop()
        self._arrived: deque[tuple[str, DurableMessage]] = deque()
        self._wake = asyncio.Event()
        self._is_prepared = False
        self._is_stopping = False
        self._is_failing = False
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
        return self._is_prepared and not self._is_failing and not self._is_silent(2 * SILENCE_S)

    def _is_silent(self, seconds: float) -> bool:
        """Whether nothing was heard of an open pull for so long."""
        return self._left > 0 and self._loop.time() - self._last_sign_s > seconds

    def connection_changed(self) -> None:
        """The connection went or came: the open pull is dead, the consumer may be gone."""
        self._is_prepared = False
        self._left = 0
        self._wake.set()

    def _room(self) -> int:
        """How many messages to ask for now, if none are on their way."""
        raise NotImplementedError

    async def _handle(self) -> None:
        """Deals with what has arrived; what it raises is reported, then it is called again."""
        raise NotImplementedError

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
        self._is_failing = False  # nothing is left of what failed
        if self._left <= 0 and (room := self._room()) > 0:
            self._open_pull(room)
        self._wake.clear()
        await self._wait(HEARTBEAT_S)
        if self._arrived:
            return
        if self._is_silent(SILENCE_S):
            self.connection_changed()
        if not self._is_prepared:
            await self._sleep()

    def _open_pull(self, count: int) -> None:
        self._pull += 1
        self._left = count
        self._last_sign_s = self._loop.time()
        ask = {
            "batch": count,
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

    async def stop(self) -> None:
        """See `port.Consumption`."""
        if self._is_stopping:
            return
        self._is_stopping = True
        self._wake.set()
        await self._finish()
        self._task.cancel()
        await asyncio.wait({self._task}, timeout=STOP_WITHIN_S)
        self._wire.unlisten(self._sid, and_forget=True)
        self.on_stopped(self)

    async def _finish(self) -> None:
        """Ends what is at hand, in good order."""
        raise NotImplementedError
