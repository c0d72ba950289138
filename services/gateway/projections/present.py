"""Who has sockets here, and where they are: what this gateway reports to the waiting room."""

from collections.abc import Callable, Iterator
from typing import Final

import msgspec

from libs.contracts.ids import PlayerId
from libs.contracts.lobby_messages import Sighting
from services.gateway.decider.connection import Connection

WITH_PEOPLE: Final = ("friendly", "rated")


class _Terms(msgspec.Struct, frozen=True):
    kind: str = ""


class _Game(msgspec.Struct, frozen=True):
    """The part of a running game that says whether one plays with somebody."""

    terms: _Terms = _Terms()


_games = msgspec.json.Decoder(list[_Game]).decode


class _Present:
    """A player with sockets here."""

    __slots__ = ("connections", "has_come", "in_hall", "is_playing")

    def __init__(self) -> None:
        self.connections: dict[Connection, None] = {}
        self.in_hall: dict[Connection, None] = {}
        self.has_come = False
        self.is_playing = False


class Present:
    """Gathers what has changed until the next report."""

    def __init__(self) -> None:
        self._players: dict[PlayerId, _Present] = {}
        self._changed: set[PlayerId] = set()
        self._left: set[PlayerId] = set()
        self.on_changed: Callable[[], object] = lambda: None
        """Called when there is something to report."""

    def arrive(self, connection: Connection) -> None:
        """A socket has come."""
        player = connection.player
        if player is not None:
            self._players.setdefault(player.id, _Present()).connections[connection] = None
            self._change(player.id)

    def depart(self, connection: Connection) -> None:
        """A socket has gone."""
        player = connection.player
        present = None if player is None else self._players.get(player.id)
        if player is None or present is None:
            return
        present.connections.pop(connection, None)
        present.in_hall.pop(connection, None)
        if not present.connections:
            del self._players[player.id]
        self._change(player.id)

    def enter_hall(self, connection: Connection) -> None:
        """A socket shows the waiting room."""
        player = connection.player
        present = None if player is None else self._players.get(player.id)
        if player is not None and present is not None:
            present.in_hall[connection] = None
            present.has_come = True
            self._left.discard(player.id)
            self._change(player.id)

    def leave_hall(self, connection: Connection) -> None:
        """A socket shows it no more, and said so."""
        player = connection.player
        present = None if player is None else self._players.get(player.id)
        if player is None or present is None or connection not in present.in_hall:
            return
        del present.in_hall[connection]
        if not present.in_hall:
            self._left.add(player.id)
        self._change(player.id)

    def running(self, player: PlayerId, running: bytes) -> None:
        """A player's running games (JSON), as the archive tells them."""
        present = self._players.get(player)
        if present is None:
            return
        is_playing = any(game.terms.kind in WITH_PEOPLE for game in _games(running))
        if is_playing != present.is_playing:
            present.is_playing = is_playing
            self._change(player)

    def change(self, player: PlayerId) -> None:
        """A player is called otherwise now."""
        if player in self._players:
            self._change(player)

    def _change(self, player: PlayerId) -> None:
        if not self._changed:
            self.on_changed()
        self._changed.add(player)

    def connections(self, player: PlayerId) -> list[Connection]:
        """A player's sockets here."""
        present = self._players.get(player)
        return [] if present is None else [*present.connections]

    def moderators(self) -> Iterator[Connection]:
        """The sockets of moderators."""
        for present in self._players.values():
            for connection in present.connections:
                if connection.player is not None and connection.player.role == "moderator":
                    yield connection

    def __contains__(self, player: PlayerId) -> bool:
        return player in self._players

    def take(self, *, is_whole: bool) -> tuple[list[Sighting], list[PlayerId], list[PlayerId]]:
        """Who is here, who has gone, who has said so: all, or what has changed since the last."""
        changed, self._changed = self._changed, set()
        left, self._left = [*self._left], set()
        gone = [player for player in changed if player not in self._players]
        shown = self._players if is_whole else changed.difference(gone)
        return [self._sighting(player) for player in shown], gone, left

    def _sighting(self, player: PlayerId) -> Sighting:
        present = self._players[player]
        who = next(iter(present.connections)).player
        is_guest = who is not None and who.is_guest
        name = who.name if who is not None and who.is_guest else ""
        is_in = bool(present.in_hall)
        return Sighting(player, name, is_guest, is_in, present.has_come, present.is_playing)
