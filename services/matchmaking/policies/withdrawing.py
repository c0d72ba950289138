"""Offers close when who made them plays elsewhere, has gone, or has made too many."""

import asyncio
from collections.abc import Collection, Sequence
from typing import Any, Final, Protocol

import msgspec

from libs.contracts.accounts import AccountDeleted
from libs.contracts.ids import PlayerId
from libs.contracts.lobby import PeopleParted, PersonGone
from libs.contracts.matchmaking import MOST_ROOMS, CloseReason, RoomOpened, Withdraw
from libs.eventstore.records import PublicEvent
from services.matchmaking.policies.sending import OwnCommands

_WAITING_FOR: Final = """
SELECT room FROM open_rooms
WHERE (host = $1 OR invited = $1) AND guest IS NULL AND kind <> 'private' AND NOT is_mail
"""
_OFFERS_OF: Final = """
SELECT room, player FROM open_rooms, unnest($1::text[]) AS players (player)
WHERE kind <> 'private' AND NOT is_mail AND (host = player OR (invited = player AND guest IS NULL))
"""
_SURPLUS: Final = """
SELECT room FROM open_rooms WHERE host = $1 AND kind = 'private'
ORDER BY at_ms DESC, room OFFSET $2
"""
_ALL_OF: Final = """
SELECT room FROM open_rooms WHERE host = $1 OR guest = $1 OR invited = $1
"""
_BETWEEN: Final = """
SELECT room FROM open_rooms
WHERE host IN ($1, $2) AND host <> coalesce(guest, invited)
  AND coalesce(guest, invited) IN ($1, $2)
"""
_DELETED: Final = str(AccountDeleted.__struct_config__.tag)
_OPENED: Final = str(RoomOpened.__struct_config__.tag)

_opened = msgspec.json.Decoder(RoomOpened).decode
_gone = msgspec.json.Decoder(PersonGone).decode
_parted = msgspec.json.Decoder(PeopleParted).decode


class Reads(Protocol):
    """What open rooms are read through; raises `StoreUnavailableError`."""

    async def fetch(self, sql: str, *args: object) -> list[Any]:
        """The rows of a query."""


class Withdrawing:
    """Which rooms are meant is read from the table; the rooms decide, twice is once."""

    def __init__(self, reads: Reads, own: OwnCommands) -> None:
        self._reads = reads
        self._own = own

    async def __call__(self, events: Sequence[PublicEvent]) -> None:
        """A policy: deleted accounts, and the eleventh private room. Raises to be called again."""
        for event in events:
            if event.type == _DELETED:
                rows = await self._reads.fetch(_ALL_OF, event.stream)
                await self._withdraw(PlayerId(event.stream), rows, "deleted", event.correlation)
            elif event.type == _OPENED:
                await self._one_more(event)

    async def _one_more(self, event: PublicEvent) -> None:
        """The oldest closes: its host may long have forgotten the link, and could not close it."""
        opened = _opened(event.public)
        if opened.kind == "private" and not opened.terms.game.is_unseen():
            rows = await self._reads.fetch(_SURPLUS, opened.host.player, MOST_ROOMS)
            await self._withdraw(opened.host.player, rows, "too_many", event.correlation)

    async def now_playing(self, players: Collection[PlayerId], correlation: str) -> None:
        """A game has begun: who plays neither offers nor is asked for anything, but by mail."""
        rows = await self._reads.fetch(_OFFERS_OF, list(players))
        for player in players:
            own = [row for row in rows if row[1] == player]
            await self._withdraw(player, own, "playing", correlation)

    async def gone(self, payload: bytes) -> None:
        """Somebody has left the waiting room for good: nobody waits for what only they could do."""
        player = _gone(payload).player
        rows = await self._reads.fetch(_WAITING_FOR, player)
        await self._withdraw(player, rows, "gone", "gone")

    async def parted(self, payload: bytes) -> None:
        """Somebody hides from somebody: as if they had left what the two were about to agree on."""
        two = _parted(payload)
        rows = await self._reads.fetch(_BETWEEN, two.blocker, two.other)
        await self._withdraw(two.blocker, rows, "left", "parted")

    async def _withdraw(
        self, player: PlayerId, rows: Sequence[Any], reason: CloseReason, correlation: str
    ) -> None:
        """What changes nothing is not remembered: the same id may close the room later."""
        wish = Withdraw(player, reason)
        sent = [
            self._own.to_room(row[0], wish, f"{reason}-{row[0]}-{player}", correlation)
            for row in rows
        ]
        for failure in await asyncio.gather(*sent, return_exceptions=True):
            if isinstance(failure, BaseException):
                raise failure
