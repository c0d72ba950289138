"""Routes of help for a game: a hint, an evaluation, a review; computer players give it."""

from typing import Final

import msgspec
from aiohttp import web

from libs.contracts.http import EvaluationRequest
from libs.contracts.ids import GameId, PlayerId
from services.gateway.decider.ids import is_version, shard_of_game
from services.gateway.decider.limits import Buckets
from services.gateway.decider.refusals import RefusedError
from services.gateway.http.bodies import as_json, read_body
from services.gateway.http.callers import Callers
from services.gateway.http.parts import Parts

GAME: Final = "/api/games/{game}"

_evaluation = msgspec.json.Decoder(EvaluationRequest).decode


class Help:
    """Whether there is help in a game is said by those who give it."""

    def __init__(self, parts: Parts, callers: Callers) -> None:
        self._parts = parts
        self._callers = callers
        limits = parts.limits
        self._helps = Buckets(limits.helps_a_minute / 60.0, limits.helps_burst)

    def routes(self) -> list[web.RouteDef]:
        """All of them."""
        return [
            web.post(GAME + "/hint", self.hint),
            web.post(GAME + "/evaluation", self.evaluation),
            web.post(GAME + "/review", self.review),
        ]

    async def hint(self, request: web.Request) -> web.Response:
        """What the strongest would play for the caller."""
        game, player = await self._asked(request)
        return as_json(await self._parts.questions.bots.hint(game, player))

    async def evaluation(self, request: web.Request) -> web.Response:
        """How a position stands."""
        self._callers.check_origin(request)
        wish = await read_body(request, _evaluation, self._parts.limits.body_within_s)
        if not is_version(wish.ply):
            raise RefusedError("bad_message")
        game, player = await self._asked(request)
        return as_json(await self._parts.questions.bots.evaluation(game, player, wish.ply))

    async def review(self, request: web.Request) -> web.Response:
        """The caller's own turns, as far as they have been reviewed."""
        game, player = await self._asked(request)
        return as_json(await self._parts.questions.bots.review(game, player))

    async def _asked(self, request: web.Request) -> tuple[GameId, PlayerId]:
        """Which game and who asks. Raises RefusedError."""
        who = self._callers.check_origin(request)
        game = GameId(request.match_info["game"])
        if shard_of_game(game) is None:
            raise RefusedError("game_not_found")
        session = await self._callers.need_session(request)
        if not self._helps.take(who.household, self._parts.now_s()):
            raise RefusedError("too_fast")
        return game, session.player.id
