"""Time that passes when everybody waits: hours of a simulated world in a moment, the same each run.

For what lives in memory alone: sockets and threads would be waited for in real time.
"""

import asyncio
import selectors
from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

T = TypeVar("T")

START_MS: Final = 1_767_225_600_000
"""The first instant of 2026, when virtual worlds begin."""


class StandstillError(RuntimeError):
    """Everybody waits for somebody else, and no timer is set."""


class _JumpingSelector(selectors.SelectSelector):
    """Instead of waiting, it moves the clock."""

    def __init__(self) -> None:
        super().__init__()
        self.now_s = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        ready = super().select(0)
        if not ready and timeout is None:
            raise StandstillError("nothing will ever happen any more")
        if not ready and timeout:
            self.now_s += timeout
        return ready


class VirtualLoop(asyncio.SelectorEventLoop):
    """An event loop whose time is virtual."""

    def __init__(self) -> None:
        self._jumping = _JumpingSelector()
        super().__init__(self._jumping)

    def time(self) -> float:
        """Virtual seconds since the beginning."""
        return self._jumping.now_s

    def now_ms(self) -> int:
        """Virtual milliseconds since 1970."""
        return START_MS + round(self._jumping.now_s * 1000)


def virtual_now_ms() -> int:
    """What `now_ms` is in a virtual world; call it in one."""
    loop = asyncio.get_running_loop()
    if not isinstance(loop, VirtualLoop):
        raise TypeError("this is no virtual world")
    return loop.now_ms()


def run_virtual(main: Callable[[], Awaitable[T]]) -> T:
    """Run `main` in virtual time. Raises StandstillError when nothing can happen any more."""

    async def call() -> T:
        return await main()

    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        return runner.run(call())
