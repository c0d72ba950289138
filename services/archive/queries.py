"""Answers to `query.archive`: running games, pages of finished ones, a finished game whole."""

from collections.abc import Awaitable, Callable, Collection, Iterable
from typing import Any, Final, Protocol

import msgspec

from libs.contracts.archive import ArchivedGame, ArchiveQuery, FinishedGames, RunningGames
from libs.contracts.envelope import Answer
from libs.contracts.ids import BOT_PREFIX, GameId, PlayerId, is_bot

MOST_RUNNING: Final = 100
LONGEST_PAGE: Final = 100
END_OF_TIME_MS: Final = 2**62

_LINE: Final = "game, terms, seats, started_at_ms, ended_at_ms, winner, reason, plies"
_RUNNING: Final = f"""
SELECT {_LINE}, player0, player1 FROM games
WHERE ended_at_ms IS NULL AND (player0 = ANY($1::text[]) OR player1 = ANY($1::text[]))
ORDER BY started_at_ms DESC, game DESC
"""  # noqa: S608  all of it is ours
_SIDE: Final = """
(SELECT {line} FROM games
 WHERE {player} = $1 AND ended_at_ms IS NOT NULL AND (ended_at_ms, game) < ($2, $3)
 ORDER BY ended_at_ms DESC, game DESC LIMIT $4)
"""
_FINISHED: Final = (
    _SIDE.format(line=_LINE, player="player0")
    + "UNION ALL"
    + _SIDE.format(line=_LINE, player="player1")
    + "ORDER BY ended_at_ms DESC, game DESC LIMIT $4"
)
_BETWEEN_PEOPLE: Final = f"(player0 NOT LIKE '{BOT_PREFIX}%' AND player1 NOT LIKE '{BOT_PREFIX}%')"
_SINCE: Final = f"""
SELECT player0, player1 FROM games
WHERE ended_at_ms IS NULL AND ({_BETWEEN_PEOPLE} OR started_at_ms > $1)
UNION SELECT player0, player1 FROM games WHERE ended_at_ms > $1
"""  # noqa: S608  all of it is ours
_RECORD: Final = f"""
SELECT record FROM games
WHERE game = $1 AND ended_at_ms IS NOT NULL AND ({_BETWEEN_PEOPLE} OR $2 IN (player0, player1))
"""  # noqa: S608  all of it is ours

_json = msgspec.json.Encoder().encode
_query = msgspec.msgpack.Decoder(ArchiveQuery).decode


class Line(msgspec.Struct, frozen=True):
    """A `GameSummary` whose terms and seats are JSON already."""

    game: GameId
    terms: msgspec.Raw
    seats: msgspec.Raw
    started_at_ms: int
    ended_at_ms: int | None = None
    winner: int | None = None
    reason: str | None = None
    plies: int = 0


class Reads(Protocol):
    """What the table is read through."""

    async def fetch(self, sql: str, *args: object) -> list[Any]:
        """The rows of a query."""


def line_of(row: Any) -> Line:
    """A row that begins with the columns of a line."""
    game, terms, seats, started, ended, winner, reason, plies = row[:8]
    return Line(
        game, msgspec.Raw(terms), msgspec.Raw(seats), started, ended, winner, reason, plies or 0
    )


class Lists:
    """Reads lists of games. All raise `StoreUnavailableError`."""

    def __init__(self, reads: Reads) -> None:
        self._reads = reads

    async def running(self, players: Collection[PlayerId]) -> dict[PlayerId, list[Line]]:
        """The running games of each of these players, newest first."""
        found: dict[PlayerId, list[Line]] = {player: [] for player in players}
        for row in await self._reads.fetch(_RUNNING, list(players)):
            for player in {row[8], row[9]} & found.keys():
                found[player].append(line_of(row))
        return {player: lines[:MOST_RUNNING] for player, lines in found.items()}

    async def players_since(self, at_ms: int) -> set[PlayerId]:
        """People with a running game, or one that ended after that instant.

        A practice game may run for ever: it counts only if it began after that instant.
        """
        rows = await self._reads.fetch(_SINCE, at_ms)
        return {PlayerId(player) for row in rows for player in row if not is_bot(player)}

    async def finished(self, query: FinishedGames) -> Iterable[Line]:
        """One page of a player's finished games, newest first."""
        before_ms = END_OF_TIME_MS if query.before_ms is None else query.before_ms
        limit = max(1, min(query.limit, LONGEST_PAGE))
        rows = await self._reads.fetch(
            _FINISHED, query.player, before_ms, query.before_game or "", limit
        )
        return map(line_of, rows)

    async def record(self, game: GameId, player: PlayerId | None) -> tuple[bool, bytes | None]:
        """Whether the game is over and theirs to see, and its record if it has been fetched."""
        rows = await self._reads.fetch(_RECORD, game, player or "")
        return bool(rows), rows[0][0] if rows else None


class ArchiveQueries:
    """Answers queries; any instance can."""

    def __init__(self, lists: Lists, fetch: Callable[[GameId], Awaitable[bytes | None]]) -> None:
        """`fetch` gets a record from the game's owner, None if nobody answers."""
        self._lists = lists
        self._fetch = fetch

    async def answer(self, payload: bytes) -> Answer:
        """The answer to one query. Raises StoreUnavailableError."""
        try:
            query = _query(payload)
        except msgspec.MsgspecError:
            return Answer("bad_message")
        match query:
            case RunningGames(player):
                running = await self._lists.running([player])
                return Answer(data=_json(running[player]))
            case FinishedGames():
                return Answer(data=_json(list(await self._lists.finished(query))))
            case ArchivedGame(game, player):
                return await self._archived(game, player)

    async def _archived(self, game: GameId, player: PlayerId | None) -> Answer:
        is_over, record = await self._lists.record(game, player)
        if not is_over:
            return Answer("game_not_found")
        record = record or await self._fetch(game)
        return Answer("unavailable") if record is None else Answer(data=record)
