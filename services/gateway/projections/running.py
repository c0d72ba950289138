"""Who is present, and each present player's running games."""

from collections.abc import Callable

import msgspec

from libs.bus import Bus, Subscription
from libs.contracts.ids import PlayerId
from services.gateway.decider.connection import Connection
from services.gateway.decider.ids import is_subject_word


class _Changed(msgspec.Struct, frozen=True):
    """`RunningChanged` with the list left as it is."""

    player: PlayerId
    running: msgspec.Raw


_changed = msgspec.json.Decoder(_Changed).decode


class PresentPlayer:
    """A player with sockets here, and the running games as last heard of (JSON)."""

    __slots__ = ("connections", "latest", "subscription")

    def __init__(self, subscription: Subscription) -> None:
        self.subscription = subscription
        self.connections: dict[Connection, None] = {}
        self.latest: bytes | None = None


class RunningLists:
    """Subscribes to the running games of present players and forwards changes."""

    def __init__(self, bus: Bus) -> None:
        self._bus = bus
        self._players: dict[PlayerId, PresentPlayer] = {}
        self.on_shown: Callable[[PlayerId, bytes], object] = lambda _player, _running: None
        """Called with a player's list whenever it is heard."""

    def enter(self, connection: Connection) -> None:
        """A player's socket has come."""
        player = connection.player
        if player is None or not is_subject_word(player.id):
            return
        present = self._players.get(player.id)
        if present is None:
            subscription = self._bus.subscribe(f"player.{player.id}.running", self.on_live)
            present = self._players[player.id] = PresentPlayer(subscription)
        present.connections[connection] = None

    def leave(self, connection: Connection) -> None:
        """A player's socket has gone."""
        player = connection.player
        present = None if player is None else self._players.get(player.id)
        if player is None or present is None:
            return
        present.connections.pop(connection, None)
        if not present.connections:
            present.subscription.unsubscribe()
            del self._players[player.id]

    def on_live(self, _subject: str, data: bytes) -> None:
        """The archive says that a player's running games have changed."""
        change = _changed(data)
        present = self._players.get(change.player)
        if present is not None:
            self._show(change.player, present, bytes(change.running))

    def latest(self, player: PlayerId) -> bytes | None:
        """The list as last heard of, None if nothing has been heard yet."""
        present = self._players.get(player)
        return None if present is None else present.latest

    def forget_latest(self) -> None:
        """Changes may have been missed: nothing heard so far counts."""
        for present in self._players.values():
            present.latest = None

    def unknown(self) -> list[PlayerId]:
        """Present players whose list has to be asked for."""
        return [player for player, present in self._players.items() if present.latest is None]

    def answered(self, player: PlayerId, running: bytes) -> None:
        """The archive's answer to a question; a change announced meanwhile is newer."""
        present = self._players.get(player)
        if present is not None and present.latest is None:
            self._show(player, present, running)

    def _show(self, player: PlayerId, present: PresentPlayer, running: bytes) -> None:
        present.latest = running
        self.on_shown(player, running)
        frame = b'{"t":"running","running":' + running + b"}"
        for connection in present.connections:
            if connection.is_welcome:
                connection.outbox.send(frame)
