"""All rooms that sockets of this gateway show."""

import msgspec

from libs.bus import Bus, Subscription
from libs.contracts.ids import RoomId
from services.gateway.decider.connection import Connection


class _Head(msgspec.Struct, frozen=True):
    """The part of a room's view that delivery needs."""

    room: RoomId
    version: int


_head = msgspec.json.Decoder(_Head).decode


class ShownRoom:
    """One room: its subscription and the sockets that show it."""

    __slots__ = ("connections", "subscription")

    def __init__(self, subscription: Subscription) -> None:
        self.subscription = subscription
        self.connections: dict[Connection, None] = {}


class ShownRooms:
    """Subscribes to rooms that are shown, forwards views that are newer than what a socket has."""

    def __init__(self, bus: Bus) -> None:
        self._bus = bus
        self._rooms: dict[RoomId, ShownRoom] = {}

    def enter(self, connection: Connection, room: RoomId) -> None:
        """A socket begins to show a room; it gets the next view, whatever its version."""
        connection.rooms[room] = -1
        shown = self._rooms.get(room)
        if shown is None:
            subscription = self._bus.subscribe(f"live.room.{room}", self.on_live)
            shown = self._rooms[room] = ShownRoom(subscription)
        shown.connections[connection] = None

    def leave(self, connection: Connection, room: RoomId) -> None:
        """A socket shows a room no more; nothing happens if it did not."""
        if connection.rooms.pop(room, None) is None:
            return
        shown = self._rooms[room]
        del shown.connections[connection]
        if not shown.connections:
            shown.subscription.unsubscribe()
            del self._rooms[room]

    def on_live(self, _subject: str, data: bytes) -> None:
        """A room has changed."""
        self.apply(data)

    def apply(self, view: bytes) -> None:
        """Show a view (JSON) to every socket that has an older one."""
        head = _head(view)
        shown = self._rooms.get(head.room)
        if shown is None:
            return
        frame = b'{"t":"room","view":' + view + b"}"
        for connection in shown.connections:
            if connection.rooms[head.room] < head.version:
                connection.rooms[head.room] = head.version
                connection.outbox.send(frame)

    def shown(self) -> list[RoomId]:
        """The rooms to ask for anew when something may have been missed."""
        return list(self._rooms)
