"""One task and one heap for all clocks."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

from services.clocks.decider import Deadline, Deadlines

AT_ONCE: Final = 256
LONGEST_SLEEP_S: Final = 1.0
"""The machine's clock may be set: nobody sleeps longer than this by an old one."""


class Alarm:
    """Sleeps until the next deadline, claims what is due, arms it again if need be."""

    def __init__(
        self,
        deadlines: Deadlines,
        claim: Callable[[Deadline], Awaitable[int]],
        now_ms: Callable[[], int],
        grace_ms: int,
    ) -> None:
        self._deadlines = deadlines
        self._claim = claim
        self._now_ms = now_ms
        self._grace_ms = grace_ms
        self._changed = asyncio.Event()
        self._may_claim = asyncio.Event()
        self._may_claim.set()

    def wake(self) -> None:
        """Deadlines have changed."""
        self._changed.set()

    def pause(self) -> None:
        """Claim nothing: the deadlines are being made again from old events."""
        self._may_claim.clear()

    def resume(self) -> None:
        """The deadlines are those of the present again."""
        self._may_claim.set()

    async def run(self) -> None:
        """For ever; what it raises ends the loop, its keeper begins it again."""
        while True:
            await self._may_claim.wait()
            self._changed.clear()
            due = self._deadlines.pop_due(self._now_ms() - self._grace_ms, AT_ONCE)
            if due:
                await asyncio.gather(*map(self._settle, due))
            else:
                await self._sleep()

    async def _settle(self, deadline: Deadline) -> None:
        """Armed again whatever happens, so that no game is ever forgotten."""
        again_ms = await self._claim(deadline)
        self._deadlines.rearm(deadline, self._now_ms() + again_ms - self._grace_ms)

    async def _sleep(self) -> None:
        next_ms = self._deadlines.next_ms()
        sleep_s = LONGEST_SLEEP_S
        if next_ms is not None:
            left_ms = next_ms + self._grace_ms - self._now_ms()
            sleep_s = min(sleep_s, max(0.001, left_ms / 1000))
        try:
            async with asyncio.timeout(sleep_s):
                await self._changed.wait()
        except TimeoutError:
            return
