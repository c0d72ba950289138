"""Questions to the owners of games."""

from collections.abc import Sequence
from typing import Final

import msgspec

from libs.bus import Bus, BusError
from libs.contracts.envelope import Answer
from libs.contracts.games import (
    GameAsSeen,
    PublicGames,
    RenewWatches,
    WatchedGame,
    WatchGame,
    Watching,
)
from libs.contracts.ids import GameId, PlayerId
from services.gateway.decider.ids import shard_of_game
from services.gateway.decider.refusals import RefusedError
from services.gateway.queries.ask import ask

RENEWAL_WITHIN_S: Final = 2.0
PUBLIC_WITHIN_S: Final = 0.8

_encode = msgspec.msgpack.Encoder().encode
_answer = msgspec.msgpack.Decoder(Answer).decode
_watching = msgspec.msgpack.Decoder(Watching).decode


class Games:
    """Watching, renewing, seeing."""

    def __init__(self, bus: Bus, gateway: str) -> None:
        self._bus = bus
        self._gateway = gateway

    async def watch(self, game: GameId, player: PlayerId | None, since: int | None) -> Watching:
        """What the owner shows this player from now on. Raises RefusedError."""
        query = WatchGame(game, self._gateway, player, since)
        return _watching(await ask(self._bus, _subject(game), query))

    async def renew(self, shard: int, games: Sequence[WatchedGame]) -> bytes | None:
        """What this gateway has missed of these games (`LiveBatch`), None without an answer.

        Never sent again as it is: an old list must not overrule what was watched since.
        """
        query = _encode(RenewWatches(self._gateway, list(games)))
        try:
            data = await self._bus.request(f"query.games.{shard}", query, RENEWAL_WITHIN_S)
        except BusError:
            return None
        answer = _answer(data)
        return answer.data if answer.code is None else None

    async def as_seen(self, game: GameId, player: PlayerId | None) -> bytes:
        """A snapshot (JSON). Raises RefusedError."""
        return await ask(self._bus, _subject(game), GameAsSeen(game, player))

    async def public(self, shard: int) -> bytes:
        """A shard's public games (`PublicShard`). Raises RefusedError."""
        return await ask(self._bus, f"query.games.{shard}", PublicGames(), PUBLIC_WITHIN_S)


def _subject(game: GameId) -> str:
    shard = shard_of_game(game)
    if shard is None:
        raise RefusedError("game_not_found")
    return f"query.games.{shard}"
