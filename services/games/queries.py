"""Reads of the games service's own tables."""

from typing import Any, Final, Protocol

import msgspec

from libs.contracts.games import GameStarted, TurnPlayed, TurnsTakenBack
from libs.contracts.ids import GameId
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


class PublicRow(msgspec.Struct, frozen=True):
    """A running game that anybody may find."""

    game: GameId
    at_ms: int
    started: GameStarted
    plies: int


class Reads(Protocol):
    """What the table is read through."""

    async def fetch(self, sql: str, *args: object) -> list[Any]:
        """The rows of one query."""


async def running_in(reads: Reads, shard: int) -> list[StreamId]:
    """The games of a shard that run."""
    rows = await reads.fetch("SELECT stream FROM running WHERE shard = $1", shard)
    return [StreamId(row[0]) for row in rows]


async def public_in(reads: Reads, shard: int) -> list[PublicRow]:
    """The games of a shard that run and that anybody may find."""
    rows = await reads.fetch(_PUBLIC, shard)
    return [
        PublicRow(GameId(game), at_ms, _started(public), int(plies))
        for game, at_ms, public, plies in rows
    ]
