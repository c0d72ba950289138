"""What a load counts, and when the next turn is due."""

import asyncio
import time
from typing import Final, Protocol

MOST_ERRORS: Final = 20
now: Final = time.perf_counter


class Tally:
    """Counts while `is_on`; errors are kept at any time."""

    def __init__(self) -> None:
        self.is_on = False
        self.latencies: list[float] = []
        self.delivered = 0
        self.errors: list[str] = []

    def turn(self, seconds: float) -> None:
        """The opponent has seen a turn so long after it was due."""
        if self.is_on:
            self.latencies.append(seconds)

    def error(self, text: str) -> None:
        """Something that must not happen; the first few are reported."""
        if len(self.errors) < MOST_ERRORS:
            self.errors.append(text)


class Playing(Protocol):
    """A table, as far as its pace needs to know it."""

    since: float
    due: float

    def play(self) -> None:
        """Send the next turn."""


class ClosedPace:
    """The next turn as soon as the last one was seen."""

    is_stopped = False

    def begin(self, tables: list[Playing]) -> None:
        """All tables at once."""
        for table in tables:
            self.next(table)

    def next(self, table: Playing) -> None:
        """Let it play."""
        if not self.is_stopped:
            table.since = now()
            table.play()


class OpenPace:
    """Turns at fixed instants, whatever the answers do: a late one counts from when it was due."""

    is_stopped = False

    def __init__(self, rate: float) -> None:
        self._rate = rate
        self._interval_s = 0.0
        self._loop = asyncio.get_running_loop()

    def begin(self, tables: list[Playing]) -> None:
        """Spread evenly over the first interval."""
        self._interval_s = len(tables) / self._rate
        start = now()
        for number, table in enumerate(tables):
            table.due = start + (number / len(tables) - 1.0) * self._interval_s
            self.next(table)

    def next(self, table: Playing) -> None:
        """Let it play at its next instant, or now if that has passed."""
        if self.is_stopped:
            return
        table.due += self._interval_s
        wait_s = table.due - now()
        if wait_s > 0:
            self._loop.call_later(wait_s, self._play, table)
        else:
            table.since = table.due
            table.play()

    def _play(self, table: Playing) -> None:
        if not self.is_stopped:
            table.since = now()
            table.play()


Pace = ClosedPace | OpenPace
