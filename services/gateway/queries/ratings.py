"""Questions to ratings: standings, the ranking, a wallet."""

from typing import Final

import msgspec

from libs.bus import Bus
from libs.contracts.ids import PlayerId
from libs.contracts.ratings import (
    SERVICE,
    Family,
    PlayerRatings,
    Ranking,
    RatingHistory,
    RatingPoint,
    RatingsOf,
    WalletOf,
)
from services.gateway.queries.ask import PATIENCE_S, ask

SUBJECT: Final = f"query.{SERVICE}"

_points = msgspec.json.Decoder(list[RatingPoint]).decode
_ratings = msgspec.json.Decoder(list[PlayerRatings]).decode


class Ratings:
    """Who plays how well. All raise RefusedError."""

    def __init__(self, bus: Bus) -> None:
        self._bus = bus

    async def ranking(self, family: Family, after: str | None) -> bytes:
        """A page of the ranking (`RankingPage`, JSON)."""
        return await ask(self._bus, SUBJECT, Ranking(family, after))

    async def of(self, player: PlayerId, patience_s: float = PATIENCE_S) -> PlayerRatings:
        """Where somebody stands."""
        (ratings,) = _ratings(await ask(self._bus, SUBJECT, RatingsOf([player]), patience_s))
        return ratings

    async def elo(self, players: list[PlayerId]) -> dict[PlayerId, dict[Family, int]]:
        """Elo by family of those who have played rated games."""
        found = _ratings(await ask(self._bus, SUBJECT, RatingsOf(players)))
        rated = {
            each.player: {family: each.elo[family] for family, games in each.games.items() if games}
            for each in found
        }
        return {player: elo for player, elo in rated.items() if elo}

    async def history(self, player: PlayerId, family: Family) -> list[RatingPoint]:
        """How it came about."""
        return _points(await ask(self._bus, SUBJECT, RatingHistory(player, family)))

    async def wallet(self, player: PlayerId, patience_s: float = PATIENCE_S) -> bytes:
        """What somebody has (`Wallet`, JSON; `account_needed`)."""
        return await ask(self._bus, SUBJECT, WalletOf(player), patience_s)
