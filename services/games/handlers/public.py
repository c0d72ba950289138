"""The running games that anybody may find: kept in memory, told once a second to all gateways.

A turn costs a look into a dictionary. Who takes a shard over reads its games from the tables.
"""

from collections.abc import Awaitable, Callable, Collection, Sequence
from heapq import nlargest
from typing import Final, Protocol

import msgspec

from libs.contracts.client_out import LiveGame
from libs.contracts.games import GameEnded, GameStarted, TurnPlayed, TurnsTakenBack
from libs.contracts.ids import GameId
from libs.contracts.live import PublicChanges, PublicShard
from libs.eventstore.records import Recorded, shard_of

SUBJECT: Final = "live.games"
MOST_OF_A_SHARD: Final = 500
MOST_AT_ONCE: Final = 500
"""So many whole games in one message; what is left waits for the next second."""

STARTED: Final = str(GameStarted.__struct_config__.tag)
PLAYED: Final = str(TurnPlayed.__struct_config__.tag)
TAKEN_BACK: Final = str(TurnsTakenBack.__struct_config__.tag)
ENDED: Final = str(GameEnded.__struct_config__.tag)

_pack = msgspec.msgpack.Encoder().encode
_started = msgspec.json.Decoder(GameStarted).decode
_taken_back = msgspec.json.Decoder(TurnsTakenBack).decode

Read = Callable[[int], Awaitable[list[LiveGame]]]
"""A shard's public games out of the tables."""


class Publisher(Protocol):
    """The part of the bus that is needed here."""

    def publish(self, subject: str, data: bytes) -> bool:
        """Sends a message, False if it can't be sent now."""


class PublicList:
    """This instance's part of the list of running games."""

    def __init__(
        self, instance: str, read: Read, viewers: Callable[[GameId], int], bus: Publisher
    ) -> None:
        self._instance = instance
        self._read = read
        self._viewers = viewers
        self._bus = bus
        self._games: dict[GameId, LiveGame] = {}
        self._shards: set[int] = set()
        self._whole: set[GameId] = set()
        """To be told whole: new, or with more or fewer viewers."""
        self._played: set[GameId] = set()
        self._gone: list[GameId] = []
        self._version = 0

    async def take_over(self, shard: int) -> None:
        """A shard is ours from now on; called before anything is committed in it.

        Raises StoreUnavailableError.
        """
        games = await self._read(shard)
        self._shards.add(shard)
        for listed in games:
            self._add(listed)

    def hand_over(self, shard: int) -> None:
        """A shard is ours no more: whoever has it now tells of its games."""
        self._shards.discard(shard)
        for game in [game for game in self._games if shard_of(game) == shard]:
            self._forget(game)

    def committed(self, events: Sequence[Recorded]) -> None:
        """Called once a commit with all of its events, in order."""
        for recorded in events:
            game = GameId(recorded.stream)
            if game in self._games:
                self._happened(game, recorded)
            elif recorded.type == STARTED:
                self._begun(game, _started(recorded.public), recorded.at_ms)

    def recount(self, games: Collection[GameId]) -> None:
        """So many may watch these games now."""
        for game in games:
            listed = self._games.get(game)
            if listed is not None and listed.viewers != self._viewers(game):
                self._whole.add(game)

    async def tell(self) -> None:
        """One message to all gateways: what has changed since the last one.

        One that can't be sent is missed by its number.
        """
        whole = [self._counted(game) for game in _take(self._whole, MOST_AT_ONCE)]
        self._games.update((each.game, each) for each in whole)
        plies = [(game, self._games[game].plies) for game in self._played]
        gone, self._gone = self._gone, []
        self._played.clear()
        self._version += 1
        shards = sorted(self._shards)
        changes = PublicChanges(self._instance, self._version, shards, whole, plies, gone)
        self._bus.publish(SUBJECT, _pack(changes))

    def shard(self, shard: int) -> bytes:
        """The answer to `PublicGames`."""
        games = (self._counted(game) for game in self._games if shard_of(game) == shard)
        shown = nlargest(MOST_OF_A_SHARD, games, key=_interest)
        return _pack(PublicShard(self._instance, self._version, shown))

    def _begun(self, game: GameId, started: GameStarted, at_ms: int) -> None:
        if started.is_public:
            self._add(LiveGame(game, started.terms, started.seats, at_ms, 0, 0))

    def _add(self, listed: LiveGame) -> None:
        self._games[listed.game] = listed
        self._whole.add(listed.game)

    def _happened(self, game: GameId, recorded: Recorded) -> None:
        kind = recorded.type
        if kind == ENDED:
            self._forget(game)
            self._gone.append(game)
        elif kind == PLAYED:
            self._count(game, 1)
        elif kind == TAKEN_BACK:
            self._count(game, -_taken_back(recorded.public).plies)

    def _count(self, game: GameId, plies: int) -> None:
        listed = self._games[game]
        self._games[game] = msgspec.structs.replace(listed, plies=listed.plies + plies)
        if game not in self._whole:
            self._played.add(game)

    def _counted(self, game: GameId) -> LiveGame:
        """The game with its viewers of this moment."""
        return msgspec.structs.replace(self._games[game], viewers=self._viewers(game))

    def _forget(self, game: GameId) -> None:
        del self._games[game]
        self._whole.discard(game)
        self._played.discard(game)


def _take(waiting: set[GameId], most: int) -> list[GameId]:
    """Some of these; they wait no longer."""
    return [waiting.pop() for _ in range(min(most, len(waiting)))]


def _interest(game: LiveGame) -> tuple[int, int]:
    """What comes first."""
    return game.viewers, game.started_at_ms
