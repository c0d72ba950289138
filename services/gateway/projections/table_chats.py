"""The sockets that show what is said at a table, each in the room that is its own there."""

from collections.abc import Callable, Collection, Sequence

from libs.contracts.ids import GameId, PlayerId
from libs.contracts.lobby import ChatLine, Place
from libs.contracts.lobby_messages import TableLines
from services.gateway.decider import hall_frames as frames
from services.gateway.decider.connection import Connection

Hidden = Callable[[Connection], Collection[PlayerId]]


class _Seat:
    """One table's chat on one socket; until its room is known, lines are held back."""

    __slots__ = ("held", "place", "round")

    def __init__(self) -> None:
        self.place: Place | None = None
        self.held: list[tuple[Place, ChatLine]] = []
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
        hidden: Collection[PlayerId],
    ) -> None:  # fmt: skip
        """The owner's answer to a question; one to an older question is out of date."""
        seat = self._tables.get(game, {}).get(connection)
        if seat is None or seat.round != number:
            return
        seat.place = said.place
        last = said.lines[-1].n if said.lines else 0
        held, seat.held = seat.held, []
        later = [line for place, line in held if place == said.place and line.n > last]
        lines = [line for line in (*said.lines, *later) if line.player not in hidden]
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
                elif seat.place == place and line.player not in hidden(connection):
                    connection.outbox.send(frame)

    def erased(self, numbers: list[int]) -> None:
        """Lines that are gone, wherever they were."""
        frame = frames.erased(numbers)
        for connection in self._of:
            connection.outbox.send(frame)
