"""Games as their owners tell them, and commands to them: what a seat may know, nothing else."""

from collections.abc import Callable
from typing import Any, Final

import msgspec

from libs.bus import Bus
from libs.contracts.envelope import Answer, CommandEnvelope
from libs.contracts.games import SERVICE as GAMES
from libs.contracts.games import GameAsSeen, GameLog, PlayerCommand, WholeLog
from libs.contracts.ids import CommandId, GameId, PlayerId
from libs.eventstore.records import shard_of
from libs.runtime.logs import new_correlation
from services.bots.decider.seen import RefusedError, Seen, read_seen

PATIENCE_S: Final = 3.0
"""Then the job comes again, perhaps to somebody else."""

_pack = msgspec.msgpack.Encoder().encode
_answer = msgspec.msgpack.Decoder(Answer).decode
_log = msgspec.json.Decoder(GameLog).decode


class Owners:
    """The owners of all games. Every method raises `BusError` when nobody answers."""

    def __init__(self, bus: Bus, now_ms: Callable[[], int]) -> None:
        self._bus = bus
        self._now_ms = now_ms

    async def as_seen(self, game: GameId, player: PlayerId | None) -> Seen:
        """A game as a player (None: a spectator) sees it. Raises RefusedError."""
        return read_seen(await self._query(game, GameAsSeen(game, player)))

    async def log(self, game: GameId) -> GameLog:
        """A finished game with its secrets. Raises RefusedError."""
        return _log(await self._query(game, WholeLog(game)))

    async def _query(self, game: GameId, query: Any) -> bytes:
        try:
            subject = f"query.{GAMES}.{shard_of(game)}"
        except ValueError as error:
            raise RefusedError("game_not_found") from error
        answer = _answer(await self._bus.call(subject, _pack(query), PATIENCE_S))
        if answer.data is None:
            raise RefusedError(answer.code or "internal_error")
        return answer.data

    async def send(
        self, game: GameId, actor: PlayerId, command_id: str, command: PlayerCommand
    ) -> str | None:
        """Sends a player's command; the refusal's code, None if it was accepted."""
        envelope = CommandEnvelope(
            game,
            actor,
            CommandId(command_id),
            self._now_ms(),
            0,
            new_correlation(),
            msgspec.Raw(_pack(command)),
        )
        subject = f"cmd.{GAMES}.{shard_of(game)}"
        return _answer(await self._bus.call(subject, _pack(envelope), PATIENCE_S)).code
