"""How closely commits may follow each other while they are small."""

import asyncio
from typing import Final

GATHER_S: Final = 0.002
ENOUGH: Final = 16
"""So many appends need not wait for more."""


class Pacing:
    """Some 2,000 appends a second make commits of two or three, each with a flush, a message and
    several switches between processes. Then a moment's wait makes fewer of them. Who comes alone
    doesn't wait, and under full load there is always enough.
    """

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._ended_s = 0.0

    async def before_commit(self, waiting: int) -> None:
        """Waits for company if the last commit has only just ended."""
        if waiting < ENOUGH and self._loop.time() - self._ended_s < GATHER_S:
            await asyncio.sleep(GATHER_S)

    def ended(self) -> None:
        """A commit has ended."""
        self._ended_s = self._loop.time()
