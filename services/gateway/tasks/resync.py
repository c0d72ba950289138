"""Asks again for rooms and lists of running games when something may have been missed."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from typing import Final, Protocol

from libs.contracts.ids import PlayerId, RoomId

EVERY_S: Final = 5.0


class Rooms(Protocol):
    """Rooms that are shown."""

    def shown(self) -> list[RoomId]:
        """All of them."""


class Lists(Protocol):
    """Running games of present players."""

    def forget_latest(self) -> None:
        """What has been heard so far may be out of date."""

    def unknown(self) -> list[PlayerId]:
        """Players whose list is not known."""


class Resync:
    """Every few seconds what is unknown and all rooms, after a lost bus everything at once."""

    def __init__(
        self,
        rooms: Rooms,
        lists: Lists,
        ask_room: Callable[[RoomId], Awaitable[None]],
        ask_running: Callable[[PlayerId], Awaitable[None]],
    ) -> None:
        self._rooms = rooms
        self._lists = lists
        self._ask_room = ask_room
        self._ask_running = ask_running
        self._wake = asyncio.Event()

    def bus_is_back(self) -> None:
        """Nobody knows what was said meanwhile."""
        self._lists.forget_latest()
        self._wake.set()

    def on_owner(self, _subject: str, _data: bytes) -> None:
        """Somebody has taken rooms over: what the one before said last may have been lost."""
        self._wake.set()

    async def run(self) -> None:
        """Until cancelled."""
        while True:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(EVERY_S):
                    await self._wake.wait()
            self._wake.clear()
            for player in self._lists.unknown():
                await self._ask_running(player)
            for room in self._rooms.shown():
                await self._ask_room(room)
