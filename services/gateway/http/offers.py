"""Routes of the waiting room: challenges, open offers, quick games, one's mailbox."""

from typing import Final

import msgspec
from aiohttp import web

from libs.contracts.http import NewChallenge, NewSeek, QuickGame
from libs.contracts.ids import PlayerId
from libs.contracts.matchmaking import OpenChallenge, OpenSeek
from services.gateway.decider.connection import Session
from services.gateway.decider.ids import is_player
from services.gateway.decider.limits import Buckets
from services.gateway.decider.refusals import RefusedError
from services.gateway.handlers.commands import name_in_events
from services.gateway.handlers.quick import QuickGames, Wish
from services.gateway.http.bodies import as_json, read_body
from services.gateway.http.callers import Callers
from services.gateway.http.parts import Parts
from services.gateway.http.rooms import Rooms

MOST_APART: Final = 50

_new_challenge = msgspec.json.Decoder(NewChallenge).decode
_new_seek = msgspec.json.Decoder(NewSeek).decode
_quick_game = msgspec.json.Decoder(QuickGame).decode


class Offers:
    """Bounded by person: each offer is shown to others."""

    def __init__(self, parts: Parts, callers: Callers, rooms: Rooms) -> None:
        self._parts = parts
        self._callers = callers
        self._rooms = rooms
        limits = parts.limits
        self._openings = Buckets(limits.offers_a_minute / 60.0, limits.offers_burst)
        self._quick = QuickGames(parts.commands, parts.questions.rooms, parts.now_ms)

    def routes(self) -> list[web.RouteDef]:
        """All of them."""
        return [
            web.post("/api/challenges", self.challenge),
            web.post("/api/seeks", self.seek),
            web.post("/api/quick-game", self.quick_game),
            web.get("/api/invitations", self.invitations),
        ]

    async def challenge(self, request: web.Request) -> web.Response:
        """A room whose other place is for somebody named."""
        self._callers.check_origin(request)
        wish = await read_body(request, _new_challenge, self._parts.limits.body_within_s)
        session = await self._may_offer(request)
        if not is_player(wish.player):
            raise RefusedError("no_such_person")
        room, game = self._rooms.ids(request, wish.id)
        name = name_in_events(session.player)
        command = OpenChallenge(name, wish.terms, game, wish.player)
        return await self._rooms.open(room, session, wish.id, command)

    async def seek(self, request: web.Request) -> web.Response:
        """A room that whoever is first may enter."""
        self._callers.check_origin(request)
        wish = await read_body(request, _new_seek, self._parts.limits.body_within_s)
        session = await self._may_offer(request)
        room, game = self._rooms.ids(request, wish.id)
        command = OpenSeek(name_in_events(session.player), wish.terms, game)
        return await self._rooms.open(room, session, wish.id, command)

    async def quick_game(self, request: web.Request) -> web.Response:
        """A room with an opponent, or to wait in for one."""
        self._callers.check_origin(request)
        wish = await read_body(request, _quick_game, self._parts.limits.body_within_s)
        session = await self._may_offer(request)
        apart = [PlayerId(player) for player in wish.apart_from[:MOST_APART] if is_player(player)]
        room, game = self._rooms.ids(request, wish.id)
        found = await self._quick.find(Wish(session.player, wish.terms, apart, room, game))
        return as_json(await self._parts.questions.rooms.as_seen(found))

    async def invitations(self, request: web.Request) -> web.Response:
        """Challenges got and sent."""
        session = await self._callers.need_session(request)
        return as_json(await self._parts.questions.rooms.mailbox(session.player.id))

    async def _may_offer(self, request: web.Request) -> Session:
        session = await self._callers.need_session(request)
        if not self._openings.take(session.player.id, self._parts.now_s()):
            raise RefusedError("too_fast")
        return session
