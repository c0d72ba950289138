"""The hall for as long as this instance owns it: loaded, settled, dropped."""

import secrets
from collections.abc import Callable
from typing import Final

import msgspec

from libs.contracts.lobby import PersonBanned, PersonMuted, PersonUnbanned, PersonUnmuted
from libs.eventstore.errors import ShardLostError
from services.lobby.decider import Hall
from services.lobby.queries.tables import BlockTable, LineTable, ReportTable

SHARD: Final = 0
CHANGES_STANDING: Final = tuple(
    str(kind.__struct_config__.tag)
    for kind in (PersonMuted, PersonUnmuted, PersonBanned, PersonUnbanned)
)


class Times(msgspec.Struct, frozen=True):
    """How long is waited; see `LobbySettings`."""

    settle_ms: int
    grace_ms: int
    silence_ms: int


class HallKeeper:
    """Who has the shard has the hall. `on_open` is called with each new one."""

    def __init__(
        self,
        lines: LineTable,
        blocks: BlockTable,
        reports: ReportTable,
        times: Times,
        now_ms: Callable[[], int],
    ) -> None:
        self._lines = lines
        self._blocks = blocks
        self._reports = reports
        self._times = times
        self._now_ms = now_ms
        self.hall: Hall | None = None
        self.last_line = 0

    async def open(self, _shard: int, _heartbeat_ms: int | None) -> None:
        """Read what is stored; who is here the gateways will say. Raises StoreUnavailableError."""
        now_ms, times = self._now_ms(), self._times
        hall = Hall(secrets.token_hex(4), now_ms, times.grace_ms, times.silence_ms)
        hall.standings.fold(await self._reports.standings(CHANGES_STANDING), now_ms)
        for blocker, blocked in await self._blocks.all():
            hall.standings.block(blocker, blocked)
        for player, until_ms in hall.standings.bans().items():
            hall.presence.bar(player, until_ms)
        hall.presence.take_news()
        hall.open_reports = await self._reports.open()
        hall.lines.extend(await self._lines.in_room())
        self.last_line = await self._lines.last_number()
        self.hall = hall

    def close(self, _shard: int) -> None:
        """It is somebody else's now."""
        self.hall = None

    def need(self) -> Hall:
        """The hall. Raises ShardLostError where it isn't: then the sender asks its owner."""
        if self.hall is None:
            raise ShardLostError(SHARD)
        return self.hall

    def settled(self) -> Hall:
        """The hall, once it has heard who is here; until then as if nobody had it.

        Raises ShardLostError.
        """
        hall = self.need()
        if not hall.is_settled:
            raise ShardLostError(SHARD)
        return hall

    def settle(self, hall: Hall, now_ms: int) -> None:
        """Whether it has heard for long enough by now."""
        if now_ms >= hall.opened_ms + self._times.settle_ms:
            hall.is_settled = True

    def next_number(self, now_ms: int) -> int:
        """A line's number: never given twice, also when all lines before are long gone."""
        self.last_line = max(self.last_line + 1, now_ms)
        return self.last_line
