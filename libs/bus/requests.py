"""Requests and answers over any raw connection: many a message, no timer and no task for each."""

import asyncio
from collections.abc import Callable
from typing import Final, Protocol

import msgspec

from libs.bus import frames
from libs.bus.deadlines import Deadlines
from libs.bus.frames import AnswerItem, RequestItem
from libs.bus.port import (
    BusStats,
    MessageTooLargeError,
    NoRespondersError,
    NotConnectedError,
    RequestHandler,
    RequestTimeoutError,
)

NO_RESPONDERS: Final = 503


class RawConnection(Protocol):
    """What requests need of a connection."""

    def send(self, subject: str, data: bytes, reply: str = "") -> bool:
        """Send; False if that is not possible now."""

    def defer(self, action: Callable[[], None]) -> None:
        """Run `action` once, at the end of this loop turn, before it is written."""


class Waiter(Protocol):
    """Who is told the answer to a request: an `asyncio.Future` is one."""

    def done(self) -> bool:
        """Whether nobody waits any more."""

    def set_result(self, answer: bytes, /) -> None:
        """There is an answer."""

    def set_exception(self, error: Exception, /) -> None:
        """There is none."""


class _Batch:
    """The requests of one loop turn to one subject."""

    __slots__ = ("items", "number", "size", "subject", "timeout_s", "tokens")

    def __init__(self, number: int, subject: str, timeout_s: float) -> None:
        self.number = number
        self.subject = subject
        self.timeout_s = timeout_s
        self.items: list[RequestItem] = []
        self.tokens: list[int] = []
        self.size = 0


class Requester:
    """Sends requests from one inbox. Tokens are counted; deadlines lie in a wheel, by batch."""

    def __init__(self, wire: RawConnection, inbox: str, max_payload: int, stats: BusStats) -> None:
        self._wire = wire
        self._inbox = inbox
        self._max_payload = max_payload - 64
        self._stats = stats
        self._loop = asyncio.get_running_loop()
        self._token = 0
        self._batch_number = 0
        self._waiting: dict[int, Waiter] = {}
        self._open: dict[tuple[str, float], _Batch] = {}
        self._full: list[_Batch] = []
        self._sent: dict[int, list[int]] = {}
        self._deadlines = Deadlines(self._late)

    def request(self, subject: str, payload: bytes, timeout_s: float) -> asyncio.Future[bytes]:
        """Put a request into this turn's batch; the future gets its answer or an error."""
        future: asyncio.Future[bytes] = self._loop.create_future()
        self.ask(subject, payload, timeout_s, future)
        return future

    def ask(self, subject: str, payload: bytes, timeout_s: float, waiter: Waiter) -> None:
        """As `request`; the waiter is told at once, whoever it is, and must not raise."""
        size = len(payload)
        if size > self._max_payload:
            raise MessageTooLargeError(f"{subject}: {size} bytes of {self._max_payload}")
        key = (subject, timeout_s)
        batch = self._open.get(key)
        if batch is None or batch.size + size > frames.MAX_FRAME_BYTES:
            batch = self._begin(key, batch)
        self._token = token = self._token + 1
        batch.items.append((token, payload))
        batch.tokens.append(token)
        batch.size += size + frames.ITEM_OVERHEAD
        self._waiting[token] = waiter

    def _begin(self, key: tuple[str, float], full: _Batch | None) -> _Batch:
        if full is not None:
            self._full.append(full)
        elif not self._open and not self._full:
            self._wire.defer(self._send_turn)
        self._batch_number += 1
        batch = self._open[key] = _Batch(self._batch_number, *key)
        return batch

    def _send_turn(self) -> None:
        batches = [*self._full, *self._open.values()]
        self._full.clear()
        self._open.clear()
        for batch in batches:
            self._stats.requests += len(batch.items)
            self._stats.request_frames += 1
            reply = f"{self._inbox}.{batch.number}"
            self._sent[batch.number] = batch.tokens
            if self._wire.send(batch.subject, frames.encode(batch.items), reply):
                self._deadlines.arm(batch.number, batch.timeout_s)
            else:
                self._fail(batch.number, NotConnectedError(f"no connection for {batch.subject}"))

    def _late(self, number: int) -> None:
        self._stats.timeouts += self._fail(number, RequestTimeoutError("no answer in time"))

    def _fail(self, number: int, error: Exception) -> int:
        """Fail what is still unanswered in a batch; returns how many."""
        count = 0
        for token in self._sent.pop(number, ()):
            future = self._waiting.pop(token, None)
            if future is not None and not future.done():
                future.set_exception(error)
                count += 1
        return count

    def on_inbox(self, last_word: str, data: bytes, status: int) -> None:
        """A message on the inbox: answers, or the server's word that nobody serves."""
        if last_word == frames.ANSWERS:
            self._on_answers(data)
        elif status == NO_RESPONDERS:
            self._stats.no_responders += self._fail(
                int(last_word), NoRespondersError("nobody serves this now")
            )

    def _on_answers(self, data: bytes) -> None:
        waiting = self._waiting
        for token, payload in frames.decode_answers(data):
            future = waiting.pop(token, None)
            if future is None or future.done():
                continue
            if payload is None:
                self._stats.no_responders += 1
                future.set_exception(NoRespondersError("not served there"))
            else:
                future.set_result(payload)

    def fail_all(self, error: Exception) -> None:
        """The connection is gone: nobody will answer."""
        for number in list(self._sent):
            self._fail(number, error)
        self._deadlines.clear()


