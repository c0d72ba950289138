"""A person's browser without a screen: comes in as a guest, watches, plays, never gives up.

Follows the rules of the client protocol: applies only the next version, asks for what is missing,
reconnects by itself, sends a command again under the same id until it is answered.
"""

import asyncio
import contextlib
import itertools
import secrets
from collections.abc import Awaitable, Callable
from http import HTTPStatus
from typing import Any, Final, Self, TypeVar

import aiohttp
import msgspec

from libs.contracts import client_in, client_out
from libs.contracts.client_out import FromServer, GameSnapshot, SeenEvent
from libs.contracts.http import GuestRequest, Me, NewPractice, NewRoom
from libs.contracts.ids import CommandId, GameId, RoomId
from libs.contracts.matchmaking import RoomTerms, RoomView
from libs.rules.strength import Strength

RETRY_S: Final = 0.2
RESEND_S: Final = 2.0

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(FromServer).decode
T = TypeVar("T")


class SeenGame:
    """A watched game as it has arrived: the events' versions never have a gap."""

    def __init__(self, game: GameId) -> None:
        self.game = game
        self.seat: int | None = None
        self.events: list[SeenEvent] = []
        self.resyncs = 0

    @property
    def version(self) -> int:
        """The last event's version, 0 before the snapshot."""
        return self.events[-1].version if self.events else 0

    @property
    def position(self) -> int:
        """The version that a turn must name now."""
        kinds = (
            "games.turn_played",
            "games.turns_taken_back",
            "games.dealt",
            "games.game_started",
        )
        return max((event.version for event in self.events if event.type in kinds), default=0)

    @property
    def turns(self) -> list[str]:
        """All turns that stand in notation, without those taken back."""
        played: list[str] = []
        for event in self.events:
            if event.type == "games.turn_played":
                played.append(event.data["turn"])
            elif event.type == "games.turns_taken_back":
                del played[len(played) - event.data["plies"] :]
        return played

    @property
    def ended(self) -> dict[str, Any] | None:
        """The end's data, None while it runs."""
        last = self.events[-1] if self.events else None
        return last.data if last is not None and last.type == "games.game_ended" else None


