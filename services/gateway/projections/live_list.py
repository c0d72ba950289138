"""What sockets show of the running games: the most watched, then the newest.

The same for all, but for those who do not see everybody: a game of somebody hidden from them is
left out, as they are in the waiting room.
"""

from collections.abc import Callable, Collection, Iterable
from heapq import nlargest
from typing import Final, Generic, Protocol, TypeVar

import msgspec

from libs.contracts.client_out import LiveGame, LiveGames
from libs.contracts.ids import GameId, PlayerId
from services.gateway.decider.outbox import Outbox

MOST: Final = 200
WHOLE_EVERY_S: Final = 1.0
"""A socket that keeps asking gets the whole list no more often."""
KNOWN_WITHIN_S: Final = 2.0
"""So long a socket waits for the waiting room's word about whom it sees; then it sees all."""

_encode = msgspec.json.Encoder().encode

_Games = dict[GameId, LiveGame]


class Viewer(Protocol):
    """A socket, as far as the list needs it."""

    @property
    def outbox(self) -> Outbox:
        """Where its frames go."""


V = TypeVar("V", bound=Viewer)


class LiveList(Generic[V]):
    """Who shows the list, and what they have of it. Time comes from the caller (seconds)."""

    def __init__(
        self, games: Iterable[LiveGame], hidden: Callable[[V], Collection[PlayerId] | None]
    ) -> None:
        """`hidden` says whom a socket does not see; None as long as that is not known."""
        self._all = games
        self._hidden = hidden
        self._shown: _Games = {}
        self._whole: bytes | None = None
        self._watching: dict[V, float] = {}
        """Since when."""
        self._behind: set[V] = set()
        """Who needs the whole list at the next round."""
        self._own: dict[V, _Games] = {}
        """What those have who do not see everybody."""
        self._served_s: dict[V, float] = {}

    def enter(self, connection: V, now_s: float) -> None:
        """A socket begins to show the list, or asks for it anew."""
        if not self._watching:
            self._renew()
        self._watching.setdefault(connection, now_s)
        if now_s - self._served_s.get(connection, -WHOLE_EVERY_S) < WHOLE_EVERY_S:
            self._behind.add(connection)
        else:
            self._serve(connection, now_s)

    def leave(self, connection: V) -> None:
        """A socket shows it no more; nothing happens if it did not."""
        self._watching.pop(connection, None)
        self._behind.discard(connection)
        self._own.pop(connection, None)

    def forget(self, connection: V) -> None:
        """A socket has gone."""
        self.leave(connection)
        self._served_s.pop(connection, None)

    def tick(self, now_s: float) -> None:
        """Once a second: what has changed; the same bytes to all who see everybody."""
        if not self._watching:
            return
        before = self._shown
        self._renew()
        frame = _difference(before, self._shown)
        late, self._behind = self._behind, set()
        for connection in late:
            self._serve(connection, now_s)
        for connection in self._watching:
            if connection in late:
                continue
            hidden, own = self._hidden(connection), frame
            if hidden or connection in self._own:
                own = self._own_change(connection, hidden or (), before)
            if own is not None and not connection.outbox.offer(own):
                self._behind.add(connection)

    def _own_change(
        self, connection: V, hidden: Collection[PlayerId], before: _Games
    ) -> bytes | None:
        """What has changed for a socket that does not see everybody, or did not until now."""
        was, now = self._own.pop(connection, before), _seen(self._shown, hidden)
        if hidden:
            self._own[connection] = now
        return _difference(was, now)

    def _serve(self, connection: V, now_s: float) -> None:
        hidden = self._hidden(connection)
        if hidden is None and now_s - self._watching[connection] < KNOWN_WITHIN_S:
            self._behind.add(connection)
        elif connection.outbox.offer(self._whole_for(connection, hidden or ())):
            self._served_s[connection] = now_s
        else:
            self._behind.add(connection)

    def _whole_for(self, connection: V, hidden: Collection[PlayerId]) -> bytes:
        self._own.pop(connection, None)
        if hidden:
            own = self._own[connection] = _seen(self._shown, hidden)
            return _encode(LiveGames(list(own.values()), is_whole=True))
        if self._whole is None:
            self._whole = _encode(LiveGames(list(self._shown.values()), is_whole=True))
        return self._whole

    def _renew(self) -> None:
        shown = nlargest(MOST, self._all, key=_interest)
        self._shown = {game.game: game for game in shown}
        self._whole = None


def _seen(games: _Games, hidden: Collection[PlayerId]) -> _Games:
    """Without those in which somebody hidden plays."""
    return {
        key: game
        for key, game in games.items()
        if not any(seat.player in hidden for seat in game.seats)
    }


def _difference(before: _Games, now: _Games) -> bytes | None:
    """The frame that leads from one list to the other, None if they are the same."""
    games = [game for key, game in now.items() if before.get(key) != game]
    gone = [key for key in before if key not in now]
    return _encode(LiveGames(games, gone)) if games or gone else None


def _interest(game: LiveGame) -> tuple[int, int, GameId]:
    """What comes first; equals stay in the same order."""
    return game.viewers, game.started_at_ms, game.game
