"""After an outage of ours every running game of a shard gets its time back."""

from collections.abc import Awaitable, Callable
from typing import Final

from libs.eventstore.records import StreamId
from services.games.handlers.keeper import GameKeeper

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
        streams = await self._running_in(shard)
        for stream in streams:
            await self._keeper.credit(stream, heartbeat_ms, now_ms, cause)
        return len(streams)
