"""What sockets show of the running games: the most watched, then the newest; the same for all."""

from collections.abc import Iterable
from heapq import nlargest
from typing import Final, Protocol

import msgspec

from libs.contracts.client_out import LiveGame, LiveGames
from libs.contracts.ids import GameId
from services.gateway.decider.outbox import Outbox

MOST: Final = 200
WHOLE_EVERY_S: Final = 1.0
"""A socket that keeps asking gets the whole list no more often."""

_encode = msgspec.json.Encoder().encode


class Viewer(Protocol):
    """A socket, as far as the list needs it."""

    @property
    def outbox(self) -> Outbox:
        """Where its frames go."""


class LiveList:
    """Who shows the list, and what they have of it. Time comes from the caller (seconds)."""

    def __init__(self, games: Iterable[LiveGame]) -> None:
        self._all = games
        self._shown: dict[GameId, LiveGame] = {}
        self._whole: bytes | None = None
        self._watching: dict[Viewer, None] = {}
        self._behind: set[Viewer] = set()
        """Who needs the whole list at the next round."""
        self._served_s: dict[Viewer, float] = {}

    def enter(self, connection: Viewer, now_s: float) -> None:
        """A socket begins to show the list, or asks for it anew."""
        if not self._watching:
            self._renew()
        self._watching[connection] = None
        if now_s - self._served_s.get(connection, -WHOLE_EVERY_S) < WHOLE_EVERY_S:
            self._behind.add(connection)
        else:
            self._serve(connection, now_s)

    def leave(self, connection: Viewer) -> None:
        """A socket shows it no more; nothing happens if it did not."""
        self._watching.pop(connection, None)
        self._behind.discard(connection)

    def forget(self, connection: Viewer) -> None:
        """A socket has gone."""
        self.leave(connection)
        self._served_s.pop(connection, None)

    def tick(self, now_s: float) -> None:
        """Once a second: what has changed to everybody, the same bytes."""
        if not self._watching:
            return
        before = self._shown
        self._renew()
        frame = _difference(before, self._shown)
        late, self._behind = self._behind, set()
        for connection in late:
            self._serve(connection, now_s)
        if frame is None:
            return
        for connection in self._watching:
            if connection not in late and not connection.outbox.offer(frame):
                self._behind.add(connection)

    def _serve(self, connection: Viewer, now_s: float) -> None:
        if self._whole is None:
            self._whole = _encode(LiveGames(list(self._shown.values()), is_whole=True))
        if connection.outbox.offer(self._whole):
            self._served_s[connection] = now_s
        else:
            self._behind.add(connection)

    def _renew(self) -> None:
        shown = nlargest(MOST, self._all, key=_interest)
        self._shown = {game.game: game for game in shown}
        self._whole = None


def _difference(before: dict[GameId, LiveGame], now: dict[GameId, LiveGame]) -> bytes | None:
    """The frame that leads from one list to the other, None if they are the same."""
    games = [game for key, game in now.items() if before.get(key) != game]
    gone = [key for key in before if key not in now]
    return _encode(LiveGames(games, gone)) if games or gone else None


def _interest(game: LiveGame) -> tuple[int, int, GameId]:
    """What comes first; equals stay in the same order."""
    return game.viewers, game.started_at_ms, game.game