class IncomingRequest:
    """A request as its handler gets it; see `port.Request`."""

    __slots__ = ("_home", "_responder", "_token", "payload", "subject")

    def __init__(
        self, responder: "Responder", subject: str, home: str, token: int, payload: bytes
    ) -> None:
        self._responder: Responder | None = responder
        self._home = home
        self._token = token
        self.subject = subject
        self.payload = payload

    def respond(self, payload: bytes) -> bool:
        """Answer with this turn's other answers; False if it was answered before."""
        return self._answer(payload)

    def reject(self) -> bool:
        """Answer that it is not served here; False if it was answered before."""
        return self._answer(None)

    def _answer(self, payload: bytes | None) -> bool:
        responder = self._responder
        if responder is None:
            return False
        responder.answer(self._home, self._token, payload)
        self._responder = None
        return True


class Responder:
    """Unpacks request frames and gathers the answers of a turn by requester."""

    def __init__(
        self,
        wire: RawConnection,
        max_payload: int,
        stats: BusStats,
        report: Callable[[str, Exception], None],
    ) -> None:
        self._wire = wire
        self._max_payload = max_payload - 64
        self._stats = stats
        self._report = report
        self._answers: dict[str, list[AnswerItem]] = {}

    def on_frame(self, handler: RequestHandler, subject: str, reply: str, data: bytes) -> None:
        """Hand each request of a frame to the handler. A broken frame is reported and dropped."""
        try:
            items = frames.decode_requests(data)
        except msgspec.DecodeError as error:
            self._report(subject, error)
            return
        home = reply.rpartition(".")[0]
        self._stats.served += len(items)
        for token, payload in items:
            request = IncomingRequest(self, subject, home, token, payload)
            try:
                handler(request)
            except Exception as error:  # noqa: BLE001  one bad request must not stop the others
                self._report(subject, error)
                request.reject()

    def answer(self, home: str, token: int, payload: bytes | None) -> None:
        """Put an answer into this turn's frame. Raises MessageTooLargeError."""
        if payload is not None and len(payload) > self._max_payload:
            raise MessageTooLargeError(f"answer of {len(payload)} bytes of {self._max_payload}")
        if not home:
            return  # sent without a reply subject: nobody waits
        waiting = self._answers.get(home)
        if waiting is None:
            if not self._answers:
                self._wire.defer(self._send_turn)
            self._answers[home] = [(token, payload)]
        else:
            waiting.append((token, payload))

    def _send_turn(self) -> None:
        answers, self._answers = self._answers, {}
        for home, items in answers.items():
            for part in frames.split(items):
                self._wire.send(f"{home}.{frames.ANSWERS}", frames.encode(part))
