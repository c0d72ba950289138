"""The JSON API beside the socket; bodies as in `libs/contracts/http.py`."""

import asyncio
from collections.abc import Callable
from hashlib import sha256
from typing import Any, Final, TypeVar

import msgspec
from aiohttp import web
from aiohttp.http_exceptions import BadHttpMessage

from libs.contracts import games, matchmaking
from libs.contracts.archive import GameSummary
from libs.contracts.http import FinishedPage, GuestRequest, NewRoom
from libs.contracts.ids import GameId, RoomId
from libs.contracts.matchmaking import OpenRoom
from libs.eventstore.records import new_stream_id
from services.gateway.decider.connection import Session
from services.gateway.decider.ids import HIGHEST_MS, is_command_id, shard_of_game
from services.gateway.decider.limits import Buckets
from services.gateway.decider.origin import Caller
from services.gateway.decider.parsing import parsed
from services.gateway.decider.refusals import RefusedError, all_texts, encode
from services.gateway.http.callers import Callers, drop_session, set_session
from services.gateway.http.parts import Parts

PAGE_SIZE: Final = 20
RUNNING_WITHIN_S: Final = 1.0
ROOM_ENTROPY_BYTES: Final = 20

T = TypeVar("T")

_guest = msgspec.json.Decoder(GuestRequest).decode
_new_room = msgspec.json.Decoder(NewRoom).decode
_page = msgspec.json.Decoder(list[GameSummary]).decode


def as_json(body: bytes) -> web.Response:
    """A response that is JSON already."""
    return web.Response(body=body, content_type="application/json")


class Api:
    """The routes under /api."""

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
            web.post("/api/rooms", self.open_room),
            web.get("/api/rooms/{room}", self.room),
            web.get("/api/games/{game}", self.game),
            web.get("/api/my-games", self.my_games),
            web.get("/api/messages", self.messages),
        ]

    async def me(self, request: web.Request) -> web.Response:
        """The caller; the running games are left out when the archive is silent."""
        return await self._me(await self._callers.session(request))

    async def _me(self, session: Session | None) -> web.Response:
        if session is None:
            return as_json(b'{"player":null,"running":[]}')
        player = session.player
        try:
            archive = self._parts.questions.archive
            running = await archive.running(player.id, RUNNING_WITHIN_S)
        except RefusedError:
            running = b"[]"
        return as_json(b'{"player":%b,"running":%b}' % (encode(player), running))

    async def guest(self, request: web.Request) -> web.Response:
        """Come in; who is in already stays who they are."""
        who = self._callers.check_origin(request)
        wish = await self._body(request, _guest)
        session = await self._callers.session(request)
        if session is not None:
            return await self._me(session)
        if not self._guests.take(who.household, self._parts.now_s()):
            raise RefusedError("too_fast")
        opened = await self._parts.questions.accounts.open_guest(_language(wish.language))
        response = as_json(b'{"player":%b,"running":[]}' % encode(opened.player))
        set_session(response, opened.token, who)
        return response

    async def sign_out(self, request: web.Request) -> web.Response:
        """The session stops working everywhere."""
        who: Caller = self._callers.check_origin(request)
        token = self._callers.token(request)
        if token is not None:
            await self._close(token)
        response = as_json(b'{"player":null,"running":[]}')
        drop_session(response, who)
        return response

    async def _close(self, token: str) -> None:
        try:
            await self._parts.questions.accounts.close(token)
        except RefusedError as refusal:
            if refusal.code != "no_session":
                raise

    async def open_room(self, request: web.Request) -> web.Response:
        """A room; its id follows from session and command id, so that asking again is harmless."""
        self._callers.check_origin(request)
        wish = await self._body(request, _new_room)
        session = await self._callers.need_session(request)
        if not is_command_id(wish.id):
            raise RefusedError("bad_message")
        token = self._callers.token(request) or ""
        room = _id_from(matchmaking.SHARDS, "room", token, wish.id)
        game = GameId(_id_from(games.SHARDS, "game", token, wish.id))
        command = OpenRoom(session.player.name, wish.terms, game)
        answer = await self._parts.commands.open_room(
            room, session.player, wish.id, self._parts.now_ms(), command
        )
        if answer.code is not None:
            raise RefusedError(answer.code, answer.detail)
        return as_json(await self._parts.questions.rooms.as_seen(RoomId(room)))

    async def room(self, request: web.Request) -> web.Response:
        """A room as everybody with its link sees it."""
        room = RoomId(request.match_info["room"])
        return as_json(await self._parts.questions.rooms.as_seen(room))

    async def game(self, request: web.Request) -> web.Response:
        """A game as the caller sees it."""
        game = GameId(request.match_info["game"])
        if shard_of_game(game) is None:
            raise RefusedError("game_not_found")
        session = await self._callers.session(request)
        player = None if session is None else session.player.id
        return as_json(await self._parts.questions.games.as_seen(game, player))

    async def my_games(self, request: web.Request) -> web.Response:
        """A page of the caller's finished games."""
        session = await self._callers.need_session(request)
        before = _before(request.query.get("before"))
        archive = self._parts.questions.archive
        page = _page(await archive.finished(session.player.id, before, PAGE_SIZE))
        return as_json(encode(FinishedPage(page, _next(page))))

    async def messages(self, _request: web.Request) -> web.Response:
        """Every refusal's sentence."""
        return as_json(self._texts)

    async def _body(self, request: web.Request, decode: Callable[[bytes], T]) -> T:
        """What was sent; who takes too long with it holds a connection for nothing."""
        try:
            async with asyncio.timeout(self._parts.limits.body_within_s):
                body = await request.read()
        except TimeoutError as error:
            raise web.HTTPRequestTimeout from error
        except (BadHttpMessage, web.RequestPayloadError) as error:
            raise web.HTTPBadRequest from error
        return parsed(decode, body)


def _id_from(shards: int, *secret: str) -> str:
    """An id that nobody without the session's token can guess."""
    digest = sha256("\n".join(secret).encode()).digest()
    return new_stream_id(shards, digest[:ROOM_ENTROPY_BYTES])


def _language(wanted: str) -> str:
    return wanted if wanted in ("de", "en") else "de"


def _before(text: str | None) -> tuple[int, GameId] | None:
    if text is None:
        return None
    digits, dot, game = text.partition(".")
    is_number = digits.isascii() and digits.isdigit() and len(digits) <= len(str(HIGHEST_MS))
    if not dot or not is_number or shard_of_game(game) is None:
        raise RefusedError("bad_message")
    return int(digits), GameId(game)


def _next(page: list[Any]) -> str | None:
    if len(page) < PAGE_SIZE:
        return None
    last: GameSummary = page[-1]
    return f"{last.ended_at_ms}.{last.game}"
