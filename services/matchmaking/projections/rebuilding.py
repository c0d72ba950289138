"""Makes a shard's rows again from its log, in one transaction."""

from functools import reduce
from typing import Any, Final, Protocol

import msgspec

from libs.contracts.ids import RoomId
from libs.contracts.matchmaking import (
    KEPT_MS,
    GameOpened,
    RoomClosed,
    RoomDeclined,
    RoomEvent,
    RoomOpened,
)
from services.matchmaking.decider import RoomState, evolve, initial_state
from services.matchmaking.projections.rows import invitation_row, open_row

_ENDED: Final = [
    str(event.__struct_config__.tag) for event in (GameOpened, RoomClosed, RoomDeclined)
]
_OPENED: Final = str(RoomOpened.__struct_config__.tag)
_GATHER: Final = """
SELECT stream FROM events WHERE shard = $1 AND seq <= $2 AND type = $3
AND (at_ms >= $4 AND convert_from(public, 'UTF8')::json ->> 'kind' = 'challenge')
UNION (
    SELECT stream FROM events WHERE shard = $1 AND seq <= $2 AND type = $3
    EXCEPT SELECT stream FROM events WHERE shard = $1 AND seq <= $2 AND type = ANY($5)
)
"""
_SINCE: Final = "SELECT DISTINCT stream FROM events WHERE shard = $1 AND seq > $2"
_LOCK: Final = "LOCK TABLE invitations, open_rooms IN SHARE ROW EXCLUSIVE MODE"
_EVENTS: Final = """
SELECT stream, public FROM events WHERE shard = $1 AND stream = ANY($2) ORDER BY stream, version
"""
_INSERT_OPEN: Final = """
INSERT INTO open_rooms VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
"""
_INSERT_INVITATION: Final = """
INSERT INTO invitations VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
"""

_event = msgspec.json.Decoder(RoomEvent).decode


class Transaction(Protocol):
    """What a rebuild reads and writes through."""

    async def execute(self, sql: str, *args: object) -> str:
        """Runs one statement."""

    async def fetch(self, sql: str, *args: object) -> list[Any]:
        """The rows of a query."""


async def rebuild_rows(tx: Transaction, shard: int, head: int, now_ms: int) -> None:
    """`head` is a recent sequence.

    Which rooms matter is found out up to `head` beforehand, so that commands wait only for what
    came since and for those rooms.
    """
    rooms = await tx.fetch(_GATHER, shard, head, _OPENED, now_ms - KEPT_MS, _ENDED)
    await tx.execute(_LOCK)
    rooms += await tx.fetch(_SINCE, shard, head)
    for table in ("invitations", "open_rooms"):
        await tx.execute(f"DELETE FROM {table} WHERE shard = $1", shard)  # noqa: S608  names of ours
    states: dict[RoomId, RoomState] = {}
    for stream, public in await tx.fetch(_EVENTS, shard, sorted({row[0] for row in rooms})):
        state = states.get(stream, initial_state())
        states[stream] = reduce(evolve, [_event(public)], state)
    for room, state in states.items():
        await _write(tx, room, state)


async def _write(tx: Transaction, room: RoomId, state: RoomState) -> None:
    opened, invitation = open_row(room, state), invitation_row(room, state)
    if opened is not None:
        await tx.execute(_INSERT_OPEN, *msgspec.structs.astuple(opened))
    if invitation is not None:
        await tx.execute(_INSERT_INVITATION, *msgspec.structs.astuple(invitation))
