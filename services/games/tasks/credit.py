"""An outage of ours is nobody's thinking time: it is credited to whoever was thinking."""

from collections.abc import Callable
from typing import Final

from libs.contracts.games import CreditClock
from libs.contracts.ids import GameId, PlayerId
from libs.eventstore.records import StreamId
from libs.eventstore.deciding import Incoming
from libs.eventstore.streams import StreamKeeper
from services.games.decider import Fact, GameState, Request
from services.games.projections import Reads, running_in
from services.games.queries.watchers import HOLD_MS, Cut, Watchers

ACTOR: Final = "service:games"
HEARTBEAT_MS: Final = 1_000
"""What an outage may cost a player."""


class Credits:
    """Appends `ClockCredited` where players have lost time through us."""

    def __init__(
        self,
        keeper: StreamKeeper[GameState, Request, Fact],
        reads: Reads,
        watchers: Watchers,
        now_ms: Callable[[], int],
    ) -> None:
        self._keeper = keeper
        self._reads = reads
        self._watchers = watchers
        self._now_ms = now_ms

    async def shard(self, shard: int, heartbeat_ms: int | None, cause: str) -> int:
        """Credits all running games of a shard from its last heartbeat to now; how many."""
        now_ms = self._now_ms()
        if heartbeat_ms is None or now_ms - heartbeat_ms <= HEARTBEAT_MS:
            return 0
        streams = await running_in(self._reads, shard)
        for stream in streams:
            await self._credit(stream, heartbeat_ms, now_ms, cause)
        return len(streams)

    async def returned(self, cut: Cut) -> None:
        """Credits a player whom a gateway's end had cut off and who is back, or out of time."""
        until_ms = min(self._now_ms(), cut.since_ms + HOLD_MS)
        state = (await self._keeper.state(StreamId(cut.game))).state
        if state is None or state.ended is not None:
            return
        if state.seat_of(cut.player) == state.clock.running:
            await self._credit(StreamId(cut.game), cut.since_ms, until_ms, "gateway")

    async def back(self, game: GameId, player: str) -> None:
        """A player of a game is heard of again: what was lost is credited first."""
        cut = self._watchers.take_cut(game, PlayerId(player))
        if cut is not None:
            await self.returned(cut)

    async def _credit(self, stream: StreamId, from_ms: int, to_ms: int, cause: str) -> None:
        incoming = Incoming(
            stream=stream,
            actor=ACTOR,
            command=Request(CreditClock(from_ms, to_ms, cause)),
            received_at_ms=self._now_ms(),
            correlation=f"credit-{cause}",
        )
        await self._keeper.handle(incoming)
