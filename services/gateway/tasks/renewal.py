"""Repeats to the owners of games, shard by shard, what this gateway watches."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Final, Protocol

import msgspec

from libs.contracts.games import SERVICE, WatchedGame
from libs.contracts.live import OwnerAnnounced
from services.gateway.tasks.errands import Errands

EVERY_S: Final = 3.0
PACE_S: Final = 0.1
"""Between two rounds of prompt renewals, so that many sockets closing at once are one message."""

_announced = msgspec.msgpack.Decoder(OwnerAnnounced).decode


class Shown(Protocol):
    """What is watched."""

    def shards(self) -> list[int]:
        """Shards with games."""

    def watched(self, shard: int) -> list[WatchedGame]:
        """The list of one shard."""

    def on_live(self, subject: str, data: bytes) -> None:
        """What was missed."""


Ask = Callable[[int, Sequence[WatchedGame]], Awaitable[bytes | None]]


class Renewal:
    """Every few seconds everything, and at once what has changed."""

    def __init__(self, shown: Shown, ask: Ask, errands: Errands) -> None:
        self._shown = shown
        self._ask = ask
        self._errands = errands
        self._due: set[int] = set()
        self._busy: set[int] = set()
        self._told: set[int] = set()
        """Shards whose owner may believe that we watch something there."""
        self._wake = asyncio.Event()

    def soon(self, shard: int) -> None:
        """Renew this shard in the next round."""
        self._due.add(shard)
        self._wake.set()

    def all_soon(self) -> None:
        """Renew everything in the next round: the bus was away."""
        self._due.update(self._shown.shards(), self._told)
        self._wake.set()

    def on_owner(self, _subject: str, data: bytes) -> None:
        """An instance has taken shards over and knows nothing of us yet."""
        announced = _announced(data)
        if announced.service == SERVICE:
            self._due.update(set(announced.shards) & set(self._shown.shards()))
            self._wake.set()

    async def run(self) -> None:
        """Until cancelled."""
        loop = asyncio.get_running_loop()
        next_all_s = loop.time()
        while True:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout_at(next_all_s):
                    await self._wake.wait()
            self._wake.clear()
            if loop.time() >= next_all_s:
                next_all_s = loop.time() + EVERY_S
                self._due.update(self._shown.shards(), self._told)
            due, self._due = self._due, set()
            self._begin(due)
            await asyncio.sleep(PACE_S)

    def _begin(self, shards: Iterable[int]) -> None:
        for shard in shards:
            if shard in self._busy:
                self._due.add(shard)
            else:
                self._busy.add(shard)
                self._errands.run(self._renew(shard))

    async def _renew(self, shard: int) -> None:
        games = self._shown.watched(shard)
        self._told.add(shard)
        try:
            missed = await self._ask(shard, games)
        finally:
            self._busy.discard(shard)
        if missed is not None:
            self._shown.on_live("", missed)
            if not games:
                self._told.discard(shard)
        if shard in self._due:
            self._wake.set()
