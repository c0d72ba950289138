"""Questions to the waiting room's owner."""

from typing import Final

import msgspec

from libs.bus import Bus, BusError
from libs.contracts.envelope import Answer
from libs.contracts.ids import GameId, PlayerId
from libs.contracts.lobby_messages import (
    SUBJECT,
    Acquaintance,
    AuditFor,
    Hall,
    LinesAt,
    ReportsFor,
    TableLines,
    TracesOf,
    WhoIsHere,
    WholeHall,
)
from services.gateway.queries.ask import PATIENCE_S, ask

REPORT_WITHIN_S: Final = 1.0

_encode = msgspec.msgpack.Encoder().encode
_answer = msgspec.msgpack.Decoder(Answer).decode
_acquaintance = msgspec.msgpack.Decoder(Acquaintance).decode
_hall = msgspec.msgpack.Decoder(Hall).decode
_table_lines = msgspec.msgpack.Decoder(TableLines).decode


class Lobby:
    """Who is here, what was said, what moderators read."""

    def __init__(self, bus: Bus) -> None:
        self._bus = bus

    async def report(self, report: WhoIsHere) -> Acquaintance | None:
        """What there is to know about these people; None: only all of them would be taken.

        Never sent again as it is: an old report must not overrule a newer one.
        """
        try:
            data = await self._bus.request(SUBJECT, _encode(report), REPORT_WITHIN_S)
        except BusError:
            return None
        answer = _answer(data)
        return None if answer.data is None else _acquaintance(answer.data)

    async def whole(self) -> Hall:
        """The waiting room as it is, part by part. Raises RefusedError."""
        hall = _hall(await ask(self._bus, SUBJECT, WholeHall()))
        people = hall.people
        for part in range(1, hall.parts):
            query = WholeHall(part, hall.epoch, hall.version)
            people += _hall(await ask(self._bus, SUBJECT, query)).people
        return hall

    async def at_table(self, game: GameId, player: PlayerId | None) -> TableLines:
        """What was said at a table, in the room that is the player's there. Raises RefusedError."""
        return _table_lines(await ask(self._bus, SUBJECT, LinesAt(game, player)))

    async def traces(self, player: PlayerId, patience_s: float = PATIENCE_S) -> bytes:
        """All that is kept of somebody (`OwnTraces`, JSON). Raises RefusedError."""
        return await ask(self._bus, SUBJECT, TracesOf(player), patience_s)

    async def reports(self, player: PlayerId, after: int) -> bytes:
        """For a moderator (`ReportsPage`, JSON). Raises RefusedError."""
        return await ask(self._bus, SUBJECT, ReportsFor(player, after))

    async def audit(self, player: PlayerId, before: int | None) -> bytes:
        """For a moderator (`AuditPage`, JSON). Raises RefusedError."""
        return await ask(self._bus, SUBJECT, AuditFor(player, before))
