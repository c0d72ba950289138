"""The archive's read side: running and finished games, figures, a game's turns, its text."""

from typing import Any, Final, Literal

import msgspec

from libs.contracts.games import GameTerms, SeatInfo
from libs.contracts.ids import GameId, PlayerId

SERVICE: Final = "archive"

Result = Literal["won", "drawn", "lost"]
"""How a game ended for the player who asks."""

Kind = Literal["friendly", "rated", "practice", "hotseat"]
MOST_OPPONENTS: Final = 10
"""So many opponents stand in one's statistics, those played most."""


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


class GameFilter(msgspec.Struct, frozen=True, omit_defaults=True):
    """Which of a player's finished games; what is None does not matter.

    `game` is a rules' key, `opponent` a person or a computer; `since_ms` ≤ the end < `until_ms`.
    `is_public`: begun in the waiting room, so that others may find it, too.
    """

    game: str | None = None
    opponent: PlayerId | None = None
    result: Result | None = None
    kind: Kind | None = None
    since_ms: int | None = None
    until_ms: int | None = None
    is_public: bool | None = None


class FinishedGames(msgspec.Struct, frozen=True, tag="finished_games"):
    """A player's finished games, newest first, paged by (ended_at_ms, game) before the given."""

    player: PlayerId
    before_ms: int | None = None
    before_game: GameId | None = None
    limit: int = 20
    only: GameFilter = GameFilter()


class ArchivedGame(msgspec.Struct, frozen=True, tag="archived_game"):
    """A finished game with all its turns. Answer: `GameRecord` (JSON), or `game_not_found`.

    A practice game is there for its own player alone.
    """

    game: GameId
    player: PlayerId | None = None


class StatisticsOf(msgspec.Struct, frozen=True, tag="statistics_of"):
    """Answer: `Statistics` (JSON)."""

    player: PlayerId


class GameTextOf(msgspec.Struct, frozen=True, tag="game_text_of"):
    """A finished game as a text file. Answer: `TextFile` (msgpack), or as `ArchivedGame`.

    Also refused: `game_running`.
    """

    game: GameId
    player: PlayerId | None = None


class ExportGames(msgspec.Struct, frozen=True, tag="export_games"):
    """A player's finished games with all their turns, as many as fit into one message.

    Newest first, before the given. Answer: `ExportPage` (msgpack).
    """

    player: PlayerId
    before_ms: int | None = None
    before_game: GameId | None = None


ArchiveQuery = RunningGames | FinishedGames | ArchivedGame | StatisticsOf | GameTextOf | ExportGames


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


class TextFile(msgspec.Struct, frozen=True):
    """A game's text (`libs/rules/gametext`); the name is safe in any file system."""

    name: str
    text: str


class ExportPage(msgspec.Struct, frozen=True):
    """Lines of JSON, each an `ExportedGame`; `next` is what to go on before, None at the end."""

    lines: list[bytes]
    next: tuple[int, GameId] | None = None


class ExportedGame(msgspec.Struct, frozen=True):
    """One line of an export. `events` is None if the game's owner could not be asked for them."""

    summary: GameSummary
    events: list[RecordedEvent] | None


class Tally(msgspec.Struct, frozen=True):
    """So many games ended like that."""

    won: int = 0
    drawn: int = 0
    lost: int = 0


class GameTally(msgspec.Struct, frozen=True):
    """How one game went, by the seat one had: white and black, or first and second."""

    game: str
    seats: tuple[Tally, Tally]


class OpponentTally(msgspec.Struct, frozen=True):
    """How it went against one opponent; a computer's id says its strength."""

    opponent: PlayerId
    tally: Tally


class Streaks(msgspec.Struct, frozen=True):
    """Games of one result in a row: the present ones, and the most there ever were."""

    result: Result | None = None
    length: int = 0
    most_won: int = 0
    most_unbeaten: int = 0


class Figures(msgspec.Struct, frozen=True):
    """A player's finished games against one sort of opponent.

    `plies` is the average, by both sides together; half of the games took less than `median_ms`.
    Most played games and opponents come first.
    """

    tally: Tally = Tally()
    games: list[GameTally] = []
    opponents: list[OpponentTally] = []
    streaks: Streaks = Streaks()
    plies: float = 0.0
    median_ms: int = 0


class Statistics(msgspec.Struct, frozen=True):
    """Against people and against computers; at most ten people are named."""

    people: Figures
    computers: Figures


class RunningChanged(msgspec.Struct, frozen=True):
    """Published on `player.<player>.running`: the player's running games as they are now (JSON)."""

    player: PlayerId
    running: list[GameSummary]
