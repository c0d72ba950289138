"""How long a round trip to a client takes, measured by our own pings alone."""

from typing import Final

REMEMBERED: Final = 5


class RoundTrips:
    """Pings sent and answered by one socket; small, for there is one a socket.

    The least of the last few round trips counts: a client can delay its answers, but only all of
    them, and one slow answer is the page's, not the network's.
    """

    __slots__ = (
        "_answered", "_number", "_seen_ms", "_sent_s", "lag_ms", "next_ping_s", "silent_since_s",
    )  # fmt: skip

    def __init__(self, now_s: float) -> None:
        self._number = 0
        self._answered = 0
        self._sent_s = now_s
        self._seen_ms: tuple[int, ...] = ()
        self.lag_ms = 0
        self.silent_since_s = now_s
        self.next_ping_s = now_s

    def ping(self, now_s: float) -> int:
        """The number of a ping that is sent now."""
        self._number += 1
        self._sent_s = now_s
        return self._number

    def pong(self, number: int, now_s: float) -> None:
        """An answer; made-up and repeated ones count for nothing.

        A late one, to a ping that is not the last, is a sign of life and no measurement.
        """
        if not self._answered < number <= self._number:
            return
        self._answered = number
        self.silent_since_s = now_s
        if number == self._number:
            took_ms = int((now_s - self._sent_s) * 1000.0)
            self._seen_ms = (*self._seen_ms, took_ms)[-REMEMBERED:]
            self.lag_ms = min(self._seen_ms)
