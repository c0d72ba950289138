"""Queries to a game's owner (msgpack, tagged): `query.games.<shard>`."""

from typing import Final

import msgspec

from libs.contracts.ids import GameId, PlayerId


class WatchGame(msgspec.Struct, frozen=True, tag="watch_game"):
    """A gateway watches a game for one of its sockets; the owner says for which audience.

    `player` is the signed-in player of that socket. Answer: `Watching`.
    """

    game: GameId
    gateway: str
    player: PlayerId | None
    since: int | None = None


class Watching(msgspec.Struct, frozen=True):
    """`seat` is the audience the owner confirmed, None for a spectator.

    With `since` known: `frames` are the missing ones, ready for the socket. Else one snapshot
    frame. `version` is the game's version after them.
    """

    seat: int | None
    version: int
    frames: list[bytes]


class WatchedGame(msgspec.Struct, frozen=True, array_like=True):
    """One game in a gateway's full list: last version it has, seats it has sockets for.

    Who else watches: `people`, each once however many tabs show it, and sockets of `strangers`
    without a session.
    """

    game: GameId
    version: int
    players: list[PlayerId]
    strangers: int
    people: list[PlayerId] = []


class RenewWatches(msgspec.Struct, frozen=True, tag="renew_watches"):
    """All games of one shard that a gateway watches; replaces what the owner knew.

    Sent every few seconds, at once when an owner announces itself, and after a lost bus.
    Answer: `LiveBatch` with whatever the gateway has missed.
    """

    gateway: str
    games: list[WatchedGame]


class GameAsSeen(msgspec.Struct, frozen=True, tag="game_as_seen"):
    """One game as a player (None: a spectator) sees it now. Answer: a snapshot frame (JSON)."""

    game: GameId
    player: PlayerId | None


class IsOver(msgspec.Struct, frozen=True, tag="is_over"):
    """Whether a game has ended. Answer: without a code if so, else `game_running`."""

    game: GameId


class TakenUpBy(msgspec.Struct, frozen=True, tag="taken_up_by"):
    """From matchmaking: the game with a clock that somebody plays; any owner of games knows.

    Answer: its `GameId`, or None (msgpack).
    """

    player: PlayerId


class WholeLog(msgspec.Struct, frozen=True, tag="whole_log"):
    """All events with their secrets; refused while the game runs. Answer: `GameLog`."""

    game: GameId


class PublicGames(msgspec.Struct, frozen=True, tag="public_games"):
    """The running games of this shard that anybody may find. Answer: `live.PublicShard`."""


GameQuery = WatchGame | RenewWatches | GameAsSeen | IsOver | TakenUpBy | WholeLog | PublicGames


NO_SECRET: Final = msgspec.Raw(b"null")


class LoggedEvent(msgspec.Struct, frozen=True):
    """An event with both its parts, from a game that is over. `secret`: `Secret` or null, JSON."""

    version: int
    type: str
    schema: int
    at_ms: int
    public: msgspec.Raw
    secret: msgspec.Raw


class GameLog(msgspec.Struct, frozen=True):
    """A finished game, whole (JSON)."""

    game: GameId
    events: list[LoggedEvent]
