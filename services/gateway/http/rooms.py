"""Routes that open and show rooms: those of two people, and those of a person and a computer."""

from hashlib import sha256
from typing import Final

import msgspec
from aiohttp import web

from libs.contracts import games, matchmaking
from libs.contracts.archive import GameSummary, Kind
from libs.contracts.http import NewPractice, NewRoom
from libs.contracts.ids import CommandId, GameId, PlayerId, RoomId
from libs.contracts.matchmaking import Opening, OpenPractice, OpenRoom
from libs.eventstore.records import new_stream_id
from services.gateway.decider.connection import Session
from services.gateway.decider.ids import is_command_id
from services.gateway.decider.limits import Buckets
from services.gateway.decider.refusals import RefusedError
from services.gateway.handlers.commands import name_in_events
from services.gateway.http.bodies import as_json, read_body
from services.gateway.http.callers import Callers
from services.gateway.http.parts import Parts

ROOM_ENTROPY_BYTES: Final = 20
RUNNING_WITHIN_S: Final = 1.0

_new_room = msgspec.json.Decoder(NewRoom).decode
_new_practice = msgspec.json.Decoder(NewPractice).decode
_running = msgspec.json.Decoder(list[GameSummary]).decode


class Rooms:
    """A room's id follows from session and command id, so that asking again is harmless."""

    def __init__(self, parts: Parts, callers: Callers) -> None:
        self._parts = parts
        self._callers = callers
        limits = parts.limits
        self._practices = Buckets(limits.practices_a_minute / 60.0, limits.practices_burst)

    def routes(self) -> list[web.RouteDef]:
        """All of them."""
        return [
            web.post("/api/rooms", self.open_room),
            web.post("/api/practice", self.open_practice),
            web.get("/api/rooms/{room}", self.room),
        ]

    async def room(self, request: web.Request) -> web.Response:
        """A room as everybody with its link sees it."""
        room = RoomId(request.match_info["room"])
        return as_json(await self._parts.questions.rooms.as_seen(room))

    async def open_room(self, request: web.Request) -> web.Response:
        """A room with a free place."""
        self._callers.check_origin(request)
        wish = await read_body(request, _new_room, self._parts.limits.body_within_s)
        session = await self._callers.need_session(request)
        room, game = self.ids(request, wish.id)
        command = OpenRoom(name_in_events(session.player), wish.terms, game)
        return await self.open(room, session, wish.id, command)

    async def open_practice(self, request: web.Request) -> web.Response:
        """A room that a computer enters at once; nobody has any number of such games."""
        who = self._callers.check_origin(request)
        wish = await read_body(request, _new_practice, self._parts.limits.body_within_s)
        session = await self._callers.need_session(request)
        room, game = self.ids(request, wish.id)
        if not self._practices.take(who.household, self._parts.now_s()):
            raise RefusedError("too_fast")
        most = self._parts.limits.practice_games
        if await self.has_running(session.player.id, "practice", most):
            return await self.opened_before(room, "too_many_practice_games")
        command = OpenPractice(name_in_events(session.player), wish.terms, wish.strength, game)
        return await self.open(room, session, wish.id, command)

    def ids(self, request: web.Request, command: CommandId) -> tuple[RoomId, GameId]:
        """Those of the room that this command opens, and of its first game."""
        if not is_command_id(command):
            raise RefusedError("bad_message")
        token = self._callers.token(request) or ""
        room = RoomId(_id_from(matchmaking.SHARDS, "room", token, command))
        return room, GameId(_id_from(games.SHARDS, "game", token, command))

    async def open(
        self,
        room: RoomId,
        session: Session,
        command_id: CommandId,
        command: Opening,
    ) -> web.Response:
        """The room as it is once this command has opened it."""
        answer = await self._parts.commands.open_room(
            room, session.player, command_id, self._parts.now_ms(), command
        )
        if answer.code is not None:
            raise RefusedError(answer.code, answer.detail)
        return as_json(await self._parts.questions.rooms.as_seen(room))

    async def has_running(self, player: PlayerId, kind: Kind, most: int) -> bool:
        """Whether so many of the player's games of a kind run that one must end first.

        A silent archive counts none: it must not keep people from playing.
        """
        try:
            running = await self._parts.questions.archive.running(player, RUNNING_WITHIN_S)
        except RefusedError:
            return False
        return sum(line.terms.kind == kind for line in _running(running)) >= most

    async def opened_before(self, room: RoomId, code: str) -> web.Response:
        """The room, if this was asked before and is only asked again; else refused."""
        try:
            return as_json(await self._parts.questions.rooms.as_seen(room))
        except RefusedError as refusal:
            if refusal.code != "room_not_found":
                raise
            raise RefusedError(code) from refusal


def _id_from(shards: int, *secret: str) -> str:
    """An id that nobody without the session's token can guess."""
    digest = sha256("\n".join(secret).encode()).digest()
    return new_stream_id(shards, digest[:ROOM_ENTROPY_BYTES])
