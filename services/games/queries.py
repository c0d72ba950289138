"""Reads of the games service's own tables."""

from typing import Any, Final, Protocol

import msgspec

from libs.contracts.client_out import LiveGame
from libs.contracts.games import GameStarted, TurnPlayed, TurnsTakenBack
from libs.contracts.ids import GameId, PlayerId
from libs.eventstore.records import StreamId

_PUBLIC: Final = f"""
SELECT running.stream, begun.at_ms, begun.public, played.plies
FROM running
JOIN events begun ON begun.stream = running.stream AND begun.version = 1
CROSS JOIN LATERAL (
    SELECT count(*) FILTER (WHERE type = '{TurnPlayed.__struct_config__.tag}')
        - coalesce(sum((convert_from(public, 'UTF8')::json ->> 'plies')::integer)
            FILTER (WHERE type = '{TurnsTakenBack.__struct_config__.tag}'), 0) AS plies
    FROM events WHERE events.stream = running.stream
) played
WHERE running.shard = $1
AND (convert_from(begun.public, 'UTF8')::json ->> 'is_public')::boolean
"""  # noqa: S608  names of ours

_started = msgspec.json.Decoder(GameStarted).decode


class Reads(Protocol):
    """What the table is read through."""

    async def fetch(self, sql: str, *args: object) -> list[Any]:
        """The rows of one query."""


async def running_in(reads: Reads, shard: int) -> list[StreamId]:
    """The games of a shard that run."""
    rows = await reads.fetch("SELECT stream FROM running WHERE shard = $1", shard)
    return [StreamId(row[0]) for row in rows]


async def taken_up_by(reads: Reads, player: PlayerId) -> GameId | None:
    """The game with a clock that somebody plays against a person, if there is one."""
    rows = await reads.fetch("SELECT game FROM busy WHERE player = $1", player)
    return GameId(rows[0][0]) if rows else None


async def public_in(reads: Reads, shard: int) -> list[LiveGame]:
    """The games of a shard that run and that anybody may find; nobody counted who watches."""
    rows = await reads.fetch(_PUBLIC, shard)
    return [_listed(*row) for row in rows]


def _listed(game: str, at_ms: int, public: bytes, plies: int) -> LiveGame:
    started = _started(public)
    return LiveGame(GameId(game), started.terms, started.seats, at_ms, int(plies), 0)
