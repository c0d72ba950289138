"""Who is here, who hides from whom: what gateways report and matchmaking asks."""

from collections import Counter
from collections.abc import Callable
from typing import Final

import msgspec

from libs.contracts.envelope import Answer
from libs.contracts.ids import PlayerId
from libs.contracts.lobby import (
    MOST_BLOCKS,
    Between,
    FreePeople,
    PersonBanned,
    PersonUnbanned,
    StandingBetween,
)
from libs.contracts.lobby_messages import (
    Acquaintance,
    BlockPerson,
    UnblockPerson,
    WhoIsHere,
    WholeHall,
)
from libs.eventstore.deciding import Evolved
from services.lobby.decider import Fact, Hall, Record
from services.lobby.queries.directory import People
from services.lobby.queries.keeping import HallKeeper
from services.lobby.queries.tables import BlockTable
from services.lobby.queries.telling import Telling
from services.lobby.queries.whole import Wholes

WHOLE_NEEDED: Final = Answer("whole_needed")
DONE: Final = Answer()

_pack = msgspec.msgpack.Encoder().encode


class Meeting:
    """People in the hall, and between each other. All raise ShardLostError."""

    def __init__(
        self,
        keeper: HallKeeper,
        blocks: BlockTable,
        people: People,
        telling: Telling,
        now_ms: Callable[[], int],
    ) -> None:
        self._keeper = keeper
        self._blocks = blocks
        self._people = people
        self._telling = telling
        self._now_ms = now_ms
        self.on_report: Callable[[list[PlayerId]], object] = lambda _players: None
        """Called with the people of every report that was taken."""
        self._wholes = Wholes()
        self._being_stored: Counter[PlayerId] = Counter()
        """Blocks under way, by who blocks: they count before they stand."""

    async def report(self, report: WhoIsHere) -> Answer:
        """A gateway says who is there."""
        hall, now_ms = self._keeper.need(), self._now_ms()
        if not hall.presence.report(report, now_ms):
            return WHOLE_NEEDED
        players = [sighting.player for sighting in report.here]
        self.on_report(players)
        return Answer(data=_pack(_acquaintance(hall, players, now_ms)))

    async def whole(self, query: WholeHall) -> Answer:
        """The hall as it is, or a further part of how it was a moment ago."""
        hall = self._keeper.settled()
        if not query.part:
            return Answer(data=self._wholes.first(hall))
        part = self._wholes.part(query.epoch, query.version, query.part)
        return WHOLE_NEEDED if part is None else Answer(data=part)

    async def between(self, query: StandingBetween) -> Answer:
        """What stands between two people."""
        hall, now_ms = self._keeper.settled(), self._now_ms()
        is_banned = hall.standings.is_banned(query.player, now_ms)
        other = query.other
        if other is None:
            return Answer(data=_pack(Between(is_banned)))
        is_blocked = hall.standings.are_apart(query.player, other)
        is_here = hall.presence.is_free(other)
        return Answer(data=_pack(Between(is_banned, is_blocked, is_here)))

    async def free(self, query: FreePeople) -> Answer:
        """Whom a quick game may be played with."""
        found = self._keeper.settled().closest(
            query.player, query.family, {*query.apart_from}, no_guests=query.accounts_only
        )
        return Answer(data=_pack(found))

    async def block(self, query: BlockPerson) -> Answer:
        """Stored, then told to the gateways: from now on the two are apart."""
        hall, player, other = self._keeper.need(), query.player, query.other
        if player == other:
            return Answer("not_yourself")
        if hall.standings.is_forgotten(player):
            return Answer("no_session")
        if other in hall.standings.blocked_by(player):
            return DONE
        if not await self._people.exists(other):
            return Answer("no_such_person")
        if not self._has_room(player):
            return Answer("too_many_blocked")
        self._being_stored[player] += 1
        try:
            await self._store_block(player, other)
        finally:
            self._being_stored -= Counter([player])
        return DONE

    def _has_room(self, player: PlayerId) -> bool:
        blocked = self._keeper.need().standings.blocked_by(player)
        return len(blocked) + self._being_stored[player] < MOST_BLOCKS

    async def _store_block(self, player: PlayerId, other: PlayerId) -> None:
        await self._blocks.add(player, other)
        hall = self._keeper.need()
        hall.standings.block(player, other)
        self._telling.hiding(hall, player, self._now_ms(), hidden=[other])
        self._telling.parted(player, other)

    async def unblock(self, query: UnblockPerson) -> Answer:
        """The two see each other again, unless the other has blocked, too."""
        hall, player, other = self._keeper.need(), query.player, query.other
        if other not in hall.standings.blocked_by(player):
            return DONE
        await self._blocks.take_back(player, other)
        hall = self._keeper.need()
        hall.standings.unblock(player, other)
        shown = [] if hall.standings.are_apart(player, other) else [other]
        self._telling.hiding(hall, player, self._now_ms(), shown=shown)
        return DONE

    def moderated(self, evolved: Evolved[Record, Fact]) -> None:
        """Moderators have done something: it holds at once, everywhere."""
        hall = self._keeper.hall
        if hall is None:
            return
        players: set[PlayerId] = set()
        for fact in evolved.events:
            hall.count_reports(fact.event)
            player = hall.standings.apply(fact.event)
            if player is not None:
                players.add(player)
            if isinstance(fact.event, PersonBanned):
                hall.presence.bar(fact.event.player, fact.event.until_ms)
            elif isinstance(fact.event, PersonUnbanned):
                hall.presence.bar(fact.event.player, 0)
        if evolved.events:
            self._telling.desk(hall)
        if players:
            self._telling.standing(hall, players, self._now_ms())
            self.on_report([])


def _acquaintance(hall: Hall, players: list[PlayerId], now_ms: int) -> Acquaintance:
    standings, hidden = {}, {}
    for player in players:
        standing = hall.standings.of(player, now_ms)
        if standing != type(standing)():
            standings[player] = standing
        apart = hall.standings.hidden_from(player)
        if apart:
            hidden[player] = [*apart]
    return Acquaintance(hall.epoch, hall.version, standings, hidden)
