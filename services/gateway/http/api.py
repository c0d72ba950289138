"""The JSON API beside the socket; bodies as in `libs/contracts/http.py`."""

import msgspec
from aiohttp import web

from libs.contracts.http import GuestRequest
from libs.contracts.ids import GameId
from services.gateway.decider.devices import device_of
from services.gateway.decider.ids import shard_of_game
from services.gateway.decider.limits import Buckets
from services.gateway.decider.origin import Caller
from services.gateway.decider.refusals import RefusedError, all_texts, encode
from services.gateway.http.bodies import as_json, read_body
from services.gateway.http.callers import Callers, drop_session, set_session
from services.gateway.http.me import NOBODY, me_of
from services.gateway.http.parts import Parts

_guest = msgspec.json.Decoder(GuestRequest).decode


class Api:
    """Who one is, and games to look at; the rest has files of its own."""

    def __init__(self, parts: Parts, callers: Callers) -> None:
        self._parts = parts
        self._callers = callers
        limits = parts.limits
        self._guests = Buckets(limits.guests_a_minute / 60.0, limits.guests_burst)
        self._texts = encode(all_texts())

    def routes(self) -> list[web.RouteDef]:
        """All of them."""
        return [
            web.get("/api/me", self.me),
            web.post("/api/guest", self.guest),
            web.post("/api/sign-out", self.sign_out),
            web.get("/api/games/{game}", self.game),
            web.get("/api/messages", self.messages),
        ]

    async def me(self, request: web.Request) -> web.Response:
        """The caller; the running games are left out when the archive is silent."""
        session = await self._callers.session(request)
        return as_json(await me_of(self._parts, None if session is None else session.player))

    async def guest(self, request: web.Request) -> web.Response:
        """Come in; who is in already stays who they are."""
        who = self._callers.check_origin(request)
        wish = await read_body(request, _guest, self._parts.limits.body_within_s)
        session = await self._callers.session(request)
        if session is not None:
            return as_json(await me_of(self._parts, session.player))
        if not self._guests.take(who.household, self._parts.now_s()):
            raise RefusedError("too_fast")
        opened = await self._parts.questions.accounts.open_guest(
            _language(wish.language), device_of(request.headers.get("User-Agent", ""))
        )
        response = as_json(b'{"player":%b,"running":[]}' % encode(opened.player))
        set_session(response, opened.token, who)
        return response

    async def sign_out(self, request: web.Request) -> web.Response:
        """The session stops working everywhere."""
        who: Caller = self._callers.check_origin(request)
        token = self._callers.cookie(request)
        if token is not None:
            await self._close(token)
        response = as_json(NOBODY)
        drop_session(response, who)
        return response

    async def _close(self, token: str) -> None:
        try:
            await self._parts.questions.accounts.close(token)
        except RefusedError as refusal:
            if refusal.code != "no_session":
                raise

    async def game(self, request: web.Request) -> web.Response:
        """A game as the caller sees it."""
        game = GameId(request.match_info["game"])
        if shard_of_game(game) is None:
            raise RefusedError("game_not_found")
        session = await self._callers.session(request)
        player = None if session is None else session.player.id
        return as_json(await self._parts.questions.games.as_seen(game, player))

    async def messages(self, _request: web.Request) -> web.Response:
        """Every refusal's sentence."""
        return as_json(self._texts)


def _language(wanted: str) -> str:
    return wanted if wanted in ("de", "en") else "de"
