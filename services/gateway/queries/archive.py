"""Questions to the archive."""

from typing import Final

from libs.bus import Bus
from libs.contracts.archive import FinishedGames, RunningGames
from libs.contracts.ids import GameId, PlayerId
from services.gateway.queries.ask import PATIENCE_S, ask

SUBJECT: Final = "query.archive"


class Archive:
    """Lists of games."""

    def __init__(self, bus: Bus) -> None:
        self._bus = bus

    async def running(self, player: PlayerId, patience_s: float = PATIENCE_S) -> bytes:
        """A player's running games (list of `GameSummary`, JSON). Raises RefusedError."""
        return await ask(self._bus, SUBJECT, RunningGames(player), patience_s)

    async def finished(
        self, player: PlayerId, before: tuple[int, GameId] | None, limit: int
    ) -> bytes:
        """A page of finished games (list of `GameSummary`, JSON). Raises RefusedError."""
        before_ms, before_game = before or (None, None)
        return await ask(self._bus, SUBJECT, FinishedGames(player, before_ms, before_game, limit))
