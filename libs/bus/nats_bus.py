"""The bus over NATS."""

import asyncio
import contextlib
from dataclasses import dataclass
from functools import partial
from typing import Any, Final
from urllib.parse import unquote, urlsplit, urlunsplit

from nats import errors

from libs.bus.base import BusBase, ErrorCallback
from libs.bus.jetstream import JetStreams
from libs.bus.port import (
    BusUnreachableError,
    MessageCallback,
    NotConnectedError,
    RequestHandler,
    Streams,
)
from libs.bus.wire import Wire

DRAIN_WITHIN_S: Final = 3.0


@dataclass(frozen=True, slots=True)
class NatsOptions:
    """How to reach the server. User and password, or a token, may stand in the URL.

    Several servers of one cluster are separated by commas. The credentials never reach a log.
    """

    url: str = "nats://127.0.0.1:4222"
    name: str = "spielcenter"
    connect_within_s: float = 10.0
    reconnect_wait_s: float = 0.1
    ping_interval_s: float = 1.0
    unanswered_pings: int = 2


class NatsSubscription:
    """A subject listened to on a wire."""

    def __init__(self, wire: Wire, sid: int) -> None:
        self._wire = wire
        self._sid = sid

    def unsubscribe(self) -> None:
        """See `port.Subscription`."""
        self._wire.unlisten(self._sid, and_forget=True)

    async def drain(self) -> None:
        """See `port.Subscription`."""
        self._wire.unlisten(self._sid, and_forget=False)
        with contextlib.suppress(errors.Error, asyncio.TimeoutError):
            if self._wire.is_connected:
                await self._wire.flush(timeout=1)  # the answer comes after all that was sent
        self._wire.unlisten(self._sid, and_forget=True)


class NatsBus(BusBase):
    """See `port.Bus`. Made by `NatsBus.connect`."""

    def __init__(self, options: NatsOptions, on_error: ErrorCallback | None) -> None:
        super().__init__(on_error)
        self._options = options
        self._wire = Wire(self.stats, self._report)
        self._last_connect_error: Exception | None = None
        self._is_closing = False
        self._streams: JetStreams

    @classmethod
    async def connect(
        cls, options: NatsOptions, on_error: ErrorCallback | None = None
    ) -> "NatsBus":
        """Connect, waiting for the server as long as the options say.

        Raises BusUnreachableError with a sentence for people. Later losses are made good for ever.
        """
        bus = cls(options, on_error)
        try:
            async with asyncio.timeout(options.connect_within_s):
                await bus._open()
        except (TimeoutError, errors.Error, OSError) as error:
            with contextlib.suppress(Exception):
                await bus._wire.close()
            cause = bus._last_connect_error or error
            raise BusUnreachableError(
                f"no NATS server took the connection to {_without_secrets(options.url)} within"
                f" {options.connect_within_s:g} s ({cause}); start it, or set NATS_URL"
            ) from error
        return bus

    async def _open(self) -> None:
        options = self._options
        servers, credentials = _split_credentials(options.url)
        await self._wire.connect(
            servers=servers,
            name=options.name,
            error_cb=self._on_nats_error,
            disconnected_cb=self._on_lost,
            reconnected_cb=self._on_back,
            max_reconnect_attempts=-1,
            reconnect_time_wait=options.reconnect_wait_s,  # type: ignore[arg-type]  # slept, so any number
            ping_interval=options.ping_interval_s,  # type: ignore[arg-type]  # slept, so any number
            max_outstanding_pings=options.unanswered_pings,
            connect_timeout=2,
            drain_timeout=int(DRAIN_WITHIN_S),
            **credentials,
        )
        self._begin(self._wire, self._wire.max_payload)
        self._streams = JetStreams(self._wire, self._inbox, self.stats, self._report)
        self._wire.listen(f"{self._inbox}.*", self._on_inbox)

    async def _on_nats_error(self, error: Exception) -> None:
        if isinstance(error, errors.SlowConsumerError):
            self.stats.slow_consumer_drops += 1
        if not self._wire.is_connected:
            self._last_connect_error = error  # a server that is away is no error each 100 ms
        else:
            self._report("nats", error)

    async def _on_lost(self) -> None:
        if not self._is_closing:
            self._streams.connection_lost()
            self._connection_lost()

    async def _on_back(self) -> None:
        self._streams.connection_back()
        self._connection_back()

    def _on_inbox(self, subject: str, reply: str, data: bytes, status: int) -> None:
        last_word = subject[len(self._inbox) + 1 :]
        if not self._streams.on_inbox(last_word, data, status):
            self._requester.on_inbox(last_word, data, status)

    @property
    def is_connected(self) -> bool:
        """See `port.Bus`."""
        return self._wire.is_connected

    @property
    def last_contact_s(self) -> float:
        """See `port.Bus`."""
        return self._wire.last_contact_s

    @property
    def streams(self) -> Streams:
        """See `port.Bus`."""
        return self._streams

    def publish(self, subject: str, data: bytes) -> bool:
        """See `port.Bus`."""
        if self._wire.send(subject, data):
            self.stats.published += 1
            return True
        return False

    def subscribe(
        self, subject: str, callback: MessageCallback, queue: str = ""
    ) -> NatsSubscription:
        """See `port.Bus`."""

        def deliver(name: str, _reply: str, data: bytes, _status: int) -> None:
            callback(name, data)

        return NatsSubscription(self._wire, self._wire.listen(subject, deliver, queue))

    def serve(self, subject: str, handler: RequestHandler, queue: str = "") -> NatsSubscription:
        """See `port.Bus`."""
        on_frame = partial(self._responder.on_frame, handler)

        def deliver(name: str, reply: str, data: bytes, _status: int) -> None:
            on_frame(name, reply, data)

        return NatsSubscription(self._wire, self._wire.listen(subject, deliver, queue))

    async def flush(self, timeout_s: float = 5.0) -> None:
        """See `port.Bus`."""
        if not self._wire.is_connected:
            raise NotConnectedError("nothing can be flushed without a connection")
        try:
            async with asyncio.timeout(timeout_s):
                await self._wire.flush()
        except (TimeoutError, errors.Error) as error:
            raise NotConnectedError(f"the server did not answer in {timeout_s:g} s") from error

    async def close(self) -> None:
        """See `port.Bus`."""
        if self._is_closing:
            return
        self._is_closing = True
        await self._streams.stop()
        with contextlib.suppress(NotConnectedError):
            await self.flush(DRAIN_WITHIN_S)
        self._requester.fail_all(NotConnectedError("the bus is closed"))
        with contextlib.suppress(errors.Error, OSError, TimeoutError):
            async with asyncio.timeout(DRAIN_WITHIN_S):
                await self._wire.close()


def _split_credentials(url: str) -> tuple[list[str], dict[str, Any]]:
    """Servers without credentials, and the credentials of the first (percent-decoded)."""
    servers: list[str] = []
    credentials: dict[str, Any] = {}
    for one in url.split(","):
        parts = urlsplit(one.strip())
        if parts.username and not credentials:
            if parts.password is None:
                credentials = {"token": unquote(parts.username)}
            else:
                credentials = {
                    "user": unquote(parts.username),
                    "password": unquote(parts.password),
                }
        servers.append(urlunsplit(parts._replace(netloc=parts.netloc.rpartition("@")[2])))
    return servers, credentials


def _without_secrets(url: str) -> str:
    return ",".join(_split_credentials(url)[0])
