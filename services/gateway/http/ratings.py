"""Routes of the ranking, of anybody's ratings, and of one's own wallet."""

import asyncio
from typing import Final

import msgspec
from aiohttp import web

from libs.contracts.ids import PlayerId
from libs.contracts.rating_routes import RefillRequest
from libs.contracts.ratings import FAMILIES, EloOf, Family, RatingPoint, RatingsPage
from services.gateway.decider.ids import is_command_id, is_player
from services.gateway.decider.refusals import RefusedError, encode
from services.gateway.http.bodies import as_json, read_body
from services.gateway.http.callers import Callers
from services.gateway.http.parts import Parts

LONGEST_AFTER: Final = 100
MOST_AT_ONCE: Final = 100

_refill = msgspec.json.Decoder(RefillRequest).decode


class Ratings:
    """Everybody may see ratings; a wallet is its owner's alone."""

    def __init__(self, parts: Parts, callers: Callers) -> None:
        self._parts = parts
        self._callers = callers

    def routes(self) -> list[web.RouteDef]:
        """All of them."""
        return [
            web.get("/api/ranking", self.ranking),
            web.get("/api/players/{player}/ratings", self.ratings),
            web.get("/api/elo", self.elo),
            web.get("/api/wallet", self.wallet),
            web.post("/api/wallet/refill", self.refill),
        ]

    async def ranking(self, request: web.Request) -> web.Response:
        """A page of a family's ranking."""
        after = request.query.get("after")
        if after is not None and not _can_be_a_place(after):
            raise RefusedError("bad_message")
        family = _family(request.query.get("family", ""))
        return as_json(await self._parts.questions.ratings.ranking(family, after))

    async def ratings(self, request: web.Request) -> web.Response:
        """Somebody's standing with its history."""
        player = PlayerId(request.match_info["player"])
        if not is_player(player):
            raise RefusedError("player_not_found")
        session = await self._callers.session(request)
        viewer = None if session is None else session.player.id
        asking = self._parts.questions.ratings
        histories = asyncio.gather(*(asking.history(player, family) for family in FAMILIES))
        standing, points = await asyncio.gather(asking.of(player), histories)
        history = {
            family: [_as_seen(point, player, viewer) for point in of_family]
            for family, of_family in zip(FAMILIES, points, strict=True)
        }
        return as_json(encode(RatingsPage(standing, history)))

    async def elo(self, request: web.Request) -> web.Response:
        """Elo of some at once, to stand beside their names."""
        ids = dict.fromkeys(text for text in request.query.get("ids", "").split(",") if text)
        if len(ids) > MOST_AT_ONCE or not all(map(is_player, ids)):
            raise RefusedError("bad_message")
        players = [PlayerId(text) for text in ids]
        elo = await self._parts.questions.ratings.elo(players) if players else {}
        return as_json(encode(EloOf(elo)))

    async def wallet(self, request: web.Request) -> web.Response:
        """What the caller has."""
        session = await self._callers.need_session(request)
        return as_json(await self._parts.questions.ratings.wallet(session.player.id))

    async def refill(self, request: web.Request) -> web.Response:
        """The caller's wallet, filled up."""
        self._callers.check_origin(request)
        wish = await read_body(request, _refill, self._parts.limits.body_within_s)
        session = await self._callers.need_session(request)
        if not is_command_id(wish.id):
            raise RefusedError("bad_message")
        player = session.player
        answer = await self._parts.commands.refill(player, wish.id, self._parts.now_ms())
        if answer.code is not None:
            raise RefusedError(answer.code, answer.detail)
        return as_json(await self._parts.questions.ratings.wallet(player.id))


def _as_seen(point: RatingPoint, player: PlayerId, viewer: PlayerId | None) -> RatingPoint:
    """Which game it was, is for its two players to know."""
    is_theirs = viewer in {player, point.opponent}
    return point if is_theirs else msgspec.structs.replace(point, game=None)


def _can_be_a_place(after: str) -> bool:
    """Whether it is worth asking about: no text that could not even be sent on."""
    return len(after) <= LONGEST_AFTER and after.isascii() and after.isprintable()


def _family(wanted: str) -> Family:
    for family in FAMILIES:
        if family == wanted:
            return family
    raise RefusedError("bad_message")
