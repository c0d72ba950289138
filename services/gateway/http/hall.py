"""The waiting room and tables' chats on sockets; what moderators read."""

from aiohttp import web

from libs.contracts import client_in
from libs.contracts.client_in import LobbyVerb, ModeratorVerb
from libs.contracts.envelope import Answer
from libs.contracts.ids import GameId, PlayerId
from services.gateway.decider import hall_frames as frames
from services.gateway.decider.connection import Connection, Session
from services.gateway.decider.ids import HIGHEST_MS
from services.gateway.decider.limits import Buckets
from services.gateway.decider.refusals import RefusedError, refused
from services.gateway.http.bodies import as_json
from services.gateway.http.callers import Callers
from services.gateway.http.parts import Parts

NOT_HERE = Answer("not_here")
TOO_CHATTY = Answer("too_chatty", 0, {"wait_s": 1})
TOO_MANY_REPORTS = Answer("too_many_reports")
TOKEN_NOT_ALLOWED = Answer("token_not_allowed")


class Halls:
    """Who may look, and who may speak where, as far as this gateway knows it."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        limits = parts.limits
        self._lines = Buckets(limits.lines_a_minute / 60.0, limits.lines_burst)
        self._reports = Buckets(limits.reports_a_minute / 60.0, limits.reports_burst)
        parts.shown.chats.on_stale = self._ask_soon

    def enter(self, connection: Connection) -> None:
        """Show the waiting room, as soon as it is known."""
        if self._may_look(connection):
            self._parts.shown.hall.enter(connection)

    def _may_look(self, connection: Connection) -> bool:
        may_look = self._parts.shown.hall.may_look(connection, self._parts.now_s())
        if not may_look:
            connection.outbox.send(refused("too_fast"))
        return may_look

    def watch_chat(self, connection: Connection, game: GameId) -> None:
        """Show what is said at a table that the socket shows."""
        if game not in connection.games:
            connection.outbox.send(refused("not_here"))
            return
        if not self._may_look(connection):
            return
        player = connection.player
        if player is not None:
            standing = self._parts.shown.hall.standing(player.id)
            connection.outbox.send(frames.standing(standing))
        self._ask_soon(connection, game)

    def _ask_soon(self, connection: Connection, game: GameId) -> None:
        """Not before it is known whom the socket sees: then its tables are asked for anew."""
        shown = self._parts.shown
        number = shown.chats.enter(connection, game)
        if shown.hall.knows(connection):
            self._parts.errands.run(self._ask(connection, game, number))

    async def _ask(self, connection: Connection, game: GameId, number: int) -> None:
        player, shown = connection.player, self._parts.shown
        try:
            said = await self._parts.questions.lobby.at_table(
                game, None if player is None else player.id
            )
        except RefusedError as refusal:
            self._refuse(connection, game, refusal.code)
            return
        if _contradicts(connection, game, is_players=said.place == "game"):
            self._refuse(connection, game, "not_here")
            return
        hidden = shown.hall.hidden(connection)
        shown.chats.answered(connection, game, number, said, hidden)

    def _refuse(self, connection: Connection, game: GameId, code: str) -> None:
        self._parts.shown.chats.leave(connection, game)
        connection.outbox.send(refused(code))

    async def carry_out(
        self, connection: Connection, verb: LobbyVerb, received_at_ms: int
    ) -> Answer:
        """A verb's answer."""
        if connection.session is not None:
            refusal = self._refusal(connection, connection.session, verb)
            if refusal is not None:
                return refusal
        return await self._parts.talk.send(verb, connection.player, received_at_ms)

    def _refusal(self, connection: Connection, session: Session, verb: LobbyVerb) -> Answer | None:
        """What is not done from this socket."""
        household, now_s = connection.household, self._parts.now_s()
        match verb:
            case client_in.Say():
                if not self._may_say(connection, verb):
                    return NOT_HERE
                return None if self._lines.take(household, now_s) else TOO_CHATTY
            case client_in.Report():
                return None if self._reports.take(household, now_s) else TOO_MANY_REPORTS
            case _ if session.is_api and isinstance(verb, ModeratorVerb):
                return TOKEN_NOT_ALLOWED
        return None

    def _may_say(self, connection: Connection, verb: client_in.Say) -> bool:
        if verb.place == "lobby":
            return verb.game is None and connection in self._parts.shown.hall
        if verb.game is None or verb.game not in connection.games:
            return False
        return not _contradicts(connection, verb.game, is_players=verb.place == "game")


def _contradicts(connection: Connection, game: GameId, *, is_players: bool) -> bool:
    """Whether the game's owner has confirmed another seat to this socket than that."""
    place = connection.games.get(game)
    return place is None or (place.is_confirmed and (place.seat is not None) != is_players)


class Moderation:
    """Routes of moderators."""

    def __init__(self, parts: Parts, callers: Callers) -> None:
        self._lobby = parts.questions.lobby
        self._callers = callers

    def routes(self) -> list[web.RouteDef]:
        """All of them."""
        return [
            web.get("/api/moderation/reports", self.reports),
            web.get("/api/moderation/audit", self.audit),
        ]

    async def reports(self, request: web.Request) -> web.Response:
        """What is to be looked at."""
        after = _place(request.query.get("after")) or 0
        return as_json(await self._lobby.reports(await self._moderator(request), after))

    async def audit(self, request: web.Request) -> web.Response:
        """What was done."""
        before = _place(request.query.get("before"))
        return as_json(await self._lobby.audit(await self._moderator(request), before))

    async def _moderator(self, request: web.Request) -> PlayerId:
        session, _ = await self._callers.need_own_session(request)
        if session.player.role != "moderator":
            raise RefusedError("moderators_only")
        return session.player.id


def _place(text: str | None) -> int | None:
    """Where a page begins. Raises RefusedError."""
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and len(text) <= len(str(HIGHEST_MS))):
        raise RefusedError("bad_page")
    return int(text)
