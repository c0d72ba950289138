"""Questions to computer players: a hint, an evaluation, a review."""

from typing import Final

import msgspec

from libs.bus import Bus, BusError
from libs.contracts.bots import SERVICE, AskEvaluation, AskHint, AskReview, BotQuery
from libs.contracts.envelope import Answer
from libs.contracts.ids import GameId, PlayerId
from services.gateway.decider.refusals import RefusedError

SUBJECT: Final = f"query.{SERVICE}"
WITHIN_S: Final = 10.0
"""An answer has to be thought about, and others may be before it."""

_encode = msgspec.msgpack.Encoder().encode
_answer = msgspec.msgpack.Decoder(Answer).decode


class Bots:
    """Help; each is asked for once, since thinking twice costs twice."""

    def __init__(self, bus: Bus) -> None:
        self._bus = bus

    async def hint(self, game: GameId, player: PlayerId) -> bytes:
        """What the strongest would play (`Hint`, JSON). Raises RefusedError."""
        return await self._ask(AskHint(game, player))

    async def evaluation(self, game: GameId, player: PlayerId, ply: int | None) -> bytes:
        """How a position stands (`Evaluation`, JSON). Raises RefusedError."""
        return await self._ask(AskEvaluation(game, player, ply))

    async def review(self, game: GameId, player: PlayerId) -> bytes:
        """The player's own turns as far as they are reviewed (`Review`, JSON).

        Raises RefusedError.
        """
        return await self._ask(AskReview(game, player))

    async def _ask(self, query: BotQuery) -> bytes:
        try:
            data = await self._bus.request(SUBJECT, _encode(query), WITHIN_S)
        except BusError as error:
            raise RefusedError("unavailable") from error
        answer = _answer(data)
        if answer.code is not None:
            raise RefusedError(answer.code, answer.detail)
        return answer.data or b""
