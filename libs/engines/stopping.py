"""A flag that ends a search: set by a deadline, or by another process that shares the memory."""

import mmap
import threading
from types import TracebackType
from typing import Final, Self

BYTES: Final = 8
_SET: Final = (1).to_bytes(BYTES, "little")
_CLEAR: Final = bytes(BYTES)


class StopFlag:
    """Eight bytes of memory that a kernel polls as one int64: 0 go on, anything else stop.

    `memory` may be shared with another process, which sets it to cancel. A kernel must release
    the interpreter's lock, so that the deadline's thread can run.
    """

    def __init__(self, memory: mmap.mmap | None = None) -> None:
        self.memory = mmap.mmap(-1, BYTES) if memory is None else memory

    def set(self) -> None:
        """Stop the search."""
        self.memory[:BYTES] = _SET

    def clear(self) -> None:
        """Let the next search go on."""
        self.memory[:BYTES] = _CLEAR

    def is_set(self) -> bool:
        """Whether the search is to stop."""
        return self.memory[:BYTES] != _CLEAR

    def within(self, seconds: float) -> "Deadline":
        """A context in which the flag is set after so many seconds."""
        return Deadline(self, seconds)


class Deadline:
    """Sets a flag in time; leaving the context calls it off."""

    def __init__(self, flag: StopFlag, seconds: float) -> None:
        self._timer = threading.Timer(max(0.0, seconds), flag.set)
        self._timer.daemon = True

    def __enter__(self) -> Self:
        self._timer.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._timer.cancel()
        # Without this a timer that was just about to set the flag would end the next search.
        self._timer.join()
