"""The port: what every bus offers, its errors and its figures."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

MessageCallback = Callable[[str, bytes], object]
"""Called with subject and data, straight from the reader: it must not block and can't await.

What it returns is ignored."""


class BusError(Exception):
    """Something between two services went wrong; nothing is known about the other side."""


class NotConnectedError(BusError):
    """There is no connection now, or it was lost while an answer was awaited."""


class NoRespondersError(BusError):
    """Nobody serves that subject now."""


class RequestTimeoutError(BusError):
    """No answer in time; the request may have been carried out all the same."""


class ServiceUnavailableError(BusError):
    """A call was sent again and again, and nobody answered."""


class MessageTooLargeError(BusError):
    """One payload is larger than the server takes."""


class BusUnreachableError(BusError):
    """The first connection did not come about in the time allowed."""


class SlowConsumerError(BusError):
    """Reported, never raised: the server dropped what we read too slowly, and cut us off."""


class StreamMissingError(BusError):
    """No JetStream stream takes that subject."""


@dataclass(slots=True)
class BusStats:
    """Counters since the start; plain numbers, read by whoever exports metrics."""

    published: int = 0
    publish_dropped: int = 0
    """Publishes refused because there was no connection or its buffer was full."""
    requests: int = 0
    request_frames: int = 0
    timeouts: int = 0
    no_responders: int = 0
    served: int = 0
    slow_consumer_drops: int = 0
    """Times that the server or a queue had to drop messages because we read too slowly."""
    disconnects: int = 0
    reconnects: int = 0
    callback_errors: int = 0
    redelivered: int = 0
    dropped: int = 0
    """Jobs given up after too many attempts."""


@dataclass(frozen=True, slots=True)
class StreamSpec:
    """A JetStream stream, so described that whoever misses it can make it again."""

    name: str
    subjects: tuple[str, ...]
    max_age_s: float = 3 * 24 * 3600.0
    duplicate_window_s: float = 120.0
    is_work_queue: bool = False


@dataclass(frozen=True, slots=True)
class DurableMessage:
    """One message of a stream; `deliveries` is above 1 when it was delivered before."""

    subject: str
    data: bytes
    stream_seq: int
    deliveries: int


BatchHandler = Callable[[Sequence[DurableMessage]], Awaitable[None]]
"""Handles a batch; when it returns, the batch is acknowledged, when it raises, it comes again."""

WorkHandler = Callable[[DurableMessage], Awaitable[None]]
"""Does one job; when it returns, the job is done, when it raises, it comes again later."""


@dataclass(frozen=True, slots=True)
class WorkOptions:
    """How a worker of a work queue goes about it.

    A job whose worker has given no sign for `ack_wait_s` goes to another. One that has failed
    comes again after `retry_after_s`; after `max_deliveries` it is dropped and counted.
    """

    at_once: int = 1
    ack_wait_s: float = 3.0
    sign_every_s: float = 1.0
    retry_after_s: float = 1.0
    max_deliveries: int = 8


USUAL_WORK: Final = WorkOptions()


class Subscription(Protocol):
    """A subject listened to; `drain` stops it without losing what is already on its way."""

    def unsubscribe(self) -> None:
        """Stop at once; what arrives later is ignored."""

    async def drain(self) -> None:
        """Stop, but first handle what the server has already sent. Raises nothing."""


class Request(Protocol):
    """A request to be answered once, now or later."""

    @property
    def subject(self) -> str:
        """The subject it came on."""

    @property
    def payload(self) -> bytes:
        """What was sent."""

    def respond(self, payload: bytes) -> bool:
        """Answer; False (and nothing sent) if it was answered before."""

    def reject(self) -> bool:
        """Say "nobody here serves this now": the sender sees NoRespondersError."""


RequestHandler = Callable[[Request], object]
"""Called for each request as a `MessageCallback` is; what it raises rejects the request."""


CallDone = Callable[[bytes | BusError], object]


class Consumption(Protocol):
    """A durable consumer at work."""

    @property
    def is_healthy(self) -> bool:
        """Whether the last contact with its stream was successful."""

    async def stop(self) -> None:
        """Finish the batch at hand, then stop. Raises nothing."""


class Streams(Protocol):
    """Durable streams: disposable, so whoever needs one describes it by its spec."""

    async def ensure(self, spec: StreamSpec) -> None:
        """Make the stream unless it exists; a changed spec is applied. Raises BusError."""

    async def publish(self, subject: str, data: bytes, msg_id: str, timeout_s: float = 5.0) -> int:
        """Store a message, return its place in the stream after the acknowledgement.

        The same `msg_id` within the stream's window is stored once. Raises StreamMissingError,
        RequestTimeoutError (it may be stored all the same), NotConnectedError.
        """

    def consume(
        self,
        spec: StreamSpec,
        durable: str,
        handler: BatchHandler,
        *,
        batch: int = 256,
        subjects: Sequence[str] = (),
    ) -> Consumption:
        """Hand every message (of these subjects) to `handler`, in batches, until stopped.

        At least once; order is kept unless something is redelivered. A handler that raises gets
        the same batch again after a back-off. A stream or consumer that vanished is made again.
        """

    def work(
        self,
        spec: StreamSpec,
        durable: str,
        handler: WorkHandler,
        *,
        options: WorkOptions = USUAL_WORK,
        subjects: Sequence[str] = (),
    ) -> Consumption:
        """Do the jobs of a work queue (of these subjects), several at once, until stopped.

        Each goes to one worker of those that share a durable, at least once. The durables of a
        work queue must not share subjects. Stopping cancels the jobs at hand, which are handed
        back. A stream or consumer that vanished is made again.
        """

    async def purge(self, name: str) -> None:
        """Drop all messages of a stream; nothing if it does not exist. Raises BusError."""

    async def delete(self, name: str) -> None:
        """Remove a stream with its consumers; nothing if it does not exist. Raises BusError."""


class Bus(Protocol):
    """Messages between services. Everything is called from one event loop."""

    @property
    def is_connected(self) -> bool:
        """Whether a connection stands now."""

    @property
    def last_contact_s(self) -> float:
        """Monotonic time (loop.time) of the last sign of life of the server."""

    @property
    def stats(self) -> BusStats:
        """Counters."""

    @property
    def streams(self) -> Streams:
        """Durable streams on the same connection."""

    def on_disconnected(self, callback: Callable[[], None]) -> None:
        """Call `callback` each time the connection is lost."""

    def on_reconnected(self, callback: Callable[[], None]) -> None:
        """Call `callback` each time the connection is back, subscriptions included."""

    def publish(self, subject: str, data: bytes) -> bool:
        """Send with the other messages of this loop turn; False if it can't be sent (counted).

        True does not mean that anybody got it. Raises MessageTooLargeError.
        """

    def subscribe(self, subject: str, callback: MessageCallback, queue: str = "") -> Subscription:
        """Listen; `*` and `>` are wildcards. Survives reconnects. `flush` makes sure it counts."""

    async def flush(self, timeout_s: float = 5.0) -> None:
        """Wait until the server has seen all that was sent. Raises NotConnectedError."""

    async def request(self, subject: str, payload: bytes, timeout_s: float = 1.0) -> bytes:
        """Send a request, return its answer.

        Raises NoRespondersError at once when nobody serves, RequestTimeoutError,
        NotConnectedError, MessageTooLargeError.
        """

    async def call(self, subject: str, payload: bytes, patience_s: float = 5.0) -> bytes:
        """A request that is sent again, unchanged, until it is answered.

        For requests that may be carried out twice without harm (their id is in the payload).
        Raises ServiceUnavailableError after `patience_s`, MessageTooLargeError.
        """

    def call_then(
        self, subject: str, payload: bytes, done: CallDone, patience_s: float = 5.0
    ) -> None:
        """As `call`, but `done` is told, once, straight from the reader: no task waits for it.

        It gets the answer or the ServiceUnavailableError. Raises MessageTooLargeError.
        """

    def serve(self, subject: str, handler: RequestHandler, queue: str = "") -> Subscription:
        """Hand every request on `subject` to `handler`."""

    async def close(self) -> None:
        """Finish what is on its way, then close. Raises nothing, whatever the connection does."""
