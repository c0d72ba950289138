"""All games that sockets of this gateway show, and the owners' live messages for them."""

from collections.abc import Callable, Iterable
from typing import Final

import msgspec

from libs.contracts.games import WatchedGame
from libs.contracts.ids import GameId
from libs.contracts.live import LiveBatch
from libs.runtime import NowMs
from libs.runtime.figures import Distribution
from services.gateway.decider.connection import Connection
from services.gateway.decider.watching import Place, ShownGame

AT_MS: Final = b'"at_ms":'
AT_MS_DIGITS: Final = 13

_batch = msgspec.msgpack.Decoder(LiveBatch).decode


class ShownGames:
    """Fans live messages out, notices what is missing, knows what to renew."""

    def __init__(self, delay: Distribution, now_ms: NowMs) -> None:
        self._games: dict[GameId, ShownGame] = {}
        self._by_shard: dict[int, dict[GameId, ShownGame]] = {}
        self._delay = delay
        self._now_ms = now_ms
        self.on_missing: Callable[[Place], object] = lambda _place: None
        """Called when a place lacks something that only the owner can tell."""
        self.on_changed: Callable[[int], object] = lambda _shard: None
        """Called with a shard whose list of watched games has become shorter."""
        self.stale: set[Place] = set()
        """Places whose socket could not keep up: they need a snapshot once it can."""

    def enter(self, connection: Connection, game: GameId) -> Place:
        """A socket begins to show a game; what comes is held back from this moment on."""
        player = connection.player
        place = Place(game, None if player is None else player.id, connection.outbox)
        connection.games[game] = place
        shown = self._games.get(game)
        if shown is None:
            shown = self._games[game] = ShownGame()
            self._by_shard.setdefault(int(game[:2], 16), {})[game] = shown
        shown.places[place] = None
        return place

    def leave(self, connection: Connection, game: GameId) -> None:
        """A socket shows a game no more; nothing happens if it did not."""
        place = connection.games.pop(game, None)
        if place is None:
            return
        place.round += 1
        self.stale.discard(place)
        shown = self._games[game]
        del shown.places[place]
        shard = int(game[:2], 16)
        if not shown.places:
            del self._games[game]
            del self._by_shard[shard][game]
        self.on_changed(shard)

    def answered(self, place: Place, seat: int | None, version: int, frames: list[bytes]) -> None:
        """The owner has answered for a place."""
        shown = self._games[place.game]
        shown.newest = max(shown.newest, version)
        self.stale.discard(place)
        is_complete = place.answered(seat, version, frames)
        if shown.presence is not None:
            place.outbox.send(shown.presence)
        if not is_complete:
            self.on_missing(place)

    def on_live(self, _subject: str, data: bytes) -> None:
        """A message of an owner: one commit's events for this gateway."""
        self.apply(_batch(data))

    def apply(self, batch: LiveBatch) -> None:
        """Show events and presence to every socket that they are for."""
        games = self._games
        for item in batch.items:
            shown = games.get(item.game)
            if shown is None:
                continue
            shown.newest = max(shown.newest, item.version)
            for place in shown.places:
                if not place.take(item):
                    self.on_missing(place)
                elif place.is_stale:
                    self.stale.add(place)
        for game, frame in batch.presence:
            self._show_presence(game, frame)
        if batch.items:
            self._observe(batch.items[-1].public)

    def _show_presence(self, game: GameId, frame: bytes) -> None:
        shown = self._games.get(game)
        if shown is None:
            return
        shown.presence = frame
        for place in shown.places:
            if not place.is_waiting:
                place.outbox.offer(frame)

    def _observe(self, frame: bytes) -> None:
        """How old the batch's last event is; its instant stands in its frame."""
        start = frame.find(AT_MS) + len(AT_MS)
        digits = frame[start : start + AT_MS_DIGITS]
        if digits.isdigit():
            self._delay.observe(max(0, self._now_ms() - int(digits)) / 1000.0)

    def shards(self) -> list[int]:
        """Shards with games to renew."""
        return [shard for shard, games in self._by_shard.items() if games]

    def watched(self, shard: int) -> list[WatchedGame]:
        """The whole list of one shard, as its owner should know it."""
        return [
            WatchedGame(
                game,
                shown.oldest(),
                sorted(shown.players()),
                shown.strangers(),
                sorted(shown.people()),
            )
            for game, shown in self._by_shard.get(shard, {}).items()
        ]

    def versions(self, places: Iterable[Place]) -> dict[GameId, int]:
        """What a socket should have of its games by now; those that wait are left out."""
        return {
            place.game: place.version if place.is_stale else self._games[place.game].newest
            for place in places
            if not place.is_waiting
        }

    def __len__(self) -> int:
        return len(self._games)
