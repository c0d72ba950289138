"""Pings every socket: are you there, how far away are you, do you have the last version?"""

import asyncio
from collections.abc import Callable, Iterable
from typing import Final

from libs.contracts.client_out import Ping
from libs.contracts.ids import GameId
from libs.runtime import NowMs
from services.gateway.decider.connection import SILENT, Connection
from services.gateway.decider.limits import Limits
from services.gateway.decider.refusals import encode
from services.gateway.decider.watching import Place

TICK_S: Final = 0.2

Versions = Callable[[Iterable[Place]], dict[GameId, int]]


class Pings:
    """One loop for all sockets."""

    def __init__(
        self, sockets: Iterable[Connection], versions: Versions, limits: Limits, now_ms: NowMs
    ) -> None:
        self._sockets = sockets
        self._versions = versions
        self._limits = limits
        self._now_ms = now_ms

    async def run(self) -> None:
        """Until cancelled."""
        loop = asyncio.get_running_loop()
        while True:
            self.tick(loop.time())
            await asyncio.sleep(TICK_S)

    def tick(self, now_s: float) -> None:
        """Ping who is due; close who has been silent for too long."""
        now_ms = self._now_ms()
        for connection in self._sockets:
            trips = connection.trips
            if now_s < trips.next_ping_s or not connection.is_welcome:
                continue
            if now_s - trips.silent_since_s > self._limits.silent_after_s:
                connection.close(SILENT)
            else:
                self.ping(connection, now_s, now_ms)

    def ping(self, connection: Connection, now_s: float, now_ms: int) -> None:
        """One ping."""
        trips = connection.trips
        trips.next_ping_s = now_s + self._limits.ping_every_s
        versions = self._versions(connection.games.values())
        connection.outbox.send(encode(Ping(trips.ping(now_s), now_ms, versions)))
