"""What falls due is looked at, what is old is thrown away."""

import asyncio
from collections.abc import Callable, Collection
from typing import Any, Final, Protocol

from libs.bus import ServiceUnavailableError
from libs.contracts.envelope import Answer
from libs.contracts.matchmaking import KEPT_MS, LookAtTime, RoomCommand
from libs.eventstore.errors import StoreUnavailableError
from libs.runtime.logs import get_logger

AT_ONCE: Final = 200
DAY_MS: Final = 24 * 3_600_000
TIDY_EVERY_S: Final = 3_600.0

_DUE: Final = """
SELECT room, due_at_ms FROM open_rooms WHERE due_at_ms <= $1 AND shard = ANY($2::smallint[])
ORDER BY due_at_ms LIMIT $3
"""
_OLD_MAIL: Final = "DELETE FROM invitations WHERE at_ms < $1 AND state <> 'open'"
_OLD_WISHES: Final = "DELETE FROM quick_games WHERE at_ms < $1"


class Table(Protocol):
    """What rooms are read through; all raise `StoreUnavailableError`."""

    async def fetch(self, sql: str, *args: object) -> list[Any]:
        """The rows of a query."""

    async def execute(self, sql: str, *args: object) -> None:
        """A single write that may be repeated."""


class Send(Protocol):
    """Sends a command to a room of this service."""

    async def __call__(
        self, room: str, command: RoomCommand, command_id: str, correlation: str
    ) -> Answer:
        """The answer, after the commit. Raises `ServiceUnavailableError`."""


class Sweeping:
    """Each instance sees to the shards it owns; the room itself judges by its own times."""

    def __init__(self, table: Table, send: Send, now_ms: Callable[[], int]) -> None:
        self._table = table
        self._send = send
        self._now_ms = now_ms
        self._log = get_logger(service="matchmaking")

    async def run(self, every_s: float, owned: Callable[[], Collection[int]]) -> None:
        """For ever: looks at what is due."""
        while True:
            await asyncio.sleep(every_s)
            try:
                await self.sweep(owned())
            except (StoreUnavailableError, ServiceUnavailableError) as error:
                self._log.info("what is due has to wait", error=str(error))

    async def sweep(self, shards: Collection[int]) -> None:
        """Once over what is due; what is late is looked at now."""
        if not shards:
            return
        rows = await self._table.fetch(_DUE, self._now_ms(), sorted(shards), AT_ONCE)
        looks = [
            self._send(room, LookAtTime(), f"due-{room}-{due_ms}", "due") for room, due_ms in rows
        ]
        for answer in await asyncio.gather(*looks, return_exceptions=True):
            if isinstance(answer, Exception):
                raise answer

    async def keep_tidy(self) -> None:
        """For ever: old invitations leave the mailboxes."""
        while True:
            await self.tidy()
            await asyncio.sleep(TIDY_EVERY_S)

    async def tidy(self) -> None:
        """Once. Raises `StoreUnavailableError`."""
        now_ms = self._now_ms()
        await self._table.execute(_OLD_MAIL, now_ms - KEPT_MS)
        await self._table.execute(_OLD_WISHES, now_ms - DAY_MS)
