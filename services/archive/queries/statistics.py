"""A player's figures, counted from the rows of who played: nothing is kept that could be wrong."""

from collections.abc import Iterable
from typing import Any, Final

import msgspec

from libs.contracts.archive import (
    MOST_OPPONENTS,
    Figures,
    GameTally,
    OpponentTally,
    Statistics,
    Streaks,
    Tally,
)
from libs.contracts.ids import BOT_PREFIX, PlayerId
from services.archive.queries.lists import Reads

_MINE: Final = f"""
mine AS (
    SELECT *, opponent LIKE '{BOT_PREFIX}%' AS is_bot FROM played
    WHERE player = $1 AND result IS NOT NULL
)
"""  # noqa: S608  all of it is ours
_COUNTS: Final = """
count(*) FILTER (WHERE result = 'won'), count(*) FILTER (WHERE result = 'drawn'),
count(*) FILTER (WHERE result = 'lost')
"""
_GAMES: Final = f"""
WITH {_MINE}
SELECT is_bot, {_COUNTS}, rules, seat, sum(plies) FROM mine GROUP BY is_bot, rules, seat
"""  # noqa: S608  all of it is ours
_LENGTHS: Final = f"""
WITH {_MINE}
SELECT is_bot, percentile_disc(0.5) WITHIN GROUP (ORDER BY lasted_ms) FROM mine GROUP BY is_bot
"""  # noqa: S608  all of it is ours
_OPPONENTS: Final = f"""
WITH {_MINE}, met AS (
    SELECT is_bot, {_COUNTS}, opponent,
        row_number() OVER (PARTITION BY is_bot ORDER BY count(*) DESC, opponent) AS place
    FROM mine GROUP BY is_bot, opponent
)
SELECT * FROM met WHERE place <= {MOST_OPPONENTS} ORDER BY place
"""  # noqa: S608  all of it is ours
_STREAKS: Final = f"""
WITH {_MINE}, ordered AS (
    SELECT is_bot, result, row_number() OVER games AS place,
        row_number() OVER games - row_number() OVER alike AS run,
        count(*) FILTER (WHERE result = 'lost') OVER games AS losses
    FROM mine WINDOW games AS (PARTITION BY is_bot ORDER BY ended_at_ms, game),
        alike AS (PARTITION BY is_bot, result ORDER BY ended_at_ms, game)
), runs AS (
    SELECT is_bot, result, count(*) AS length, max(place) AS last FROM ordered
    GROUP BY is_bot, result, run
), unbeaten AS (
    SELECT is_bot, count(*) FILTER (WHERE result <> 'lost') AS length FROM ordered
    GROUP BY is_bot, losses
)
SELECT DISTINCT ON (is_bot) is_bot, result, length,
    (SELECT coalesce(max(length), 0) FROM runs AS won
     WHERE won.is_bot = runs.is_bot AND result = 'won'),
    (SELECT max(length) FROM unbeaten WHERE unbeaten.is_bot = runs.is_bot)
FROM runs ORDER BY is_bot, last DESC
"""  # noqa: S608  all of it is ours


class StatisticsTable:
    """Counts a player's games, people and computers apart."""

    def __init__(self, reads: Reads) -> None:
        self._reads = reads

    async def of(self, player: PlayerId) -> Statistics:
        """A player's figures. Raises `StoreUnavailableError`."""
        found = [
            await self._reads.fetch(statement, player)
            for statement in (_GAMES, _LENGTHS, _OPPONENTS, _STREAKS)
        ]
        people, computers = (
            _figures(*([row for row in rows if row[0] == is_bot] for rows in found))
            for is_bot in (False, True)
        )
        return Statistics(people, computers)


def _figures(
    games: list[Any], lengths: list[Any], opponents: list[Any], streaks: list[Any]
) -> Figures:
    if not games:
        return Figures()
    tally = _sum(_tally(row) for row in games)
    return Figures(
        tally,
        _games(games),
        [OpponentTally(row[4], _tally(row)) for row in opponents],
        Streaks(*streaks[0][1:]) if streaks else Streaks(),
        int(sum(row[6] for row in games)) / _size(tally),
        lengths[0][1] if lengths else 0,
    )


def _games(rows: list[Any]) -> list[GameTally]:
    """By game and seat, the most played first."""
    seats: dict[str, list[Tally]] = {}
    for row in rows:
        seats.setdefault(row[4], [Tally(), Tally()])[row[5]] = _tally(row)
    tallies = [GameTally(game, (first, second)) for game, (first, second) in seats.items()]
    return sorted(tallies, key=lambda each: (-_size(_sum(each.seats)), each.game))


def _tally(row: Any) -> Tally:
    return Tally(*row[1:4])


def _sum(tallies: Iterable[Tally]) -> Tally:
    columns = zip(*map(msgspec.structs.astuple, tallies), strict=True)
    return Tally(*map(sum, columns))


def _size(tally: Tally) -> int:
    return tally.won + tally.drawn + tally.lost
