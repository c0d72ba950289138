"""What goes out to one socket: gathered by turn of the event loop, written once, bounded.

Events may be left out when a socket can't keep up (it gets a snapshot later); everything else is
written, and a socket that reads nothing at all is cut off.
"""

from collections import deque
from collections.abc import Callable
from typing import Final, Protocol

TEXT_FIN: Final = 0x81
SHORT: Final = 126
MEDIUM: Final = 1 << 16

LARGE_BYTES: Final = 16 * 1024
PORTION_BYTES: Final = 1024 * 1024
"""Of large messages so much is written a turn: a thousand who get the waiting room whole at the
same time must not stop the games of everybody else."""


class Pipe(Protocol):
    """The transport, as far as an outbox needs it."""

    def write(self, data: bytes) -> None:
        """Send, or keep until it can be sent."""

    def get_write_buffer_size(self) -> int:
        """Bytes written and not yet sent."""

    def is_closing(self) -> bool:
        """Whether writing is useless."""

    def abort(self) -> None:
        """Drop everything, cut the connection."""


def text_frame(payload: bytes) -> bytes:
    """One unmasked, uncompressed, final text frame, as a server sends it (RFC 6455, 5.2)."""
    size = len(payload)
    if size < SHORT:
        return bytes((TEXT_FIN, size)) + payload
    if size < MEDIUM:
        return bytes((TEXT_FIN, 126, size >> 8, size & 255)) + payload
    return bytes((TEXT_FIN, 127)) + size.to_bytes(8, "big") + payload


class Mail:
    """All outboxes with something in them; they are emptied together at the end of a turn."""

    def __init__(self, defer: Callable[[Callable[[], None]], object]) -> None:
        self._defer = defer
        self._waiting: list[Outbox] = []
        self._large: deque[Outbox] = deque()
        self.full: set[Outbox] = set()
        """Outboxes whose socket can't keep up at the moment."""

    def wake(self, outbox: "Outbox") -> None:
        """This one has got its first message of the turn.

        Delivered a turn later than could be: the answer to a command takes one turn more than the
        event that it brought about (a task has to wake), and both should leave as one frame.
        """
        if not self._waiting:
            self._defer(self._next_turn)
        self._waiting.append(outbox)

    def _next_turn(self) -> None:
        self._defer(self.deliver)

    def deliver(self) -> None:
        """Write everything; what is large in portions, a turn each."""
        waiting, self._waiting = self._waiting, []
        is_under_way = bool(self._large)
        for outbox in waiting:
            if outbox.is_large:
                self._large.append(outbox)
            else:
                outbox.flush()
        if self._large and not is_under_way:
            self._next_portion()

    def _next_portion(self) -> None:
        left = PORTION_BYTES
        while self._large and left > 0:
            left -= self._large.popleft().flush()
        if self._large:
            self._defer(self._next_portion)

    def emptied(self) -> "list[Outbox]":
        """Those that could not keep up and now can again; they are full no longer."""
        emptied = [outbox for outbox in self.full if outbox.has_recovered()]
        self.full.difference_update(emptied)
        return emptied


class Outbox:
    """Messages for one socket."""

    __slots__ = ("_backlog_bytes", "_backlog_frames", "_dead_bytes", "_frames", "_mail", "_pipe",
                 "is_closed", "is_full")  # fmt: skip

    def __init__(self, pipe: Pipe, mail: Mail, bounds: tuple[int, int, int]) -> None:
        """`bounds`: backlog in bytes, in messages a turn, bytes at which the socket is dead."""
        self._pipe = pipe
        self._mail = mail
        self._backlog_bytes, self._backlog_frames, self._dead_bytes = bounds
        self._frames: list[bytes] = []
        self.is_full = False
        self.is_closed = False

    def send(self, frame: bytes) -> None:
        """A message that must not be left out."""
        if not self._frames:
            self._mail.wake(self)
        self._frames.append(frame)

    def offer(self, frame: bytes) -> bool:
        """A message that a later snapshot can replace; False if it was left out."""
        frames = self._frames
        if self.is_full:
            return False
        if not frames:
            self._mail.wake(self)
        elif len(frames) >= self._backlog_frames:
            self._overflow()
            return False
        frames.append(frame)
        return True

    @property
    def is_large(self) -> bool:
        """Whether writing what there is takes a while."""
        return sum(map(len, self._frames)) > LARGE_BYTES

    def flush(self) -> int:
        """Write what there is as one frame; its bytes."""
        frames = self._frames
        if not frames:
            return 0
        payload = frames[0] if len(frames) == 1 else b"\n".join(frames)
        self._frames = []
        if self.is_closed or self._pipe.is_closing():
            return 0
        self._pipe.write(text_frame(payload))
        unsent = self._pipe.get_write_buffer_size()
        if unsent > self._backlog_bytes:
            self._overflow()
            if unsent > self._dead_bytes:
                self.is_closed = True
                self._pipe.abort()
        return len(payload)

    def close(self) -> None:
        """Write what there is, then nothing more: a closing frame must be the last one."""
        self.flush()
        self.is_closed = True
        self._mail.full.discard(self)

    def has_recovered(self) -> bool:
        """Whether most of the backlog has gone; if so the outbox is full no longer."""
        if self._pipe.is_closing() or self.is_closed:
            return True
        if self._pipe.get_write_buffer_size() > self._backlog_bytes // 4:
            return False
        self.is_full = False
        return True

    def _overflow(self) -> None:
        self.is_full = True
        self._mail.full.add(self)
