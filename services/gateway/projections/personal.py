"""Frames for one player alone, ready for the socket: forwarded to each of the player's sockets."""

from typing import Final

from libs.bus import Bus, Subscription
from libs.contracts.ids import PlayerId
from services.gateway.decider.connection import Connection
from services.gateway.decider.ids import is_subject_word

TOPICS: Final = ("rated", "invitations")
"""`player.<player>.<topic>`; each message is one frame as `client_out.py` has it."""


class _Present:
    """A player with sockets here."""

    __slots__ = ("connections", "subscriptions")

    def __init__(self, subscriptions: list[Subscription]) -> None:
        self.subscriptions = subscriptions
        self.connections: dict[Connection, None] = {}


class PersonalFrames:
    """Subscribes for players who are present."""

    def __init__(self, bus: Bus) -> None:
        self._bus = bus
        self._players: dict[PlayerId, _Present] = {}

    def enter(self, connection: Connection) -> None:
        """A player's socket has come."""
        player = connection.player
        if player is None or not is_subject_word(player.id):
            return
        present = self._players.get(player.id)
        if present is None:
            present = self._players[player.id] = _Present(
                [
                    self._bus.subscribe(f"player.{player.id}.{topic}", self.on_frame)
                    for topic in TOPICS
                ]
            )
        present.connections[connection] = None

    def leave(self, connection: Connection) -> None:
        """A player's socket has gone."""
        player = connection.player
        present = None if player is None else self._players.get(player.id)
        if player is None or present is None:
            return
        present.connections.pop(connection, None)
        if not present.connections:
            for subscription in present.subscriptions:
                subscription.unsubscribe()
            del self._players[player.id]

    def on_frame(self, subject: str, frame: bytes) -> None:
        """Something for a player."""
        present = self._players.get(PlayerId(subject.split(".")[1]))
        for connection in () if present is None else present.connections:
            if connection.is_welcome:
                connection.outbox.send(frame)
