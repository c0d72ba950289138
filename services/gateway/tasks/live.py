"""Keeps the list of running games whole, and tells sockets once a second what has changed."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

from services.gateway.decider.refusals import RefusedError
from services.gateway.projections.live import PublicGames
from services.gateway.projections.live_list import LiveList

EVERY_S: Final = 1.0

Ask = Callable[[int], Awaitable[bytes]]
"""A shard's games from its owner. Raises RefusedError."""


class LiveTask:
    """One loop for all sockets."""

    def __init__(
        self, games: PublicGames, shown: LiveList, ask: Ask, now_s: Callable[[], float]
    ) -> None:
        self._games = games
        self._shown = shown
        self._ask = ask
        self._now_s = now_s

    async def run(self) -> None:
        """Until cancelled."""
        while True:
            await asyncio.gather(*map(self._learn, sorted(self._games.stale)))
            self._shown.tick(self._now_s())
            await asyncio.sleep(EVERY_S)

    async def _learn(self, shard: int) -> None:
        """An owner that is silent is asked again in the next round."""
        try:
            self._games.answered(shard, await self._ask(shard))
        except RefusedError:
            return
