"""The running games that anybody may find, as the owners of games tell of them once a second.

Whatever is late or lost is noticed: by a message's number, or because a shard's owner, as far as
is known, is somebody else. Such shards are asked for whole.
"""

from collections import OrderedDict
from collections.abc import Iterator
from typing import Final

import msgspec

from libs.contracts.client_out import LiveGame
from libs.contracts.games import SERVICE
from libs.contracts.ids import GameId
from libs.contracts.live import OwnerAnnounced, PublicChanges, PublicShard

MOST_INSTANCES: Final = 1_000

_changes = msgspec.msgpack.Decoder(PublicChanges).decode
_shard = msgspec.msgpack.Decoder(PublicShard).decode
_announced = msgspec.msgpack.Decoder(OwnerAnnounced).decode


class PublicGames:
    """The list, and the shards that have to be asked for it anew."""

    def __init__(self) -> None:
        self._games: dict[int, dict[GameId, LiveGame]] = {}
        self._owners: dict[int, str] = {}
        self._versions: OrderedDict[str, int] = OrderedDict()
        self.stale: set[int] = set()
        """Shards of which something may have been missed."""

    def on_changes(self, _subject: str, data: bytes) -> None:
        """An instance's word of the second."""
        changes = _changes(data)
        before = self._versions.get(changes.instance)
        self._heard(changes.instance, changes.version)
        if before is None or changes.version != before + 1:
            self.stale.update(changes.shards)
        else:
            self.stale.update(
                shard for shard in changes.shards if self._owners.get(shard) != changes.instance
            )
        self._apply(changes)

    def on_owner(self, _subject: str, data: bytes) -> None:
        """An instance has taken shards over."""
        announced = _announced(data)
        if announced.service == SERVICE:
            self.stale.update(announced.shards)

    def bus_is_back(self) -> None:
        """Whatever was said meanwhile is missed: the next word of each instance says so."""
        self._versions.clear()

    def answered(self, shard: int, data: bytes) -> None:
        """The owner's whole list of a shard; one older than what was heard since is asked anew."""
        answer = _shard(data)
        if self._versions.get(answer.instance, 0) > answer.version:
            return
        self._owners[shard] = answer.instance
        self._games[shard] = {game.game: game for game in answer.games}
        self.stale.discard(shard)

    def __iter__(self) -> Iterator[LiveGame]:
        return (game for games in self._games.values() for game in games.values())

    def _apply(self, changes: PublicChanges) -> None:
        """What a shard that is not known yet is told of comes with the answer about it."""
        for whole in changes.games:
            games = self._beside(whole.game)
            if games is not None:
                games[whole.game] = whole
        for game, plies in changes.plies:
            games = self._beside(game)
            if games is not None and game in games:
                games[game] = msgspec.structs.replace(games[game], plies=plies)
        for game in changes.gone:
            games = self._beside(game)
            if games is not None:
                games.pop(game, None)

    def _beside(self, game: GameId) -> dict[GameId, LiveGame] | None:
        """The games of that game's shard, None if they are not known."""
        return self._games.get(int(game[:2], 16))

    def _heard(self, instance: str, version: int) -> None:
        self._versions[instance] = version
        self._versions.move_to_end(instance)
        if len(self._versions) > MOST_INSTANCES:
            self._versions.popitem(last=False)
