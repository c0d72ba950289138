"""When a game starts or ends, its players are told which of theirs run now."""

from collections.abc import Collection
from typing import Any, Final, Protocol

import msgspec

from libs.bus import Bus, BusError
from libs.contracts.ids import PlayerId
from libs.eventstore.errors import StoreUnavailableError
from libs.runtime.logs import get_logger

_json = msgspec.json.Encoder().encode

LOST: Final = "running games could not be told"


class RunningLists(Protocol):
    """Reads each player's running games."""

    async def running(self, players: Collection[PlayerId]) -> dict[PlayerId, list[Any]]:
        """Newest first."""


class Changed(msgspec.Struct, frozen=True):
    """A `RunningChanged` of lines that are JSON already."""

    player: PlayerId
    running: list[Any]


class Telling:
    """Publishes `player.<player>.running`."""

    def __init__(self, bus: Bus, lists: RunningLists) -> None:
        self._bus = bus
        self._lists = lists
        self._log = get_logger(service="archive")

    async def tell(self, players: Collection[PlayerId]) -> None:
        """Tells them what runs now; without a database nobody is told, and gateways ask."""
        if not players:
            return
        try:
            running = await self._lists.running(players)
        except StoreUnavailableError as error:
            self._log.warning(LOST, error=str(error))
            return
        for player, lines in running.items():
            self._publish(Changed(player, lines))

    def _publish(self, changed: Changed) -> None:
        """One player who can't be told must not keep the archive from reading on."""
        try:
            self._bus.publish(f"player.{changed.player}.running", _json(changed))
        except (ValueError, BusError) as error:
            self._log.warning(LOST, player=changed.player, error=str(error))
