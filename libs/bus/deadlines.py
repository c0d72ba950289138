"""A timer wheel: thousands of deadlines, one timer."""

import asyncio
from collections.abc import Callable
from typing import Final

TICK_S: Final = 0.025
"""Deadlines are kept to this, late rather than early."""


class Deadlines:
    """Calls `on_due(number)` for what was armed, unless it is cleared before."""

    def __init__(self, on_due: Callable[[int], None]) -> None:
        self._loop = asyncio.get_running_loop()
        self._on_due = on_due
        self._wheel: dict[int, list[int]] = {}
        self._slot = 0
        self._ticker: asyncio.TimerHandle | None = None

    def arm(self, number: int, after_s: float) -> None:
        """Call `on_due(number)` in `after_s` seconds."""
        now_s = self._loop.time()
        slot = int((now_s + after_s) / TICK_S) + 1
        self._wheel.setdefault(slot, []).append(number)
        if self._ticker is None:
            self._slot = int(now_s / TICK_S)
            self._ticker = self._loop.call_later(TICK_S, self._tick)

    def _tick(self) -> None:
        now_slot = int(self._loop.time() / TICK_S)
        due = [slot for slot in range(self._slot + 1, now_slot + 1) if slot in self._wheel]
        for slot in due:
            for number in self._wheel.pop(slot):
                self._on_due(number)
        self._slot = now_slot
        self._ticker = self._loop.call_later(TICK_S, self._tick) if self._wheel else None

    def clear(self) -> None:
        """Forget everything."""
        self._wheel.clear()
        if self._ticker is not None:
            self._ticker.cancel()
            self._ticker = None
