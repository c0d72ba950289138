"""Questions about rooms and invitations."""

from typing import Final

import msgspec

from libs.bus import Bus
from libs.contracts.ids import PlayerId, RoomId
from libs.contracts.matchmaking import SERVICE, FindOpponent, MailboxOf, Opponent, RoomAsSeen
from services.gateway.decider.ids import shard_of_room
from services.gateway.decider.refusals import RefusedError
from services.gateway.queries.ask import ask

DESK: Final = f"query.{SERVICE}"

_opponent = msgspec.msgpack.Decoder(Opponent).decode


class Rooms:
    """A room is shown by its owner, what concerns many rooms by any instance."""

    def __init__(self, bus: Bus) -> None:
        self._bus = bus

    async def as_seen(self, room: RoomId) -> bytes:
        """The room as it is now (`RoomView`, JSON). Raises RefusedError."""
        shard = shard_of_room(room)
        if shard is None:
            raise RefusedError("room_not_found")
        return await ask(self._bus, f"{DESK}.{shard}", RoomAsSeen(room))

    async def mailbox(self, player: PlayerId) -> bytes:
        """Somebody's invitations (`Mailbox`, JSON). Raises RefusedError."""
        return await ask(self._bus, DESK, MailboxOf(player))

    async def opponent(self, wish: FindOpponent) -> Opponent:
        """Who could play now. Raises RefusedError."""
        return _opponent(await ask(self._bus, DESK, wish))
