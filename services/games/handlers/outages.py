"""Outages of ours that have not been credited to every game yet: no clock is judged before that.

Two kinds: the bus was gone, or this process stood still (a stopped process, a frozen machine).
Noted at once, without waiting for anything, so that no command is decided between the end of an
outage and its credit.
"""

from collections.abc import Callable
from typing import Final

import msgspec

PULSE_S: Final = 0.25
"""How often the process notes that it lives."""

STILL_MS: Final = 1_000
"""What an outage may cost a player: a shorter pause is nobody's affair."""


class Outage(msgspec.Struct, eq=False):
    """Nobody could reach us from…to; `to_ms` is None while that lasts."""

    from_ms: int
    cause: str
    to_ms: int | None = None


class Outages:
    """Those that are under way or not credited everywhere. `on_still` is told of a standstill."""

    def __init__(self, now_ms: Callable[[], int]) -> None:
        self._now_ms = now_ms
        self._pulse_ms: int | None = None
        self._all: list[Outage] = []
        self._bus: Outage | None = None
        self.on_still: Callable[[Outage], object] = lambda _outage: None

    def __bool__(self) -> bool:
        return bool(self._all)

    def pulse(self) -> None:
        """This process is at work; was it at work a moment ago, too?"""
        now_ms = self._now_ms()
        before_ms, self._pulse_ms = self._pulse_ms, now_ms
        if before_ms is not None and now_ms - before_ms > STILL_MS:
            outage = Outage(before_ms, "standstill", now_ms)
            self._all.append(outage)
            self.on_still(outage)

    def bus_lost(self, from_ms: int) -> None:
        """No command reaches us any more; `from_ms` is the last heartbeat, 0 if there was none."""
        if self._bus is None and from_ms:
            self._bus = Outage(from_ms, "bus")
            self._all.append(self._bus)

    def bus_back(self, from_ms: int, to_ms: int) -> Outage:
        """Commands reach us again; the outage counts until `over`."""
        outage, self._bus = self._bus, None
        if outage is None:
            outage = Outage(from_ms, "bus")
            self._all.append(outage)
        outage.to_ms = to_ms
        return outage

    def over(self, outage: Outage) -> None:
        """Every game has been credited."""
        if outage in self._all:
            self._all.remove(outage)

    def to_credit(self) -> list[tuple[int, int, str]]:
        """From, to and cause of each, in order; what lasts is counted up to now."""
        return [
            (one.from_ms, self._now_ms() if one.to_ms is None else one.to_ms, one.cause)
            for one in self._all
        ]
