"""Keeps the list of running games whole, and tells sockets once a second what has changed."""

import asyncio
from collections.abc import Awaitable, Callable, Collection
from typing import Final, Protocol

from services.gateway.decider.refusals import RefusedError

EVERY_S: Final = 1.0

Ask = Callable[[int], Awaitable[bytes]]
"""A shard's games from its owner. Raises RefusedError."""


class Games(Protocol):
    """What is known of the running games."""

    @property
    def stale(self) -> Collection[int]:
        """Shards whose games have to be asked for anew."""

    def answered(self, shard: int, data: bytes) -> None:
        """An owner's answer."""


class Shown(Protocol):
    """What sockets are shown of them."""

    def tick(self, now_s: float) -> None:
        """Tells what has changed."""


class LiveTask:
    """One loop for all sockets."""

    def __init__(self, games: Games, shown: Shown, ask: Ask, now_s: Callable[[], float]) -> None:
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
