"""The route that opens a game of two people at one device, who need no account."""

from typing import Final

import msgspec
from aiohttp import web

from libs.contracts.http import NewHotseat
from libs.contracts.matchmaking import OpenHotseat
from services.gateway.decider.limits import Buckets
from services.gateway.decider.refusals import RefusedError
from services.gateway.handlers.commands import name_in_events
from services.gateway.http.bodies import read_body
from services.gateway.http.callers import Callers
from services.gateway.http.parts import Parts
from services.gateway.http.rooms import Rooms

TOO_MANY: Final = "too_many_hotseat_games"

_new_hotseat = msgspec.json.Decoder(NewHotseat).decode


class Hotseat:
    """Bounded as games against computers are: they, too, wait for nobody else."""

    def __init__(self, parts: Parts, callers: Callers, rooms: Rooms) -> None:
        self._parts = parts
        self._callers = callers
        self._rooms = rooms
        limits = parts.limits
        self._openings = Buckets(limits.hotseats_a_minute / 60.0, limits.hotseats_burst)

    def routes(self) -> list[web.RouteDef]:
        """The only one."""
        return [web.post("/api/hotseat", self.open)]

    async def open(self, request: web.Request) -> web.Response:
        """A room whose two places are the caller's; its game starts at once."""
        who = self._callers.check_origin(request)
        limits = self._parts.limits
        wish = await read_body(request, _new_hotseat, limits.body_within_s)
        session = await self._callers.need_session(request)
        room, game = self._rooms.ids(request, wish.id)
        if not self._openings.take(who.household, self._parts.now_s()):
            raise RefusedError("too_fast")
        if await self._rooms.has_running(session.player.id, "hotseat", limits.hotseat_games):
            return await self._rooms.opened_before(room, TOO_MANY)
        command = OpenHotseat(name_in_events(session.player), wish.terms, game)
        return await self._rooms.open(room, session, wish.id, command)
