"""How long a round trip to a client takes, measured by our own pings alone."""

from collections import deque
from typing import Final

REMEMBERED: Final = 5
UNANSWERED_AT_MOST: Final = 16


class RoundTrips:
    """Pings sent and answered by one socket.

    The least of the last few round trips counts: a client can delay its answers, but only all of
    them, and one slow answer is the page's, not the network's.
    """

    __slots__ = ("_number", "_open", "_seen_ms", "lag_ms", "next_ping_s", "silent_since_s")

    def __init__(self, now_s: float) -> None:
        self._number = 0
        self._open: dict[int, float] = {}
        self._seen_ms: deque[float] = deque(maxlen=REMEMBERED)
        self.lag_ms = 0
        self.silent_since_s = now_s
        self.next_ping_s = now_s

    def ping(self, now_s: float) -> int:
        """The number of a ping that is sent now."""
        self._number += 1
        self._open[self._number] = now_s
        if len(self._open) > UNANSWERED_AT_MOST:
            del self._open[next(iter(self._open))]
        return self._number

    def pong(self, number: int, now_s: float) -> None:
        """An answer. One to a ping that was not sent, or was answered, counts for nothing."""
        sent_s = self._open.pop(number, None)
        if sent_s is None:
            return
        self.silent_since_s = now_s
        self._seen_ms.append((now_s - sent_s) * 1000.0)
        self.lag_ms = int(min(self._seen_ms))
