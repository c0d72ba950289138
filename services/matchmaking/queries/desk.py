"""Answers to `query.matchmaking`: open offers, mailboxes, quick games; any instance can."""

from collections.abc import Awaitable, Callable
from typing import Any, Final

import msgspec

from libs.contracts.envelope import Answer
from libs.contracts.ids import PlayerId
from libs.contracts.matchmaking import (
    KEPT_MS,
    DeskQuery,
    FindOpponent,
    InvitationView,
    Mailbox,
    MailboxOf,
    OpenSeeks,
    RoomMember,
    RoomTerms,
    SeekView,
)
from services.matchmaking.queries.reads import Reads

MOST_SHOWN: Final = 500

_SEEKS: Final = """
SELECT room, host, host_name, terms, at_ms FROM open_rooms
WHERE kind = 'seek' AND guest IS NULL AND due_at_ms > $1 ORDER BY at_ms, room LIMIT $2
"""
_MAILBOX: Final = """
SELECT room, sender, sender_name, recipient, terms, at_ms, expires_at_ms, state, reason, is_mail,
       $1 = ANY (unread) AS is_unread
FROM invitations WHERE (sender = $1 OR (recipient = $1 AND NOT is_withheld)) AND at_ms > $2
ORDER BY at_ms DESC, room LIMIT $3
"""

_json = msgspec.json.Encoder().encode
_query = msgspec.msgpack.Decoder(DeskQuery).decode
_terms = msgspec.json.Decoder(RoomTerms).decode

Find = Callable[[FindOpponent], Awaitable[Answer]]


class DeskQueries:
    """All raise `StoreUnavailableError`."""

    def __init__(self, reads: Reads, find: Find, now_ms: Callable[[], int]) -> None:
        """`find` answers who could be an opponent."""
        self._reads = reads
        self._find = find
        self._now_ms = now_ms

    async def answer(self, payload: bytes) -> Answer:
        """The answer to one query."""
        try:
            query = _query(payload)
        except msgspec.MsgspecError:
            return Answer("bad_message")
        match query:
            case OpenSeeks():
                return Answer(data=_json(await self._seeks()))
            case MailboxOf(player):
                return Answer(data=_json(await self._mailbox(player)))
            case FindOpponent():
                return await self._find(query)

    async def _seeks(self) -> list[SeekView]:
        rows = await self._reads.fetch(_SEEKS, self._now_ms(), MOST_SHOWN)
        return [_seek(row) for row in rows]

    async def _mailbox(self, player: PlayerId) -> Mailbox:
        since_ms = self._now_ms() - KEPT_MS
        rows = await self._reads.fetch(_MAILBOX, player, since_ms, MOST_SHOWN)
        return Mailbox([_invitation(row) for row in rows])


def _seek(row: Any) -> SeekView:
    host = RoomMember(row["host"], row["host_name"])
    return SeekView(row["room"], host, _terms(row["terms"]), row["at_ms"])


def _invitation(row: Any) -> InvitationView:
    return InvitationView(
        row["room"],
        RoomMember(row["sender"], row["sender_name"]),
        row["recipient"],
        _terms(row["terms"]),
        row["at_ms"],
        row["expires_at_ms"],
        row["state"],
        row["reason"],
        is_mail=row["is_mail"],
        is_read=not row["is_unread"],
    )
