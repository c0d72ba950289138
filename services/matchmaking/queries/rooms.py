"""Answers to `query.matchmaking.<shard>`: a room as it is now."""

from typing import Any

import msgspec

from libs.contracts.envelope import Answer
from libs.contracts.matchmaking import RoomEvent, RoomQuery
from libs.eventstore.records import StreamId, shard_of
from libs.eventstore.streams import StreamKeeper
from services.matchmaking.decider import RoomState, view

NOT_FOUND = Answer("room_not_found")

_json = msgspec.json.Encoder().encode
_query = msgspec.msgpack.Decoder(RoomQuery).decode


class RoomQueries:
    """What the owner of a shard tells about its rooms."""

    def __init__(self, keeper: StreamKeeper[RoomState, Any, RoomEvent]) -> None:
        self._keeper = keeper

    async def answer(self, shard: int, payload: bytes) -> Answer:
        """The room's view. Raises what a StreamKeeper raises."""
        try:
            room = _query(payload).room
        except msgspec.MsgspecError:
            return Answer("bad_message")
        try:
            is_here = shard_of(room) == shard
        except ValueError:
            is_here = False
        if not is_here:
            return NOT_FOUND
        kept = await self._keeper.state(StreamId(room))
        if kept.state is None:
            return NOT_FOUND
        return Answer(version=kept.version, data=_json(view(room, kept.version, kept.state)))
