"""What every bus does the same way: requests, calls with patience, serving, callbacks."""

import asyncio
import logging
import secrets
from collections.abc import Callable
from typing import Final

from libs.bus.port import (
    BusError,
    BusStats,
    CallDone,
    NoRespondersError,
    NotConnectedError,
    RequestTimeoutError,
    ServiceUnavailableError,
)
from libs.bus.requests import RawConnection, Requester, Responder

ATTEMPT_TIMEOUT_S: Final = 1.0
FIRST_PAUSE_S: Final = 0.02
LONGEST_PAUSE_S: Final = 0.25

ErrorCallback = Callable[[str, Exception], None]

_logger = logging.getLogger("libs.bus")


def log_error(where: str, error: Exception) -> None:
    """The error callback of whoever names no other: one line in the log."""
    _logger.warning("bus error at %s: %r", where, error)


class _Called:
    """Waits for the first attempt of a call."""

    __slots__ = ("set_exception", "set_result")

    def __init__(self, tell: Callable[[bytes], None], failed: Callable[[Exception], None]) -> None:
        self.set_result = tell
        self.set_exception = failed

    def done(self) -> bool:
        """Nobody gives a call up."""
        return False


class BusBase:
    """Requests and serving on top of a raw connection, which the subclass opens with `_begin`."""

    def __init__(self, on_error: ErrorCallback | None) -> None:
        self.stats = BusStats()
        self._error_callback = on_error or log_error
        self._inbox = f"_INBOX.{secrets.token_hex(8)}"
        self._disconnected: list[Callable[[], None]] = []
        self._reconnected: list[Callable[[], None]] = []
        self._calling: set[asyncio.Task[None]] = set()
        self._requester: Requester
        self._responder: Responder

    def _begin(self, wire: RawConnection, max_payload: int) -> None:
        self._requester = Requester(wire, self._inbox, max_payload, self.stats)
        self._responder = Responder(wire, max_payload, self.stats, self._report)

    def _report(self, where: str, error: Exception) -> None:
        self.stats.callback_errors += 1
        self._error_callback(where, error)

    def on_disconnected(self, callback: Callable[[], None]) -> None:
        """See `Bus`."""
        self._disconnected.append(callback)

    def on_reconnected(self, callback: Callable[[], None]) -> None:
        """See `Bus`."""
        self._reconnected.append(callback)

    def _connection_lost(self) -> None:
        self.stats.disconnects += 1
        self._requester.fail_all(NotConnectedError("the connection was lost"))
        for callback in self._disconnected:
            callback()

    def _connection_back(self) -> None:
        self.stats.reconnects += 1
        for callback in self._reconnected:
            callback()

    async def request(
        self, subject: str, payload: bytes, timeout_s: float = ATTEMPT_TIMEOUT_S
    ) -> bytes:
        """See `Bus`."""
        return await self._requester.request(subject, payload, timeout_s)

    async def call(self, subject: str, payload: bytes, patience_s: float = 5.0) -> bytes:
        """See `Bus`."""
        try:  # the way nearly every call goes
            return await self._requester.request(subject, payload, ATTEMPT_TIMEOUT_S)
        except (NoRespondersError, NotConnectedError, RequestTimeoutError) as error:
            return await self._call_again(subject, payload, patience_s, error)

    def call_then(
        self, subject: str, payload: bytes, done: CallDone, patience_s: float = 5.0
    ) -> None:
        """See `Bus`."""

        def tell(outcome: bytes | BusError) -> None:
            try:
                done(outcome)
            except Exception as error:  # noqa: BLE001  the reader has others to tell
                self._report(subject, error)

        async def again(error: Exception) -> None:
            try:
                outcome: bytes | BusError = await self._call_again(
                    subject, payload, patience_s, error
                )
            except BusError as failure:
                outcome = failure
            tell(outcome)

        def failed(error: Exception) -> None:
            task = asyncio.get_running_loop().create_task(again(error))
            self._calling.add(task)
            task.add_done_callback(self._calling.discard)

        self._requester.ask(subject, payload, ATTEMPT_TIMEOUT_S, _Called(tell, failed))

    async def _call_again(
        self, subject: str, payload: bytes, patience_s: float, error: Exception
    ) -> bytes:
        loop = asyncio.get_running_loop()
        lost_s = ATTEMPT_TIMEOUT_S if isinstance(error, RequestTimeoutError) else 0.0
        end_s = loop.time() + patience_s - lost_s
        pause_s = FIRST_PAUSE_S
        while (left_s := end_s - loop.time()) > 0:
            if not isinstance(error, RequestTimeoutError):
                await asyncio.sleep(min(pause_s, left_s))
                pause_s = min(pause_s * 2, LONGEST_PAUSE_S)
            try:
                return await self._requester.request(
                    subject, payload, max(min(ATTEMPT_TIMEOUT_S, left_s), FIRST_PAUSE_S)
                )
            except (NoRespondersError, NotConnectedError, RequestTimeoutError) as again:
                error = again
        raise ServiceUnavailableError(
            f"{subject}: no answer in {patience_s:g} s, lastly: {error}"
        ) from error
