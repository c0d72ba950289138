"""Messages of clients: counted, read, done or refused; the socket lives on."""

from collections.abc import Callable
from typing import Any, Final

from libs.contracts import client_in
from libs.contracts.client_in import GameVerb, LobbyVerb, Looking, RoomVerb
from libs.contracts.envelope import Answer
from services.gateway.decider.connection import TOO_FAST, Connection
from services.gateway.decider.parsing import decode_message, parsed
from services.gateway.decider.refusals import RefusedError, answered, refused
from services.gateway.handlers.commands import Verb
from services.gateway.http.parts import Parts
from services.gateway.http.watching import Watching

BUSY: Final = Answer("too_fast")
UNAVAILABLE: Final = Answer("unavailable")


class Incoming:
    """Tells messages apart by their type; verbs become commands, the rest is about watching."""

    def __init__(self, parts: Parts, watching: Watching) -> None:
        self._parts = parts
        self._watching = watching
        self._handlers: dict[type, Callable[[Connection, Any], None]] = {
            **dict.fromkeys(Looking.__args__, self._not_shown),
            **dict.fromkeys(LobbyVerb.__args__, self._not_done),
            client_in.Watch: lambda connection, message: watching.watch(
                connection, message.game, message.since
            ),
            client_in.Unwatch: lambda connection, message: parts.shown.games.leave(
                connection, message.game
            ),
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
            **dict.fromkeys((GameVerb | RoomVerb).__args__, self._command),
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

    def _command(self, connection: Connection, verb: Verb) -> None:
        if connection.commands_in_flight >= self._parts.limits.commands_in_flight:
            connection.outbox.send(answered(verb.id, BUSY))
            return
        connection.commands_in_flight += 1
        self._parts.errands.run(self._carry_out(connection, verb, self._parts.now_ms()))

    async def _carry_out(self, connection: Connection, verb: Verb, received_at_ms: int) -> None:
        try:
            answer = await self._parts.commands.send(
                verb, connection.player, received_at_ms, connection.trips.lag_ms
            )
        finally:
            connection.commands_in_flight -= 1
        connection.outbox.send(answered(verb.id, answer))

    def _not_done(self, connection: Connection, verb: LobbyVerb) -> None:
        connection.outbox.send(answered(verb.id, UNAVAILABLE))

    def _not_shown(self, connection: Connection, _message: Looking) -> None:
        self._refuse(connection, "unavailable")

    def _too_fast(self, connection: Connection) -> None:
        connection.strikes += 1
        if connection.strikes > self._parts.limits.strikes:
            connection.close(TOO_FAST)
        else:
            self._refuse(connection, "too_fast")

    def _refuse(self, connection: Connection, code: str) -> None:
        self._parts.refused_frames.child(code).add()
        connection.outbox.send(refused(code))
