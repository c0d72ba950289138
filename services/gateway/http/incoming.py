"""Messages of clients: counted, read, done or refused; the socket lives on."""

from collections.abc import Callable
from typing import Any, Final

from libs.contracts import client_in
from libs.contracts.client_in import GameVerb, LobbyVerb, RoomVerb
from libs.contracts.envelope import Answer
from services.gateway.decider.connection import TOO_FAST, Connection
from services.gateway.decider.parsing import decode_message, parsed
from services.gateway.decider.refusals import RefusedError, answered, refused
from services.gateway.handlers.commands import Verb
from services.gateway.http.hall import Halls
from services.gateway.http.parts import Parts
from services.gateway.http.watching import Watching

BUSY: Final = Answer("too_fast")


class Incoming:
    """Tells messages apart by their type; verbs become commands, the rest is about watching."""

    def __init__(self, parts: Parts, watching: Watching) -> None:
        self._parts = parts
        self._halls = halls = Halls(parts)
        self._handlers: dict[type, Callable[[Connection, Any], None]] = {
            client_in.Watch: lambda connection, message: watching.watch(
                connection, message.game, message.since
            ),
            client_in.Unwatch: self._unwatch,
            client_in.WatchRoom: lambda connection, message: watching.watch_room(
                connection, message.room
            ),
            client_in.UnwatchRoom: lambda connection, message: parts.shown.rooms.leave(
                connection, message.room
            ),
            client_in.WatchLive: lambda connection, _message: parts.shown.live.enter(
                connection, parts.now_s()
            ),
            client_in.UnwatchLive: lambda connection, _message: parts.shown.live.leave(connection),
            client_in.Pong: lambda connection, message: connection.trips.pong(
                message.n, parts.now_s()
            ),
            client_in.EnterLobby: lambda connection, _message: halls.enter(connection),
            client_in.LeaveLobby: lambda connection, _message: parts.shown.hall.leave(connection),
            client_in.WatchChat: lambda connection, message: halls.watch_chat(
                connection, message.game
            ),
            client_in.UnwatchChat: lambda connection, message: parts.shown.chats.leave(
                connection, message.game
            ),
            **dict.fromkeys((GameVerb | RoomVerb).__args__, self._command),
            **dict.fromkeys(LobbyVerb.__args__, self._errand),
        }

    def receive(self, connection: Connection, data: bytes) -> None:
        """One message, as it came."""
        if not connection.bucket.take(self._parts.now_s()):
            self._too_fast(connection)
            return
        try:
            message = parsed(decode_message, data)
        except RefusedError as refusal:
            self._refuse(connection, refusal.code)
            return
        self._handlers[type(message)](connection, message)

    def _unwatch(self, connection: Connection, message: client_in.Unwatch) -> None:
        self._parts.shown.games.leave(connection, message.game)
        self._parts.shown.chats.leave(connection, message.game)

    def _is_busy(self, connection: Connection, verb: Verb | LobbyVerb) -> bool:
        """Whether a socket has too much under way for one more; if not, it counts."""
        if connection.commands_in_flight >= self._parts.limits.commands_in_flight:
            connection.outbox.send(answered(verb.id, BUSY))
            return True
        connection.commands_in_flight += 1
        return False

    def _errand(self, connection: Connection, verb: LobbyVerb) -> None:
        if not self._is_busy(connection, verb):
            self._parts.errands.run(self._carry_out(connection, verb, self._parts.now_ms()))

    def _command(self, connection: Connection, verb: Verb) -> None:
        """A command to an owner: the answer comes from the bus's reader, no task waits for it."""
        if self._is_busy(connection, verb):
            return
        parts = self._parts

        def done(answer: Answer) -> None:
            parts.errands.end()
            connection.commands_in_flight -= 1
            connection.outbox.send(answered(verb.id, answer))

        parts.errands.begin()
        times = (parts.now_ms(), connection.trips.lag_ms)
        parts.commands.send_then(verb, connection.player, times, done)

    async def _carry_out(
        self, connection: Connection, verb: LobbyVerb, received_at_ms: int
    ) -> None:
        try:
            answer = await self._halls.carry_out(connection, verb, received_at_ms)
        finally:
            connection.commands_in_flight -= 1
        connection.outbox.send(answered(verb.id, answer))

    def _too_fast(self, connection: Connection) -> None:
        connection.strikes += 1
        if connection.strikes > self._parts.limits.strikes:
            connection.close(TOO_FAST)
        else:
            self._refuse(connection, "too_fast")

    def _refuse(self, connection: Connection, code: str) -> None:
        self._parts.refused_frames.child(code).add()
        connection.outbox.send(refused(code))
