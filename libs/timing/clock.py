"""A game clock is a value: what remains, who is thinking, and since when.

All times are whole milliseconds; instants are milliseconds since 1970 on the server's clock and
always come from outside.
"""

from typing import Final

import msgspec

BRAKE_MS: Final = 600_000
"""An untimed game's emergency brake: the time a single turn may take."""

REST_MS: Final = 7 * 24 * 3_600_000
"""The same at one device, where nobody waits: from then on nobody is expected to go on."""


class TimeControl(msgspec.Struct, frozen=True):
    """Base time a side plus an increment after each own turn; no base means untimed."""

    base_ms: int | None
    increment_ms: int = 0

    def is_timed(self) -> bool:
        """Whether the sides have clocks of their own."""
        return self.base_ms is not None


class Clock(msgspec.Struct, frozen=True):
    """Both sides' time. `running` is the seat that thinks, None while nobody does.

    In an untimed game `remaining_ms` holds the brake's whole time and never shrinks.
    """

    control: TimeControl
    remaining_ms: tuple[int, int]
    running: int | None
    since_ms: int

    @classmethod
    def start(
        cls, control: TimeControl, seat: int, at_ms: int, brake_ms: int = BRAKE_MS
    ) -> "Clock":
        """Full time for both, or the brake's if untimed; `seat` begins to think at `at_ms`."""
        full_ms = brake_ms if control.base_ms is None else control.base_ms
        return cls(control, (full_ms, full_ms), seat, at_ms)

    @classmethod
    def standing(cls, control: TimeControl, at_ms: int) -> "Clock":
        """A clock that nobody has started: nothing is counted, nothing ever falls due."""
        return cls(control, (0, 0), None, at_ms)

    def remaining_at(self, seat: int, at_ms: int) -> int:
        """What a side has left at an instant, never below zero."""
        left_ms = self.remaining_ms[seat]
        if seat == self.running:
            left_ms -= max(0, at_ms - self.since_ms)
        return max(0, left_ms)

    def due_at_ms(self) -> int | None:
        """When the thinking side's time is used up; None while nobody thinks."""
        if self.running is None:
            return None
        return self.since_ms + self.remaining_ms[self.running]

    def has_fallen(self, at_ms: int) -> bool:
        """Whether the thinking side's flag is down: exactly at the deadline it is."""
        due_ms = self.due_at_ms()
        return due_ms is not None and at_ms >= due_ms

    def press(self, next_seat: int, at_ms: int, credit_ms: int = 0) -> "Clock":
        """The clock after a turn that was finished in time; increment included.

        `credit_ms` is given back for the network's delay, at most what the turn took. Doesn't
        check the flag: `has_fallen` does.
        """
        mover = self.running
        if mover is None or self.control.base_ms is None:
            return msgspec.structs.replace(self, running=next_seat, since_ms=at_ms)
        spent_ms = max(0, at_ms - self.since_ms)
        charged_ms = spent_ms - min(spent_ms, max(0, credit_ms))
        left_ms = max(0, self.remaining_ms[mover] - charged_ms) + self.control.increment_ms
        remaining = (
            (left_ms, self.remaining_ms[1]) if mover == 0 else (self.remaining_ms[0], left_ms)
        )
        return Clock(self.control, remaining, next_seat, at_ms)

    def stop(self, at_ms: int) -> "Clock":
        """The clock with nobody thinking, the time used so far charged."""
        if self.running is None or self.control.base_ms is None:
            return msgspec.structs.replace(self, running=None, since_ms=at_ms)
        first_ms = self.remaining_at(0, at_ms)
        second_ms = self.remaining_at(1, at_ms)
        return Clock(self.control, (first_ms, second_ms), None, at_ms)

    def resume(self, seat: int, at_ms: int) -> "Clock":
        """A stopped clock goes on for `seat`."""
        return msgspec.structs.replace(self, running=seat, since_ms=at_ms)

    def credit(self, from_ms: int, to_ms: int) -> "Clock":
        """The clock as if the time between two instants had not passed for the thinking side."""
        if self.running is None:
            return self
        lost_ms = max(0, to_ms - max(from_ms, self.since_ms))
        return msgspec.structs.replace(self, since_ms=self.since_ms + lost_ms)
