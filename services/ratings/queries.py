"""Answers to `query.ratings`: standings, ranking, history, wallets; any instance can."""

from collections.abc import Callable, Collection
from typing import Any, Final, Protocol

import msgspec

from libs.contracts.client_out import Rated
from libs.contracts.envelope import Answer
from libs.contracts.ids import PlayerId
from libs.contracts.ratings import (
    FAMILIES,
    REFILL_TALER,
    START_ELO,
    Family,
    PlayerRatings,
    Ranking,
    RankingLine,
    RankingPage,
    RatingHistory,
    RatingPoint,
    RatingQuery,
    RatingsOf,
    Wallet,
    WalletOf,
    WalletPosting,
)
from services.ratings.decider import berlin_day

MOST_ASKED: Final = 500
LONGEST_PAGE: Final = 100
LONGEST_HISTORY: Final = 500
LAST_POSTINGS: Final = 30
HIGHEST_ELO: Final = 2**31 - 1

_FORMS: Final = "SELECT player, family, elo, games FROM elo WHERE player = ANY($1::text[])"
_POINTS: Final = "SELECT player, points FROM standings WHERE player = ANY($1::text[])"
_RANKING: Final = """
SELECT player, elo, games, (SELECT points FROM standings WHERE standings.player = elo.player)
FROM elo
WHERE family = $1 AND is_listed AND (elo < $2 OR (elo = $2 AND player > $3))
ORDER BY elo DESC, player LIMIT $4
"""
_BEFORE: Final = """
SELECT count(*) FILTER (WHERE elo > $2), count(*) FROM elo
WHERE family = $1 AND is_listed AND (elo > $2 OR (elo = $2 AND player < $3))
"""
_HISTORY: Final = """
SELECT game, at_ms, opponent, score, before, after FROM rated_games
WHERE player = $1 AND family = $2 ORDER BY seq DESC LIMIT $3
"""
_CHANGES: Final = """
SELECT player, game, family, before, after, points_before, points_after, taler
FROM rated_games WHERE game = ANY($1::text[]) ORDER BY seq, player
"""
_PURSE: Final = "SELECT taler, refilled_on FROM purses WHERE purse = $1 AND NOT is_closed"
_STAKED: Final = """
SELECT coalesce(sum(taler), 0) FROM stakes WHERE player0 = $1 OR player1 = $1
"""
_POSTINGS: Final = """
SELECT at_ms, kind, CASE WHEN taker = $1 THEN taler ELSE -taler END, game FROM (
    (SELECT * FROM postings WHERE giver = $1 ORDER BY n DESC LIMIT $2)
    UNION ALL
    (SELECT * FROM postings WHERE taker = $1 ORDER BY n DESC LIMIT $2)
) AS mine ORDER BY n DESC LIMIT $2
"""
_RESERVED: Final = "SELECT game FROM stakes WHERE game = ANY($1::text[])"

_json = msgspec.json.Encoder().encode
_query = msgspec.msgpack.Decoder(RatingQuery).decode


class Reads(Protocol):
    """What the tables are read through; raises `StoreUnavailableError`."""

    async def fetch(self, sql: str, *args: object) -> list[Any]:
        """The rows of a query."""


