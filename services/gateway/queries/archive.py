"""Questions to the archive."""

from typing import Final

import msgspec

from libs.bus import Bus
from libs.contracts.archive import (
    ExportGames,
    ExportPage,
    FinishedGames,
    GameFilter,
    GameTextOf,
    RunningGames,
    Statistics,
    StatisticsOf,
    Tally,
    TextFile,
)
from libs.contracts.ids import GameId, PlayerId
from services.gateway.queries.ask import PATIENCE_S, ask

SUBJECT: Final = "query.archive"
ALL: Final = GameFilter()

_statistics = msgspec.json.Decoder(Statistics).decode
_text = msgspec.msgpack.Decoder(TextFile).decode
_export = msgspec.msgpack.Decoder(ExportPage).decode


class Archive:
    """Lists of games, figures, texts. All raise RefusedError."""

    def __init__(self, bus: Bus) -> None:
        self._bus = bus

    async def running(self, player: PlayerId, patience_s: float = PATIENCE_S) -> bytes:
        """A player's running games (list of `GameSummary`, JSON)."""
        return await ask(self._bus, SUBJECT, RunningGames(player), patience_s)

    async def finished(
        self,
        player: PlayerId,
        before: tuple[int, GameId] | None,
        limit: int,
        only: GameFilter = ALL,
        patience_s: float = PATIENCE_S,
    ) -> bytes:
        """A page of finished games (list of `GameSummary`, JSON)."""
        before_ms, before_game = before or (None, None)
        query = FinishedGames(player, before_ms, before_game, limit, only)
        return await ask(self._bus, SUBJECT, query, patience_s)

    async def statistics(self, player: PlayerId) -> bytes:
        """How somebody's games went (`Statistics`, JSON)."""
        return await ask(self._bus, SUBJECT, StatisticsOf(player))

    async def record(self, player: PlayerId, patience_s: float) -> Tally:
        """How somebody's games against people went."""
        data = await ask(self._bus, SUBJECT, StatisticsOf(player), patience_s)
        return _statistics(data).people.tally

    async def text(self, game: GameId, player: PlayerId | None) -> TextFile:
        """A finished game as a file (`game_not_found`, `game_running`)."""
        return _text(await ask(self._bus, SUBJECT, GameTextOf(game, player)))

    async def export(self, player: PlayerId, before: tuple[int, GameId] | None) -> ExportPage:
        """The next games of an export."""
        before_ms, before_game = before or (None, None)
        return _export(await ask(self._bus, SUBJECT, ExportGames(player, before_ms, before_game)))
