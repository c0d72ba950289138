"""The archive's read side: running and finished games, a game's turns."""

from typing import Any, Final

import msgspec

from libs.contracts.games import GameTerms, SeatInfo
from libs.contracts.ids import GameId, PlayerId

SERVICE: Final = "archive"


class GameSummary(msgspec.Struct, frozen=True):
    """One line in a list of games. `reason` is None while it runs."""

    game: GameId
    terms: GameTerms
    seats: tuple[SeatInfo, SeatInfo]
    started_at_ms: int
    ended_at_ms: int | None = None
    winner: int | None = None
    reason: str | None = None
    plies: int = 0


class RunningGames(msgspec.Struct, frozen=True, tag="running_games"):
    """A player's running games, newest first. Answer: list of `GameSummary` (JSON)."""

    player: PlayerId


class FinishedGames(msgspec.Struct, frozen=True, tag="finished_games"):
    """A player's finished games, newest first, paged by (ended_at_ms, game) before the given."""

    player: PlayerId
    before_ms: int | None = None
    before_game: GameId | None = None
    limit: int = 20


class ArchivedGame(msgspec.Struct, frozen=True, tag="archived_game"):
    """A finished game with all its turns. Answer: `GameRecord` (JSON), or `game_not_found`.

    A practice game is there for its own player alone.
    """

    game: GameId
    player: PlayerId | None = None


ArchiveQuery = RunningGames | FinishedGames | ArchivedGame


class RecordedEvent(msgspec.Struct, frozen=True):
    """One event of a finished game, as everybody may see it."""

    version: int
    at_ms: int
    type: str
    data: Any


class GameRecord(msgspec.Struct, frozen=True):
    """A finished game, whole: what a replay needs."""

    summary: GameSummary
    events: list[RecordedEvent]


class RunningChanged(msgspec.Struct, frozen=True):
    """Published on `player.<player>.running`: the player's running games as they are now (JSON)."""

    player: PlayerId
    running: list[GameSummary]
