"""Reads the NATS protocol without a coroutine in between: bytes in, callbacks called."""

from collections.abc import Callable
from typing import Final

from nats.errors import ProtocolError

RawCallback = Callable[[str, str, bytes, int], object]
"""Called with subject, reply subject ("" if none), data, and the status of the header or 0."""

SlowMessage = Callable[[int, bytes, bytes, bytes, bytes], None]
"""Called with sid, subject, reply, data, header, for subscriptions without a callback here."""

_M: Final = ord("M")
_H: Final = ord("H")
_STATUS_AT: Final = len(b"NATS/1.0 ")
_MAX_CONTROL_LINE: Final = 64 * 1024
_INCOMPLETE: Final = -1
_MSG_WITH_REPLY: Final = 4
_HMSG_WITH_REPLY: Final = 5


def _check_line(size: int) -> None:
    if size > _MAX_CONTROL_LINE:
        raise ProtocolError


class Parser:
    """One connection's reader. `feed` calls everything that a chunk completes, in order."""

    def __init__(
        self,
        on_control: Callable[[bytes], None],
        on_slow: SlowMessage,
        on_error: Callable[[str, Exception], None],
    ) -> None:
        self.callbacks: dict[bytes, RawCallback] = {}
        self._on_control = on_control
        self._on_slow = on_slow
        self._on_error = on_error
        self._rest = b""
        self._missing = 0
        self._parts: list[bytes] = []

    def reset(self) -> None:
        """Forget what was left of an old connection."""
        self._rest = b""
        self._missing = 0
        self._parts.clear()

    def feed(self, data: bytes) -> None:
        """Take what was read. Raises ProtocolError if it is not NATS."""
        if self._rest:
            whole = self._join(data)
            if whole is None:
                return
            data = whole
        at, end = 0, len(data)
        while at < end:
            eol = data.find(b"\r\n", at)
            if eol < 0:
                _check_line(end - at)
                break
            kind = data[at]
            if kind == _M:
                after = self._message(data, at + 4, eol)
            elif kind == _H:
                after = self._message_with_header(data, at + 5, eol)
            else:
                self._on_control(data[at:eol])
                after = eol + 2
            if after == _INCOMPLETE:
                break
            at = after
        self._rest = data[at:]

    def _join(self, data: bytes) -> bytes | None:
        """What was left with what came since; None while a known size is not reached."""
        self._parts.append(data)
        self._missing -= len(data)
        if self._missing > 0:
            return None
        self._missing = 0
        whole = self._rest + b"".join(self._parts)
        self._parts.clear()
        return whole

    def _message(self, data: bytes, at: int, eol: int) -> int:
        words = data[at:eol].split(b" ")
        start = eol + 2
        stop = start + int(words[-1])
        if stop + 2 > len(data):
            self._missing = stop + 2 - len(data)
            return _INCOMPLETE
        reply = words[2] if len(words) == _MSG_WITH_REPLY else b""
        callback = self.callbacks.get(words[1])
        if callback is None:
            self._on_slow(int(words[1]), words[0], reply, data[start:stop], b"")
        else:
            self._deliver(callback, words[0], reply, data[start:stop], 0)
        return stop + 2

    def _message_with_header(self, data: bytes, at: int, eol: int) -> int:
        words = data[at:eol].split(b" ")
        start = eol + 2
        body = start + int(words[-2])
        stop = start + int(words[-1])
        if stop + 2 > len(data):
            self._missing = stop + 2 - len(data)
            return _INCOMPLETE
        reply = words[2] if len(words) == _HMSG_WITH_REPLY else b""
        header = data[start:body]
        callback = self.callbacks.get(words[1])
        if callback is None:
            self._on_slow(int(words[1]), words[0], reply, data[body:stop], header)
        else:
            status = header[_STATUS_AT : _STATUS_AT + 3]
            code = int(status) if status.isdigit() else 0
            self._deliver(callback, words[0], reply, data[body:stop], code)
        return stop + 2

    def _deliver(
        self, callback: RawCallback, subject: bytes, reply: bytes, data: bytes, status: int
    ) -> None:
        name = subject.decode()
        try:
            callback(name, reply.decode(), data, status)
        except Exception as error:  # noqa: BLE001  one bad callback must not stop the reader
            self._on_error(name, error)
