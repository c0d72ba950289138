"""Gives sockets that could not keep up a fresh snapshot as soon as they can take one."""

import asyncio
from collections.abc import Callable, Iterable
from typing import Final

from libs.runtime.figures import Tally
from services.gateway.decider.outbox import Mail
from services.gateway.decider.watching import Place

EVERY_S: Final = 0.1


class CatchingUp:
    """Looks at full outboxes only; there are none on a good day."""

    def __init__(
        self, mail: Mail, stale: Iterable[Place], refresh: Callable[[Place], object], slow: Tally
    ) -> None:
        self._mail = mail
        self._stale = stale
        self._refresh = refresh
        self._slow = slow

    async def run(self) -> None:
        """Until cancelled."""
        while True:
            self.tick()
            await asyncio.sleep(EVERY_S)

    def tick(self) -> None:
        """One look."""
        self._mail.emptied()
        for place in list(self._stale):
            if not place.outbox.is_full and not place.is_waiting:
                self._slow.add()
                self._refresh(place)
