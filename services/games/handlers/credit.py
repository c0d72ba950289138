"""After an outage of ours every running game of a shard gets its time back."""

import contextlib
from collections.abc import Awaitable, Callable, Collection
from typing import Final

from libs.eventstore.errors import ShardLostError
from libs.eventstore.records import StreamId
from services.games.handlers.keeper import GameKeeper
from services.games.handlers.outages import Outage

HEARTBEAT_MS: Final = 1_000
"""What an outage may cost a player."""


class Credits:
    """Appends `ClockCredited` to the games that an outage has struck."""

    def __init__(
        self,
        keeper: GameKeeper,
        running_in: Callable[[int], Awaitable[list[StreamId]]],
        now_ms: Callable[[], int],
    ) -> None:
        self._keeper = keeper
        self._running_in = running_in
        self._now_ms = now_ms

    async def shard(self, shard: int, heartbeat_ms: int | None, cause: str) -> int:
        """Credits a shard's running games from its last heartbeat to now; says how many.

        Raises like `StreamKeeper.handle`: then the shard's next owner credits.
        """
        now_ms = self._now_ms()
        if heartbeat_ms is None or now_ms - heartbeat_ms <= HEARTBEAT_MS:
            return 0
        return await self._all(shard, heartbeat_ms, now_ms, cause)

    async def shards(self, shards: Collection[int], outage: Outage) -> None:
        """Credits an outage to all running games of these shards.

        One that has gone meanwhile is left to its next owner. Raises like `StreamKeeper.handle`.
        """
        to_ms = self._now_ms() if outage.to_ms is None else outage.to_ms
        if to_ms - outage.from_ms <= HEARTBEAT_MS:
            return
        for shard in shards:
            with contextlib.suppress(ShardLostError):
                await self._all(shard, outage.from_ms, to_ms, outage.cause)

    async def _all(self, shard: int, from_ms: int, to_ms: int, cause: str) -> int:
        streams = await self._running_in(shard)
        for stream in streams:
            await self._keeper.credit(stream, from_ms, to_ms, cause)
        return len(streams)
