"""Routes of finished games: lists, figures, texts to keep, the export."""

import asyncio
from collections.abc import AsyncIterator
from typing import Final

import msgspec
from aiohttp import web

from libs.contracts.archive import GameSummary
from libs.contracts.http import FinishedPage
from libs.contracts.ids import GameId, PlayerId
from libs.runtime import get_logger
from services.gateway.decider.filters import before_of, filter_of
from services.gateway.decider.ids import shard_of_game
from services.gateway.decider.limits import Buckets, Places
from services.gateway.decider.refusals import RefusedError, encode
from services.gateway.http.bodies import as_json
from services.gateway.http.callers import Callers
from services.gateway.http.parts import Parts

PAGE_SIZE: Final = 20
WRITTEN_WITHIN_S: Final = 30.0
"""A reader who takes nothing for so long is not waited for."""

_page = msgspec.json.Decoder(list[GameSummary]).decode


class FinishedGames:
    """Lists and figures are the caller's own; a game's text is for whoever may see the game."""

    def __init__(self, parts: Parts, callers: Callers) -> None:
        self._parts = parts
        self._callers = callers
        limits = parts.limits
        self._exports = Buckets(limits.exports_a_minute / 60.0, limits.exports_burst)
        self._under_way = Places(1)

    def routes(self) -> list[web.RouteDef]:
        """All of them."""
        return [
            web.get("/api/my-games", self.my_games),
            web.get("/api/my-games/export", self.export, allow_head=False),
            web.get("/api/my-statistics", self.statistics),
            web.get("/api/games/{game}/text", self.text),
        ]

    async def my_games(self, request: web.Request) -> web.Response:
        """A page of the caller's finished games."""
        only, before = filter_of(request.query), before_of(request.query.get("before"))
        session = await self._callers.need_session(request)
        archive = self._parts.questions.archive
        page = _page(await archive.finished(session.player.id, before, PAGE_SIZE, only))
        return as_json(encode(FinishedPage(page, _next(page))))

    async def statistics(self, request: web.Request) -> web.Response:
        """How the caller's games went."""
        session = await self._callers.need_session(request)
        return as_json(await self._parts.questions.archive.statistics(session.player.id))

    async def text(self, request: web.Request) -> web.Response:
        """A finished game as a file."""
        game = GameId(request.match_info["game"])
        if shard_of_game(game) is None:
            raise RefusedError("game_not_found")
        session = await self._callers.session(request)
        player = None if session is None else session.player.id
        file = await self._parts.questions.archive.text(game, player)
        return web.Response(text=file.text, content_type="text/plain", headers=_as_file(file.name))

    async def export(self, request: web.Request) -> web.StreamResponse:
        """All of the caller's finished games, a few at a time: none are gathered here."""
        who = self._callers.of(request)
        session = await self._callers.need_session(request)
        player = session.player.id
        if not self._exports.take(who.household, self._parts.now_s()):
            raise RefusedError("too_fast")
        if not self._under_way.enter(player):
            raise RefusedError("too_fast")
        try:
            return await self._export(request, player)
        finally:
            self._under_way.leave(player)

    async def _export(self, request: web.Request, player: PlayerId) -> web.StreamResponse:
        pages = self._pages(player)
        first = await anext(pages)  # may still be refused in good order
        response = web.StreamResponse(headers=_as_file("spielcenter-games.ndjson"))
        response.content_type = "application/x-ndjson"
        await response.prepare(request)
        try:
            await _write(response, first)
            async for lines in pages:
                await _write(response, lines)
        except (RefusedError, TimeoutError) as error:
            get_logger(service="gateway").info("an export broke off", error=repr(error))
            if request.transport is not None:  # without a last chunk nobody takes it for the whole
                request.transport.abort()
        return response

    async def _pages(self, player: PlayerId) -> AsyncIterator[list[bytes]]:
        """At least one, maybe of nothing. Raises RefusedError."""
        before: tuple[int, GameId] | None = None
        while True:
            page = await self._parts.questions.archive.export(player, before)
            yield page.lines
            before = page.next
            if before is None:
                return


async def _write(response: web.StreamResponse, lines: list[bytes]) -> None:
    """Waits for a slow reader, but not for ever. Raises TimeoutError."""
    async with asyncio.timeout(WRITTEN_WITHIN_S):
        for line in lines:
            await response.write(line + b"\n")


def _as_file(name: str) -> dict[str, str]:
    """A name of letters, digits, dots, dashes and underscores alone."""
    return {"Content-Disposition": f'attachment; filename="{name}"'}


def _next(page: list[GameSummary]) -> str | None:
    if len(page) < PAGE_SIZE:
        return None
    last = page[-1]
    return f"{last.ended_at_ms}.{last.game}"
