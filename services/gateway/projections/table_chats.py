"""The sockets that show what is said at a table, each in the room that is its own there."""

from collections.abc import Callable, Mapping, Sequence

from libs.contracts.ids import GameId, PlayerId
from libs.contracts.lobby import ChatLine, Place
from libs.contracts.lobby_messages import ErasedLine, TableLines
from services.gateway.decider import hall_frames as frames
from services.gateway.decider.connection import Connection

Hidden = Callable[[Connection], Mapping[PlayerId, int]]


class _Seat:
    """One table's chat on one socket; until its room is known, news are held back."""

    __slots__ = ("erased", "held", "last", "place", "round")

    def __init__(self) -> None:
        self.place: Place | None = None
        self.held: list[tuple[Place, ChatLine]] = []
        self.erased: set[int] = set()
        self.last = 0
        """The last line shown: the owner may read one before it tells of it."""
        self.round = 0


class TableChats:
    """Registers first, then asks, then shows: nothing is missed in between."""

    def __init__(self) -> None:
        self._tables: dict[GameId, dict[Connection, _Seat]] = {}
        self._of: dict[Connection, set[GameId]] = {}
        self.on_stale: Callable[[Connection, GameId], object] = lambda _connection, _game: None
        """Called when the lines of a table have to be asked for anew."""

    def enter(self, connection: Connection, game: GameId) -> int:
        """A socket wants to show a table's chat; the number of the question that follows."""
        seat = self._tables.setdefault(game, {}).setdefault(connection, _Seat())
        self._of.setdefault(connection, set()).add(game)
        seat.place = None
        seat.round += 1
        return seat.round

    def answered(
        self, connection: Connection, game: GameId, number: int, said: TableLines,
        hidden: Mapping[PlayerId, int],
    ) -> None:  # fmt: skip
        """The owner's answer to a question; one to an older question is out of date."""
        seat = self._tables.get(game, {}).get(connection)
        if seat is None or seat.round != number:
            return
        seat.place = said.place
        last = said.lines[-1].n if said.lines else 0
        later = [line for place, line in seat.held if place == said.place and line.n > last]
        every = [line for line in (*said.lines, *later) if line.n not in seat.erased]
        lines = [line for line in every if line.player not in hidden]
        seat.last = every[-1].n if every else 0
        seat.held, seat.erased = [], set()
        connection.outbox.send(frames.table(game, said.place, lines))

    def leave(self, connection: Connection, game: GameId) -> None:
        """A socket shows a table's chat no more; nothing happens if it did not."""
        seats = self._tables.get(game, {})
        if seats.pop(connection, None) is None:
            return
        if not seats:
            del self._tables[game]
        games = self._of[connection]
        games.discard(game)
        if not games:
            del self._of[connection]

    def leave_all(self, connection: Connection) -> None:
        """The socket has gone."""
        for game in [*self._of.get(connection, ())]:
            self.leave(connection, game)

    def stale(self, connection: Connection) -> None:
        """What a socket may see has changed: its tables' lines are shown anew."""
        for game in self._of.get(connection, ()):
            self.on_stale(connection, game)

    def all_stale(self) -> None:
        """Something may have been missed, anywhere."""
        for connection in self._of:
            self.stale(connection)

    def said(self, game: GameId, place: Place, lines: Sequence[ChatLine], hidden: Hidden) -> None:
        """Lines at a table, for those in that room who still watch it."""
        seats = self._tables.get(game)
        for line in lines if seats else ():
            frame = frames.said(place, game, line)
            for connection, seat in (seats or {}).items():
                if seat.place is None:
                    seat.held.append((place, line))
                elif game not in connection.games:
                    continue  # it has been closed to this socket since
                elif seat.place == place and line.n > seat.last:
                    seat.last = line.n
                    if line.player not in hidden(connection):
                        connection.outbox.send(frame)

    def erased(
        self, game: GameId, place: Place, lines: Sequence[ErasedLine], hidden: Hidden
    ) -> None:
        """Lines in a table's room that are gone, for those who have seen them."""
        seats = self._tables.get(game, {}) if lines else {}
        for connection, seat in seats.items():
            if seat.place is None:
                seat.erased.update(line.n for line in lines)
            elif seat.place == place:
                frame = frames.erased(lines, hidden(connection))
                if frame is not None:
                    connection.outbox.send(frame)
