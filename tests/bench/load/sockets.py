"""Cheap client sockets: connect, hand over frames, answer pings; and the ones that only watch."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Any, Final, Protocol

import picows

from tests.bench.load.tally import Tally

TEXT: Final = picows.WSMsgType.TEXT
OPENED_AT_ONCE: Final = 20
HANDSHAKE_WITHIN_S: Final = 30.0

PING: Final = b'"t":"ping","n":'
EVENT: Final = b'"t":"game_event"'
SNAPSHOT: Final = b'"t":"game_snapshot"'


class Owner(Protocol):
    """Whoever is told what comes in on a socket."""

    def got(self, socket: "Socket", data: bytes) -> None:
        """A whole frame; the first one may come before `connect` has returned."""


class Socket(picows.WSListener):
    """One socket of one owner."""

    def __init__(self, owner: Owner, seat: int) -> None:
        self._got = owner.got
        self.seat = seat
        self._transport: Any = None
        self.is_closed = False
        self.why_closed = ""

    def on_ws_connected(self, transport: Any) -> None:
        """See picows."""
        self._transport = transport

    def on_ws_disconnected(self, transport: Any) -> None:
        """See picows."""
        self.is_closed = True

    def on_ws_frame(self, transport: Any, frame: Any) -> None:
        """See picows."""
        if frame.msg_type == TEXT:
            self._got(self, frame.get_payload_as_bytes())
        elif frame.msg_type == picows.WSMsgType.CLOSE:
            self.why_closed = f"{frame.get_close_code()} {frame.get_close_message()}"

    def send(self, data: bytes) -> None:
        """One text frame."""
        self._transport.send(TEXT, data)


async def connect(url: str, owner: Owner, seat: int = 0, cookie: str = "") -> Socket:
    """An open socket."""
    headers = {"Cookie": cookie} if cookie else None
    _, socket = await picows.ws_connect(
        lambda: Socket(owner, seat),
        url,
        websocket_handshake_timeout=HANDSHAKE_WITHIN_S,
        extra_headers=headers,
    )
    assert isinstance(socket, Socket)
    return socket


async def some_at_a_time(openers: Sequence[Callable[[], Any]]) -> None:
    """Awaits what all of them return, twenty at a time."""
    for start in range(0, len(openers), OPENED_AT_ONCE):
        await asyncio.gather(*(one() for one in openers[start : start + OPENED_AT_ONCE]))


def pong(data: bytes) -> bytes:
    """The answer to the ping in this frame."""
    start = data.index(PING) + len(PING)
    return b'{"t":"pong","n":%b}' % data[start : data.index(b",", start)]


class Spectator:
    """A socket that watches games and counts the events it is shown."""

    def __init__(self, url: str, games: Sequence[str], tally: Tally) -> None:
        self._url = url
        self._games = games
        self._tally = tally
        self.sockets: list[Socket] = []
        self._snapshots = 0

    async def open(self) -> None:
        """Connect, and ask for the games."""
        socket = await connect(self._url, self)
        self.sockets.append(socket)
        for game in self._games:
            socket.send(b'{"t":"watch","game":"%b"}' % game.encode())

    def got(self, socket: Socket, data: bytes) -> None:
        """Count."""
        tally = self._tally
        if tally.is_on:
            tally.delivered += data.count(EVENT)
        elif not self.is_ready:
            self._snapshots += data.count(SNAPSHOT)
        if PING in data:
            socket.send(pong(data))

    @property
    def is_ready(self) -> bool:
        """Whether all its games have been shown."""
        return self._snapshots >= len(self._games)
