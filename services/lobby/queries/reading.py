"""What moderators read, and what is forgotten with somebody."""

from collections.abc import Callable
from typing import Final

import msgspec

from libs.contracts.envelope import Answer
from libs.contracts.ids import PlayerId
from libs.contracts.lobby import AuditPage, OwnTraces, ReportsPage
from libs.contracts.lobby_messages import AuditFor, ReportsFor
from services.lobby.queries.directory import People
from services.lobby.queries.keeping import HallKeeper
from services.lobby.queries.tables import BlockTable, ReportTable
from services.lobby.queries.talking import Talking
from services.lobby.queries.telling import Telling

MODERATORS_ONLY: Final = Answer("moderators_only")
NEWEST: Final = 2**62
EVER: Final = 0

_json = msgspec.json.Encoder().encode


class Desk:
    """Reports and the log of moderation, for moderators alone."""

    def __init__(self, reports: ReportTable, people: People) -> None:
        self._reports = reports
        self._people = people

    async def reports(self, query: ReportsFor) -> Answer:
        """What is to be looked at, and what was."""
        if not await self._people.is_moderator(query.player):
            return MODERATORS_ONLY
        return Answer(data=_json(ReportsPage(*await self._reports.page(query.after))))

    async def audit(self, query: AuditFor) -> Answer:
        """Who did what, and when."""
        if not await self._people.is_moderator(query.player):
            return MODERATORS_ONLY
        before = NEWEST if query.before is None else query.before
        lines, following = await self._reports.audit(before)
        return Answer(data=_json(AuditPage(lines, following)))


class Forgetting:
    """What is kept of somebody; with their account nothing that they wrote stays."""

    def __init__(
        self, keeper: HallKeeper, blocks: BlockTable, reports: ReportTable, talking: Talking,
        telling: Telling, now_ms: Callable[[], int],
    ) -> None:  # fmt: skip
        self._now_ms = now_ms
        self._keeper = keeper
        self._blocks = blocks
        self._reports = reports
        self._talking = talking
        self._telling = telling

    async def kept(self, player: PlayerId) -> Answer:
        """All of it, for themselves. Raises StoreUnavailableError, ShardLostError."""
        standing = self._keeper.need().standings.of(player, self._now_ms())
        lines, reports = await self._talking.own(player), await self._reports.own(player)
        return Answer(data=_json(OwnTraces(lines, reports, standing)))

    async def forget(self, player: PlayerId) -> Answer:
        """Again makes no difference. Raises StoreUnavailableError, ShardLostError."""
        hall = self._keeper.need()
        hall.standings.expel(player)
        await self._reports.forget(player)
        await self._blocks.forget(player)
        await self._talking.erase(player, EVER)
        apart, now_ms = hall.standings.forget(player), self._now_ms()
        if apart:
            self._telling.hiding(hall, player, now_ms, shown=apart)
            self._telling.standing(hall, apart, now_ms)
        return Answer()