class RatingTables:
    """Reads standings and wallets. All raise `StoreUnavailableError`."""

    def __init__(self, reads: Reads, now_ms: Callable[[], int]) -> None:
        self._reads = reads
        self._now_ms = now_ms

    async def ratings(self, players: Collection[PlayerId]) -> list[PlayerRatings]:
        """One for each asked, in their order."""
        asked = list(players)
        elo: dict[PlayerId, dict[Family, int]] = {
            player: dict.fromkeys(FAMILIES, START_ELO) for player in asked
        }
        games: dict[PlayerId, dict[Family, int]] = {
            player: dict.fromkeys(FAMILIES, 0) for player in asked
        }
        for player, family, value, count in await self._reads.fetch(_FORMS, asked):
            elo[player][family], games[player][family] = value, count
        points = dict(map(tuple, await self._reads.fetch(_POINTS, asked)))
        return [
            PlayerRatings(player, elo[player], games[player], points.get(player, 0))
            for player in asked
        ]

    async def ranking(self, family: Family, after: tuple[int, str], limit: int) -> RankingPage:
        """The page after a place; equal Elo is ordered by the player's id, and of equal rank."""
        rows = await self._reads.fetch(_RANKING, family, *after, limit + 1)
        page = rows[:limit]
        if not page:
            return RankingPage(family, [])
        ((better, before),) = await self._reads.fetch(_BEFORE, family, page[0][1], page[0][0])
        lines: list[RankingLine] = []
        for place, (player, elo, games, points) in enumerate(page, before + 1):
            is_tied = bool(lines) and lines[-1].elo == elo
            rank = lines[-1].rank if is_tied else (place if lines else better + 1)
            lines.append(RankingLine(rank, player, elo, games, points))
        last = f"{lines[-1].elo}.{lines[-1].player}"
        return RankingPage(family, lines, last if len(rows) > limit else None)

    async def history(self, player: PlayerId, family: Family) -> list[RatingPoint]:
        """The last rated games of a family, oldest first."""
        rows = await self._reads.fetch(_HISTORY, player, family, LONGEST_HISTORY)
        return [RatingPoint(*row) for row in reversed(rows)]

    async def wallet(self, player: PlayerId) -> Wallet | None:
        """What somebody has and what came and went last; None without an account."""
        purse = f"wallet:{player}"
        found = await self._reads.fetch(_PURSE, purse)
        if not found:
            return None
        taler, refilled_on = found[0]
        ((staked,),) = await self._reads.fetch(_STAKED, player)
        rows = await self._reads.fetch(_POSTINGS, purse, LAST_POSTINGS)
        can_refill = taler < REFILL_TALER and refilled_on < berlin_day(self._now_ms())
        return Wallet(taler, int(staked), can_refill, [WalletPosting(*row) for row in rows])

    async def changes(self, games: Collection[str]) -> list[tuple[str, Rated]]:
        """What these games have changed, and for whom."""
        rows = await self._reads.fetch(_CHANGES, list(games))
        return [(row[0], Rated(*tuple(row)[1:])) for row in rows]

    async def reserved(self, games: Collection[str]) -> set[str]:
        """Those among these games whose stakes are held."""
        return {row[0] for row in await self._reads.fetch(_RESERVED, list(games))}


class RatingQueries:
    """Answers queries."""

    def __init__(self, tables: RatingTables) -> None:
        self._tables = tables

    async def answer(self, payload: bytes) -> Answer:
        """The answer to one query. Raises StoreUnavailableError."""
        try:
            query = _query(payload)
        except msgspec.MsgspecError:
            return Answer("bad_message")
        match query:
            case RatingsOf(players):
                if len(players) > MOST_ASKED:
                    return Answer("bad_message")
                return Answer(data=_json(await self._tables.ratings(players)))
            case Ranking():
                return await self._ranking(query)
            case RatingHistory(player, family):
                return Answer(data=_json(await self._tables.history(player, family)))
            case WalletOf(player):
                wallet = await self._tables.wallet(player)
                return Answer("account_needed") if wallet is None else Answer(data=_json(wallet))

    async def _ranking(self, query: Ranking) -> Answer:
        after = (HIGHEST_ELO, "") if query.after is None else _place(query.after)
        if after is None:
            return Answer("bad_message")
        limit = max(1, min(query.limit, LONGEST_PAGE))
        return Answer(data=_json(await self._tables.ranking(query.family, after, limit)))


def _place(text: str) -> tuple[int, str] | None:
    """The Elo and the player that a page ended with; None if it can't be that."""
    sign = -1 if text.startswith("-") else 1
    digits, dot, player = text.removeprefix("-").partition(".")
    is_number = digits.isascii() and digits.isdigit() and len(digits) < len(str(HIGHEST_ELO))
    return (sign * int(digits), PlayerId(player)) if dot and player and is_number else None
