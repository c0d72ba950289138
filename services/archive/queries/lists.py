"""Lists of games, read from the tables: running ones, filtered pages of finished ones, records."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any, Final, Protocol

import msgspec

from libs.contracts.archive import SERVICE, ExportGames, FinishedGames
from libs.contracts.ids import BOT_PREFIX, GameId, PlayerId, is_bot
from libs.eventstore.reads import ReadPool

MOST_RUNNING: Final = 100
LONGEST_PAGE: Final = 100
LONGEST_EXPORT: Final = 50
END_OF_TIME_MS: Final = 2**62

_LINE: Final = (
    "games.game, terms, seats, started_at_ms, games.ended_at_ms, winner, reason, games.plies"
)
_RUNNING: Final = f"""
SELECT {_LINE}, player0, player1 FROM games
WHERE ended_at_ms IS NULL AND (player0 = ANY($1::text[]) OR player1 = ANY($1::text[]))
ORDER BY started_at_ms DESC, game DESC
"""  # noqa: S608  all of it is ours
_PAGE: Final = """
WITH page AS (
    SELECT game, ended_at_ms FROM played WHERE player = $1 AND (ended_at_ms, game) < ($2, $3){only}
    ORDER BY ended_at_ms DESC, game DESC LIMIT {limit:d}
)
SELECT {line} FROM page JOIN games USING (game) ORDER BY page.ended_at_ms DESC, page.game DESC
"""
_WHOLE: Final = """
WITH page AS (
    SELECT played.game, played.ended_at_ms, coalesce(octet_length(record), 0) AS size
    FROM played JOIN games USING (game)
    WHERE player = $1 AND (played.ended_at_ms, played.game) < ($2, $3)
    ORDER BY played.ended_at_ms DESC, played.game DESC LIMIT {limit:d}
), counted AS (
    SELECT game, ended_at_ms, sum(size) OVER newest AS total, row_number() OVER newest AS place
    FROM page WINDOW newest AS (ORDER BY ended_at_ms DESC, game DESC)
)
SELECT {line}, record FROM counted JOIN games USING (game) WHERE total <= $4 OR place = 1
ORDER BY counted.ended_at_ms DESC, counted.game DESC
"""
_CONDITIONS: Final[Mapping[str, str]] = {
    "game": "rules =",
    "opponent": "opponent =",
    "result": "result =",
    "kind": "kind =",
    "since_ms": "ended_at_ms >=",
    "until_ms": "ended_at_ms <",
    "is_public": "is_public =",
}
"""Field of a `GameFilter` → what a row has to be. A condition that does not matter is left out:
so the index that fits the others is found."""
_BETWEEN_PEOPLE: Final = f"(player0 NOT LIKE '{BOT_PREFIX}%' AND player1 NOT LIKE '{BOT_PREFIX}%')"
_SINCE: Final = f"""
SELECT player0, player1 FROM games
WHERE ended_at_ms IS NULL AND ({_BETWEEN_PEOPLE} OR started_at_ms > $1)
UNION SELECT player0, player1 FROM games WHERE ended_at_ms > $1
"""  # noqa: S608  all of it is ours
_RECORD: Final = f"""
SELECT ended_at_ms IS NOT NULL, record FROM games
WHERE game = $1
AND ({_BETWEEN_PEOPLE} AND player0 <> player1 OR $2 IN (player0, player1))
"""  # noqa: S608  all of it is ours


def reads_of(database_url: str) -> ReadPool:
    """A pool whose plans are made anew for each query.

    A plan for any player would be made for one with a few games, and sort all of them.
    """
    return ReadPool(database_url, SERVICE, settings={"plan_cache_mode": "force_custom_plan"})


class GameHiddenError(Exception):
    """There is no such game, or it is not theirs to see."""


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
        statement, values = page_of(query)
        return map(line_of, await self._reads.fetch(statement, *values))

    async def whole(self, query: ExportGames, most_bytes: int) -> list[tuple[Line, bytes | None]]:
        """The next finished games with their records, as far as those have been fetched.

        So many as have together at most that size, but at least one.
        """
        statement = _WHOLE.format(line=_LINE, limit=LONGEST_EXPORT)
        start = _start(query.before_ms, query.before_game)
        rows = await self._reads.fetch(statement, query.player, *start, most_bytes)
        return [(line_of(row), row[8]) for row in rows]

    async def record(self, game: GameId, player: PlayerId | None) -> tuple[bool, bytes | None]:
        """Whether the game is over, and its record if it has been fetched.

        Raises GameHiddenError if there is none that this player may see.
        """
        rows = await self._reads.fetch(_RECORD, game, player or "")
        if not rows:
            raise GameHiddenError
        return rows[0][0], rows[0][1]


def page_of(query: FinishedGames) -> tuple[str, list[Any]]:
    """The statement that reads a page, and its values."""
    values: list[Any] = [query.player, *_start(query.before_ms, query.before_game)]
    only = ""
    for field, condition in _CONDITIONS.items():
        wanted = getattr(query.only, field)
        if wanted is not None:
            values.append(wanted)
            only += f" AND {condition} ${len(values)}"
    limit = max(1, min(query.limit, LONGEST_PAGE))
    return _PAGE.format(line=_LINE, only=only, limit=limit), values


def _start(before_ms: int | None, before_game: GameId | None) -> tuple[int, str]:
    """What a page's games are older than."""
    return END_OF_TIME_MS if before_ms is None else before_ms, before_game or ""