class Visitor:
    """One person with one socket. `async with Visitor(address) as visitor:`"""

    def __init__(self, address: str) -> None:
        self.address = address
        self.player_id = ""
        self.games: dict[GameId, SeenGame] = {}
        self.rooms: dict[RoomId, RoomView] = {}
        self.reconnects = 0
        self.unexpected: list[FromServer] = []
        self._watched_rooms: set[RoomId] = set()
        self._pending: dict[CommandId, tuple[bytes, asyncio.Future[client_out.Answered]]] = {}
        self._numbers = itertools.count(1)
        self._prefix = secrets.token_hex(6)
        self._changed = asyncio.Condition()
        self._socket: aiohttp.ClientWebSocketResponse | None = None

    async def __aenter__(self) -> Self:
        jar = aiohttp.CookieJar(unsafe=True)
        timeout = aiohttp.ClientTimeout(total=5.0)
        self._http = aiohttp.ClientSession(
            cookie_jar=jar, timeout=timeout, headers={"Origin": self.address}
        )
        me = await self._patiently(lambda: self._post("/api/guest", GuestRequest(), Me))
        if me.player is None:
            raise RuntimeError("no guest's session was given")
        self.player_id = me.player.id
        self._tasks = [asyncio.create_task(self._live()), asyncio.create_task(self._resend())]
        return self

    async def __aexit__(self, *_: object) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._http.close()

    async def open_room(self, terms: RoomTerms) -> RoomView:
        """Opens a room and watches it."""
        body = NewRoom(self._next_id(), terms)
        view = await self._patiently(lambda: self._post("/api/rooms", body, RoomView))
        await self.watch_room(view.room)
        return view

    async def open_practice(self, terms: RoomTerms, strength: Strength) -> RoomView:
        """Opens a game against a computer and watches its room."""
        body = NewPractice(self._next_id(), terms, strength)
        view = await self._patiently(lambda: self._post("/api/practice", body, RoomView))
        await self.watch_room(view.room)
        return view

    async def watch_room(self, room: RoomId) -> None:
        """Shows a room from now on."""
        self._watched_rooms.add(room)
        await self._send(client_in.WatchRoom(room))

    async def watch(self, game: GameId) -> SeenGame:
        """Shows a game from now on; returns when it is there."""
        seen = self.games.setdefault(game, SeenGame(game))
        await self._send(client_in.Watch(game))
        await self.until(lambda: seen.version > 0)
        return seen

    async def command(
        self, make: Callable[[CommandId], client_in.GameVerb | client_in.RoomVerb]
    ) -> client_out.Answered:
        """Sends a verb under a new id, again and again, until it is answered."""
        command_id = self._next_id()
        data = _encode(make(command_id))
        future: asyncio.Future[client_out.Answered] = asyncio.get_running_loop().create_future()
        self._pending[command_id] = (data, future)
        await self._send_bytes(data)
        try:
            return await future
        finally:
            del self._pending[command_id]

    async def until(self, is_so: Callable[[], object], within_s: float = 60.0) -> None:
        """Waits until something arrived that makes it true. Raises TimeoutError."""
        async with asyncio.timeout(within_s), self._changed:
            await self._changed.wait_for(lambda: bool(is_so()))

    async def reaches(self, game: GameId, version: int) -> None:
        """Waits until a watched game is at a version. Raises TimeoutError."""
        await self.until(lambda: self.games[game].version >= version)

    async def get(self, path: str) -> Any:
        """The JSON of one GET."""
        async with self._http.get(self.address + path) as response:
            return await response.json()

    def _next_id(self) -> CommandId:
        return CommandId(f"{self._prefix}-{next(self._numbers)}")

    async def _post(self, path: str, body: msgspec.Struct, kind: type[T]) -> T:
        async with self._http.post(
            self.address + path,
            data=_encode(body),
            headers={"Content-Type": "application/json"},
        ) as response:
            data = await response.read()
            if response.status >= HTTPStatus.INTERNAL_SERVER_ERROR:
                raise aiohttp.ClientError(f"{response.status}: {data[:200]!r}")
            return msgspec.json.decode(data, type=kind)

    async def _patiently(self, ask: Callable[[], Awaitable[T]]) -> T:
        """Asks until there is an answer; for requests that may be repeated."""
        while True:
            try:
                return await ask()
            except (aiohttp.ClientError, TimeoutError):
                await asyncio.sleep(RETRY_S)

    async def _live(self) -> None:
        while True:
            with contextlib.suppress(aiohttp.ClientError, TimeoutError):
                url = self.address + "/ws"
                async with self._http.ws_connect(url, max_msg_size=0) as socket:
                    self._socket = socket
                    await self._again()
                    async for message in socket:
                        if message.type is aiohttp.WSMsgType.TEXT:
                            await self._frame(message.data)
            self._socket = None
            self.reconnects += 1
            await asyncio.sleep(RETRY_S)

    async def _again(self) -> None:
        """After a reconnect: watch what was watched, send what is unanswered."""
        for seen in self.games.values():
            await self._send(client_in.Watch(seen.game, seen.version or None))
        for room in self._watched_rooms:
            await self._send(client_in.WatchRoom(room))
        for data, _ in list(self._pending.values()):
            await self._send_bytes(data)

    async def _resend(self) -> None:
        while True:
            await asyncio.sleep(RESEND_S)
            for data, _ in list(self._pending.values()):
                await self._send_bytes(data)

    async def _send(self, message: client_in.FromClient) -> None:
        await self._send_bytes(_encode(message))

    async def _send_bytes(self, data: bytes) -> None:
        socket = self._socket
        if socket is not None and not socket.closed:
            with contextlib.suppress(ConnectionError, aiohttp.ClientError):
                await socket.send_str(data.decode())

    async def _frame(self, text: str) -> None:
        for line in text.split("\n"):
            await self._message(_decode(line))
        async with self._changed:
            self._changed.notify_all()

    async def _message(self, message: FromServer) -> None:
        match message:
            case client_out.Ping(n, _, versions):
                await self._send(client_in.Pong(n))
                for game, version in versions.items():
                    await self._compare(game, version)
            case client_out.Answered():
                self._answered(message)
            case GameSnapshot():
                self._snapshot(message)
            case client_out.GameEventFrame(game, event):
                await self._event(game, event)
            case _:
                self._other(message)

    def _answered(self, message: client_out.Answered) -> None:
        """An answer; that a service was unavailable is none, the command goes on being sent."""
        waiting = self._pending.get(message.id)
        if waiting is None or message.code == "unavailable":
            return
        _, future = waiting
        if not future.done():
            future.set_result(message)

    def _other(self, message: FromServer) -> None:
        match message:
            case client_out.RoomChanged(view):
                known = self.rooms.get(view.room)
                if known is None or known.version < view.version:
                    self.rooms[view.room] = view
            case client_out.GameGone() | client_out.RoomGone() | client_out.Refused():
                self.unexpected.append(message)
            case _:
                pass  # who is present, what else runs: nothing that a test waits for

    def _snapshot(self, message: GameSnapshot) -> None:
        seen = self.games.get(message.game)
        if seen is not None and message.version >= seen.version:
            seen.seat = message.seat
            seen.events = list(message.events)

    async def _event(self, game: GameId, event: SeenEvent) -> None:
        seen = self.games.get(game)
        if seen is None or event.version <= seen.version:
            return
        if event.version == seen.version + 1 and seen.version:
            seen.events.append(event)
            return
        seen.resyncs += 1
        await self._send(client_in.Watch(game, seen.version or None))

    async def _compare(self, game: GameId, version: int) -> None:
        seen = self.games.get(game)
        if seen is not None and seen.version < version:
            seen.resyncs += 1
            await self._send(client_in.Watch(game, seen.version or None))
