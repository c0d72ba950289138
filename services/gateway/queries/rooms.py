"""Questions to the owners of rooms."""

from libs.bus import Bus
from libs.contracts.ids import RoomId
from libs.contracts.matchmaking import RoomAsSeen
from services.gateway.decider.ids import shard_of_room
from services.gateway.decider.refusals import RefusedError
from services.gateway.queries.ask import ask


class Rooms:
    """Seeing a room."""

    def __init__(self, bus: Bus) -> None:
        self._bus = bus

    async def as_seen(self, room: RoomId) -> bytes:
        """The room as it is now (`RoomView`, JSON). Raises RefusedError."""
        shard = shard_of_room(room)
        if shard is None:
            raise RefusedError("room_not_found")
        return await ask(self._bus, f"query.matchmaking.{shard}", RoomAsSeen(room))
