"""A client for tests: one person with a cookie, pages, and sockets that remember what they got."""

import asyncio
from types import TracebackType
from typing import Any

import aiohttp
import msgspec
from yarl import URL

to_json = msgspec.json.encode
from_json = msgspec.json.decode


class Socket:
    """One socket; answers pings unless told not to."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.raw = socket
        self.got: list[dict[str, Any]] = []
        self.frames = 0
        self.does_pong = True
        self.pongs_after_s = 0.0
        self.reason = ""
        """Why the other side closed."""
        self._unread: list[dict[str, Any]] = []
        self._news = asyncio.Event()
        self._reading = asyncio.create_task(self._read())

    async def _read(self) -> None:
        while True:
            frame = await self.raw.receive()
            if frame.type is not aiohttp.WSMsgType.TEXT:
                self.reason = frame.extra or ""
                break
            self.frames += 1
            for line in frame.data.split("\n"):
                message = from_json(line)
                self.got.append(message)
                if message["t"] == "ping":
                    if self.does_pong:
                        await asyncio.sleep(self.pongs_after_s)
                        await self.raw.send_str(f'{{"t":"pong","n":{message["n"]}}}')
                    continue
                self._unread.append(message)
                self._news.set()
        self._news.set()

    async def send(self, message: dict[str, Any] | str | bytes) -> None:
        """A message, or raw text."""
        text = to_json(message) if isinstance(message, dict) else message
        await self.raw.send_str(text if isinstance(text, str) else text.decode())

    async def next(self, kind: str, within_s: float = 5.0, **fields: Any) -> dict[str, Any]:
        """The first unread message of that kind with these fields; others stay unread."""
        async with asyncio.timeout(within_s):
            while True:
                for place, message in enumerate(self._unread):
                    if message["t"] == kind and fields.items() <= message.items():
                        return self._unread.pop(place)
                if self._reading.done():
                    raise ConnectionError(f"closed with {self.raw.close_code} before {kind}")
                self._news.clear()
                await self._news.wait()

    async def ask(self, message: dict[str, Any]) -> dict[str, Any]:
        """Send a command, return its answer."""
        await self.send(message)
        return await self.next("answer", id=message["id"])

    async def has_caught_up(self) -> None:
        """All that was said before has been heard, all that was sent before has come."""
        await self.send({"t": "watch", "game": "00-unknown"})
        await self.next("game_gone", game="00-unknown")

    def versions(self, game: str) -> list[int]:
        """Versions of the events of a game that came one by one."""
        return [
            message["event"]["version"]
            for message in self.got
            if message["t"] == "game_event" and message["game"] == game
        ]

    async def ended(self, within_s: float = 5.0) -> int | None:
        """Wait for the end; the closing code."""
        async with asyncio.timeout(within_s):
            await asyncio.wait({self._reading})
        return self.raw.close_code

    async def close(self) -> None:
        """Go."""
        await self.raw.close()
        await asyncio.wait({self._reading})


class Browser:
    """Somebody at an address of ours."""

    def __init__(self, port: int, token: str | None = None) -> None:
        self.url = URL(f"http://127.0.0.1:{port}")
        cookies = {} if token is None else {"sc_session": token}
        self.session = aiohttp.ClientSession(
            self.url, cookies=cookies, cookie_jar=aiohttp.CookieJar(unsafe=True)
        )
        self._sockets: list[Socket] = []

    async def __aenter__(self) -> "Browser":
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:  # fmt: skip
        for socket in self._sockets:
            await socket.close()
        await self.session.close()

    def at(self, path: str) -> URL:
        """An address as it stands, dots and percent signs included."""
        return URL(f"{self.url}".rstrip("/") + path, encoded=True)

    async def open(self, **headers: str) -> Socket:
        """A socket, before its first message is read."""
        raw = await self.session.ws_connect("/ws", headers=headers, max_msg_size=0)
        self._sockets.append(Socket(raw))
        return self._sockets[-1]

    async def socket(self) -> Socket:
        """A socket that was welcomed."""
        socket = await self.open()
        await socket.next("welcome")
        return socket

    async def get(self, path: str, **headers: str) -> tuple[int, Any]:
        """Status and JSON."""
        async with self.session.get(path, headers=headers) as response:
            return response.status, from_json(await response.read())

    async def post(self, path: str, body: Any = b"", **headers: str) -> tuple[int, Any]:
        """Status and JSON."""
        data = body if isinstance(body, bytes) else to_json(body)
        async with self.session.post(path, data=data, headers=headers) as response:
            return response.status, from_json(await response.read())
