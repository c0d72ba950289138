"""The tables of rooms, written in the transactions of their events: what may be there once only."""

from collections.abc import Awaitable, Callable, Collection, Sequence
from functools import reduce
from typing import Any, Final, Protocol

import msgspec

from libs.contracts.ids import PlayerId, RoomId
from libs.contracts.matchmaking import (
    MOST_INVITATIONS,
    RoomEvent,
    RoomOpened,
    RoomTerms,
)
from libs.eventstore.errors import EffectRefusedError
from libs.eventstore.records import StreamId
from services.matchmaking.decider import RoomState, evolve, mirrored
from services.matchmaking.projections.rows import (
    InvitationRow,
    OpenRow,
    invitation_row,
    open_row,
    written,
)

_INSERT_OPEN: Final = """
INSERT INTO open_rooms VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
ON CONFLICT DO NOTHING
"""
_UPDATE_OPEN: Final = """
UPDATE open_rooms SET guest = $2, terms = $3, due_at_ms = $4 WHERE room = $1
"""
_DELETE_OPEN: Final = "DELETE FROM open_rooms WHERE room = $1"
_INSERT_INVITATION: Final = """
INSERT INTO invitations VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
ON CONFLICT DO NOTHING
"""
_UPDATE_INVITATION: Final = """
UPDATE invitations SET terms = $2, state = $3, reason = $4, unread = $5 WHERE room = $1
"""
_ONE_AT_A_TIME: Final = "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))"
_STANDING: Final = "SELECT count(*) FROM invitations WHERE sender = $1 AND state = 'open'"
_PAIR: Final = """
SELECT room FROM invitations WHERE state = 'open'
AND least(sender, recipient) = least($1::text, $2::text)
AND greatest(sender, recipient) = greatest($1::text, $2::text)
"""
_SEEK: Final = "SELECT room FROM open_rooms WHERE host = $1 AND kind = 'seek'"

_TAKEN: Final = """
SELECT host, invited, guest FROM open_rooms
WHERE kind <> 'private' AND NOT is_mail AND (kind = 'challenge' OR guest IS NOT NULL)
"""
_FITTING: Final = """
SELECT room, host FROM open_rooms
WHERE terms = $1 AND host <> $2 AND guest IS NULL AND due_at_ms > $3
AND (kind = 'seek' OR (kind = 'challenge' AND invited = $2 AND NOT is_mail))
AND host <> ALL($4::text[])
ORDER BY kind = 'seek', at_ms, room LIMIT 10
"""


class Transaction(Protocol):
    """What an effect writes through."""

    async def execute(self, sql: str, *args: object) -> str:
        """Runs one statement."""

    async def fetch(self, sql: str, *args: object) -> list[Any]:
        """The rows of a query."""

    async def fetchrow(self, sql: str, *args: object) -> Any:
        """The first row of a query."""


class Reads(Protocol):
    """What a table is read through; raises `StoreUnavailableError`."""

    async def fetch(self, sql: str, *args: object) -> list[Any]:
        """The rows of a query."""


Effect = Callable[[Transaction], Awaitable[None]]


async def fitting(
    reads: Reads, player: PlayerId, terms: RoomTerms, at_ms: int, apart_from: Collection[PlayerId]
) -> list[tuple[RoomId, PlayerId]]:
    """Offers on these terms that somebody could take for a quick game, with their hosts.

    Challenges to this very person, whom nobody else could take, then open ones; the oldest first.
    `terms` are written out.
    """
    theirs = written(mirrored(terms))
    rows = await reads.fetch(_FITTING, theirs, player, at_ms, list(apart_from))
    return [(RoomId(row[0]), PlayerId(row[1])) for row in rows]


async def spoken_for(reads: Reads) -> set[PlayerId]:
    """Who has challenged somebody or is challenged, and who talks about terms.

    The house sends nobody else to them: they wait for each other already.
    """
    rows = await reads.fetch(_TAKEN)
    return {PlayerId(player) for row in rows for player in row if player is not None}


def effects(stream: StreamId, events: Sequence[RoomEvent], before: RoomState) -> Effect | None:
    """What goes with events into the tables, None if nothing there changes."""
    room = RoomId(stream)
    after = reduce(evolve, events, before)
    first = events[0]
    is_new = isinstance(first, RoomOpened)
    open_before, open_now = open_row(room, before), open_row(room, after)
    mail_before, mail_now = invitation_row(room, before), invitation_row(room, after)
    if open_before == open_now and mail_before == mail_now:
        return None

    async def write(tx: Transaction) -> None:
        if isinstance(first, RoomOpened) and first.is_quick:
            await _meet(tx, first)
        if mail_now is not None and mail_now != mail_before:
            await _write_invitation(tx, mail_now, is_new=is_new)
        if open_now != open_before:
            await _write_open(tx, room, open_now, is_new=is_new)

    return write


async def _meet(tx: Transaction, opened: RoomOpened) -> None:
    """Of two who look for a game in the same moment the second finds the first one's offer.

    Of many the house sends one to each who is free, and nobody to who waits for somebody else.
    """
    await tx.execute(_ONE_AT_A_TIME, "quick games")
    there = await fitting(tx, opened.host.player, opened.terms, opened.at_ms, ())
    if there:
        raise EffectRefusedError("opponent_there", {"room": there[0][0]})
    if opened.invited is not None and opened.invited in await spoken_for(tx):
        raise EffectRefusedError("not_reachable")


async def _write_invitation(tx: Transaction, row: InvitationRow, *, is_new: bool) -> None:
    if not is_new:
        await tx.execute(_UPDATE_INVITATION, row.room, row.terms, row.state, row.reason, row.unread)
        return
    await tx.execute(_ONE_AT_A_TIME, f"sender {row.sender}")
    if (await tx.fetchrow(_STANDING, row.sender))[0] >= MOST_INVITATIONS:
        raise EffectRefusedError("too_many_invitations")
    if await tx.execute(_INSERT_INVITATION, *msgspec.structs.astuple(row)) != "INSERT 0 1":
        there = await tx.fetchrow(_PAIR, row.sender, row.recipient)
        raise EffectRefusedError("challenged_already", _room(there))


async def _write_open(tx: Transaction, room: RoomId, row: OpenRow | None, *, is_new: bool) -> None:
    if row is None:
        await tx.execute(_DELETE_OPEN, room)
    elif not is_new:
        await tx.execute(_UPDATE_OPEN, room, row.guest, row.terms, row.due_at_ms)
    elif await tx.execute(_INSERT_OPEN, *msgspec.structs.astuple(row)) != "INSERT 0 1":
        raise EffectRefusedError("has_seek", _room(await tx.fetchrow(_SEEK, row.host)))


def _room(found: Any) -> dict[str, Any] | None:
    """Whose place is taken; it may just have become free."""
    return None if found is None else {"room": found[0]}
