"""Answers to `query.lobby.0`: each query to the one who knows."""

from collections.abc import Awaitable, Callable
from typing import Any

import msgspec

from libs.contracts import lobby, lobby_messages
from libs.contracts.envelope import Answer
from libs.contracts.lobby_messages import LobbyQuery
from services.lobby.queries.meeting import Meeting
from services.lobby.queries.reading import Desk, Forgetting
from services.lobby.queries.talking import Talking

BAD_MESSAGE = Answer("bad_message")

_query = msgspec.msgpack.Decoder(LobbyQuery).decode


class Answers:
    """The hall's owner answers."""

    def __init__(
        self, meeting: Meeting, talking: Talking, desk: Desk, forgetting: Forgetting
    ) -> None:
        self._by_kind: dict[type, Callable[[Any], Awaitable[Answer]]] = {
            lobby_messages.WhoIsHere: meeting.report,
            lobby_messages.WholeHall: meeting.whole,
            lobby_messages.BlockPerson: meeting.block,
            lobby_messages.UnblockPerson: meeting.unblock,
            lobby.StandingBetween: meeting.between,
            lobby.FreePeople: meeting.free,
            lobby_messages.SayLine: talking.say,
            lobby_messages.LinesAt: talking.at_table,
            lobby_messages.TracesOf: lambda query: forgetting.kept(query.player),
            lobby_messages.ReportsFor: desk.reports,
            lobby_messages.AuditFor: desk.audit,
            lobby_messages.ForgetPerson: lambda query: forgetting.forget(query.player),
        }

    async def answer(self, _shard: int, payload: bytes) -> Answer:
        """The answer to one query. Raises StoreUnavailableError, ShardLostError."""
        try:
            query = _query(payload)
        except msgspec.MsgspecError:
            return BAD_MESSAGE
        return await self._by_kind[type(query)](query)
