"""Shows every change of a room, after the commit: to who watches it, and to whom it concerns."""

from typing import Final

import msgspec

from libs.bus import Bus
from libs.contracts.client_out import Invitations
from libs.contracts.ids import PlayerId, RoomId
from libs.contracts.matchmaking import GameAgreed, RoomEvent, SeeksChanged
from libs.eventstore.deciding import Evolved
from services.matchmaking.decider import Room, RoomState, invitation, seek, view
from services.matchmaking.handlers.begun import AGREED

SEEKS: Final = "matchmaking.seeks"

_json = msgspec.json.Encoder().encode


class LiveRooms:
    """Whatever gets lost is asked for again by who notices; nothing here is a record."""

    def __init__(self, bus: Bus) -> None:
        self._bus = bus

    def changed(self, evolved: Evolved[RoomState, RoomEvent]) -> None:
        """A room has changed."""
        after = evolved.after
        if after is None:
            return
        room, version = RoomId(evolved.stream), evolved.recorded[-1].version
        self._bus.publish(f"live.room.{room}", _json(view(room, version, after)))
        self._tell_the_two(room, evolved.before, after)
        self._tell_the_waiting_room(room, evolved.before, after)
        for event in evolved.events:
            if isinstance(event, GameAgreed) and not event.terms.is_unseen():
                self._bus.publish(AGREED, _json(event))

    def _tell_the_two(self, room: RoomId, before: RoomState, after: Room) -> None:
        invited = after.offer.invited
        if invited is None:
            return
        for reader in (after.host.player, invited):
            now = invitation(room, after, reader)
            if now is not None and now != _former(room, before, reader):
                self._bus.publish(f"player.{reader}.invitations", _json(Invitations([now])))

    def _tell_the_waiting_room(self, room: RoomId, before: RoomState, after: Room) -> None:
        former = None if before is None else seek(room, before)
        now = seek(room, after)
        if now == former:
            return
        changed = SeeksChanged(closed=[room]) if now is None else SeeksChanged(opened=[now])
        self._bus.publish(SEEKS, _json(changed))


def _former(room: RoomId, before: RoomState, reader: PlayerId) -> object:
    return None if before is None else invitation(room, before, reader)
