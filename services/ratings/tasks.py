"""Stakes that were reserved for a game that never started go back."""

import asyncio
from collections.abc import Callable, Collection
from typing import Any, Final, Protocol

import msgspec

from libs.bus import Bus, BusError
from libs.contracts.envelope import Answer
from libs.contracts.games import SERVICE as GAMES
from libs.contracts.games import GameAsSeen
from libs.contracts.ids import GameId, PlayerId
from libs.contracts.ratings import RatingCommand, ReleaseStakes
from libs.eventstore.records import shard_of
from libs.runtime.logs import get_logger

AT_ONCE: Final = 100
WITHIN_S: Final = 2.0
NOT_FOUND: Final = "game_not_found"

_WAITING: Final = """
SELECT game, player0, reserved_at_ms FROM stakes WHERE NOT is_started AND reserved_at_ms <= $1
ORDER BY reserved_at_ms LIMIT $2
"""
_STARTED: Final = "UPDATE stakes SET is_started = true WHERE game = $1"

_pack = msgspec.msgpack.Encoder().encode
_answer = msgspec.msgpack.Decoder(Answer).decode


class Table(Protocol):
    """What reservations are read through; all raise `StoreUnavailableError`."""

    async def fetch(self, sql: str, *args: object) -> list[Any]:
        """The rows of a query."""

    async def execute(self, sql: str, *args: object) -> None:
        """A single write that may be repeated."""


class Send(Protocol):
    """Sends a command to this service's own shard."""

    async def __call__(self, command: RatingCommand, command_id: str, correlation: str) -> Answer:
        """The answer, after the commit. Raises `ServiceUnavailableError`."""


class Sweeping:
    """Asks the owners of games about reservations that have waited for long.

    Only an owner that says it knows no such game is believed. Should the game start nevertheless
    at that very moment, its start reserves anew.
    """

    def __init__(self, bus: Bus, table: Table, send: Send, now_ms: Callable[[], int]) -> None:
        self._bus = bus
        self._table = table
        self._send = send
        self._now_ms = now_ms
        self._logger = get_logger(service="ratings")

    async def run(
        self, every_s: float, waited_ms: int, owned: Callable[[], Collection[int]]
    ) -> None:
        """For ever, while a shard is owned here; what it raises ends it, its keeper restarts."""
        while True:
            await asyncio.sleep(every_s)
            if owned():
                await self.sweep(waited_ms)

    async def sweep(self, waited_ms: int) -> None:
        """Once over the oldest that have waited for so long."""
        for row in await self._table.fetch(_WAITING, self._now_ms() - waited_ms, AT_ONCE):
            await self._look_at(GameId(row[0]), PlayerId(row[1]), row[2])

    async def _look_at(self, game: GameId, player: PlayerId, reserved_at_ms: int) -> None:
        subject = f"query.{GAMES}.{shard_of(game)}"
        try:
            query = _pack(GameAsSeen(game, player))
            answer = _answer(await self._bus.request(subject, query, WITHIN_S))
        except BusError as error:
            self._logger.info("nobody knows whether a game has started", error=str(error))
            return
        if answer.code is None:
            await self._table.execute(_STARTED, game)
        elif answer.code == NOT_FOUND:
            command_id = f"sweep-{game}-{reserved_at_ms}"
            await self._send(ReleaseStakes(game), command_id, "sweep")
