"""The socket: who may open one, its first message, reading it, closing it with a reason."""

import asyncio
import contextlib
from typing import Final

from aiohttp import WSMsgType, web

from libs.contracts.accounts import Player
from libs.contracts.ids import PlayerId
from services.gateway.decider.connection import (
    NOT_TEXT,
    RESTART,
    SESSION_CLOSED,
    Connection,
    Ending,
    Session,
)
from services.gateway.decider.outbox import Outbox
from services.gateway.decider.refusals import RefusedError, encode
from services.gateway.http.callers import Callers
from services.gateway.http.client_socket import ClientSocket
from services.gateway.http.incoming import Incoming
from services.gateway.http.parts import Parts
from services.gateway.http.watching import Watching
from services.gateway.tasks import Pings

CLOSING_WITHIN_S: Final = 2.0


class Sockets:
    """`GET /ws`."""

    def __init__(
        self, parts: Parts, callers: Callers, watching: Watching, incoming: Incoming, pings: Pings
    ) -> None:
        self._parts = parts
        self._callers = callers
        self._watching = watching
        self._incoming = incoming
        self._pings = pings
        self._closing: set[asyncio.Task[None]] = set()
        self._is_stopping = False

    async def serve(self, request: web.Request) -> web.StreamResponse:
        """From the handshake to the end of a socket."""
        address = self._callers.check_origin(request).household
        if self._is_stopping:
            raise RefusedError("unavailable")
        session = await self._callers.session(request)
        token_hash = None if session is None else session.token_hash
        sockets = self._parts.shown.sockets
        if not sockets.reserve(address, token_hash):
            raise RefusedError("too_many_connections")
        try:
            return await self._open(request, session)
        finally:
            sockets.release(address, token_hash)

    async def _open(self, request: web.Request, session: Session | None) -> web.StreamResponse:
        socket = ClientSocket(
            max_msg_size=self._parts.limits.message_bytes, closing_within_s=CLOSING_WITHIN_S
        )
        await socket.prepare(request)
        connection = self._connection(socket, request, session)
        shown = self._parts.shown
        shown.sockets.enter(connection)
        shown.running.enter(connection)
        shown.personal.enter(connection)
        shown.present.arrive(connection)
        try:
            if session is not None and shown.sessions.is_closed(session.token_hash):
                connection.close(SESSION_CLOSED)
            await self._welcome(connection)
            await self._listen(socket, connection)
        finally:
            connection.outbox.close()
            shown.sockets.leave(connection)
            self._watching.leave_all(connection)
            shown.chats.leave_all(connection)
            shown.hall.depart(connection)
        return socket

    def _connection(
        self, socket: ClientSocket, request: web.Request, session: Session | None
    ) -> Connection:
        transport = request.transport
        if transport is None:
            raise ConnectionResetError
        limits = self._parts.limits
        bounds = (limits.backlog_bytes, limits.backlog_frames, limits.dead_bytes)
        # Straight to the transport: nothing is compressed, and every write is a whole frame, so
        # aiohttp's own writer (pongs, the closing frame) may write in between.
        outbox = Outbox(transport, self._parts.mail, bounds)

        def close(ending: Ending) -> None:
            if not outbox.is_closed:
                outbox.close()
                task = asyncio.get_running_loop().create_task(
                    self._close(socket, transport, ending)
                )
                self._closing.add(task)
                task.add_done_callback(self._closing.discard)

        connection = Connection(session, outbox, limits, self._parts.now_s(), close)
        connection.household = self._callers.of(request).household
        return connection

    async def _close(
        self, socket: ClientSocket, transport: asyncio.Transport, ending: Ending
    ) -> None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(CLOSING_WITHIN_S):
                await socket.close(code=ending.code, message=ending.reason.encode())
                return
        transport.abort()

    async def _welcome(self, connection: Connection) -> None:
        """A list of running games that can't be had in time comes later, by itself."""
        player, running = connection.player, b"[]"
        lists = self._parts.shown.running
        if player is not None:
            if lists.latest(player.id) is None:
                await self._watching.learn_running(player.id)
            running = lists.latest(player.id) or running
        now_ms = self._parts.now_ms()
        ping_every_ms = int(self._parts.limits.ping_every_s * 1000)
        connection.outbox.send(
            b'{"t":"welcome","player":%b,"now_ms":%d,"ping_every_ms":%d,"running":%b}'
            % (encode(player), now_ms, ping_every_ms, running)
        )
        connection.is_welcome = True
        self._parts.shown.hall.greet(connection)
        self._pings.ping(connection, self._parts.now_s(), now_ms)

    async def _listen(self, socket: ClientSocket, connection: Connection) -> None:
        """Texts go straight from the parser to `take`; what came before this one by one."""
        receive, outbox = self._incoming.receive, connection.outbox

        def take(text: bytes) -> None:
            if not outbox.is_closed:
                receive(connection, text)

        socket.hand_texts_to(take)
        while True:
            message = await socket.receive()
            if message.type is WSMsgType.TEXT:
                take(message.data)
            elif message.type is WSMsgType.BINARY:
                connection.close(NOT_TEXT)
            elif message.type is WSMsgType.ERROR:
                socket.raise_failure()
                return
            else:  # closed, by whomever
                return

    def end_session(self, token_hash: str) -> None:
        """A session was closed: so are its sockets."""
        for connection in self._parts.shown.sockets.of_session(token_hash):
            connection.close(SESSION_CLOSED)

    def change_player(self, player: PlayerId, now: Player | None) -> None:
        """Somebody has another name or role; sockets of who has gone are closed."""
        for connection in self._parts.shown.sockets.of_player(player):
            if now is None:
                connection.close(SESSION_CLOSED)
            elif connection.player != now:
                connection.player = now
                self._parts.shown.present.change(player)
                self._parts.shown.hall.desk.greet(connection)

    async def stop(self) -> None:
        """Tell everybody to come back at once, and wait until they have gone."""
        self._is_stopping = True
        for connection in self._parts.shown.sockets:
            connection.close(RESTART)
        if self._closing:
            await asyncio.wait(self._closing, timeout=CLOSING_WITHIN_S * 2)
