"""Fills a log by COPY: the same few games over and over under new names."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import asyncpg

from deploy.local.services import repository
from libs.contracts.games import SHARDS
from libs.eventstore.connection import migrate
from libs.eventstore.records import Recorded, shard_of
from libs.eventstore.schema import schema_sql
from tests.bench import stored

GAMES_A_PIECE = 200
SCHEMA = Path("services/games/schema.sql")


async def make_tables(database_url: str) -> None:
    """The games service's tables, empty."""
    own = (repository() / SCHEMA).read_text(encoding="utf-8")
    await migrate(database_url, schema_sql("games"), own)


async def copy_games(
    database_url: str, templates: Sequence[Sequence[Recorded]], numbers: range
) -> int:
    """Appends the games of these numbers to empty shards; returns how many events they have."""
    connection = await asyncpg.connect(database_url, timeout=10)
    try:
        source = _pieces(templates, numbers)
        tag = await connection.copy_to_table(
            "events", schema_name="games", source=source, timeout=3_600
        )
        await connection.execute("VACUUM ANALYZE games.events", timeout=3_600)
    finally:
        await connection.close()
    return int(tag.split()[1])


async def _pieces(templates: Sequence[Sequence[Recorded]], numbers: range) -> AsyncIterator[bytes]:
    heads = [0] * SHARDS
    texts = [[_line(row) for row in rows] for rows in templates]
    piece: list[str] = []
    for count, number in enumerate(numbers, 1):
        stream = stored.game_id(number)
        shard = shard_of(stream)
        seq = heads[shard]
        for line in texts[number % len(texts)]:
            seq += 1
            piece.append(line % (shard, seq, stream))
        heads[shard] = seq
        if count % GAMES_A_PIECE == 0:
            yield "".join(piece).encode()
            piece.clear()
    yield "".join(piece).encode()


def _line(row: Recorded) -> str:
    """A row in COPY's text form, with places for shard, sequence and stream."""
    rest = (
        row.version, row.type, row.schema, row.at_ms, row.actor, row.command_id,
        _bytea(row.fingerprint), row.correlation, _bytea(row.public), _bytea(row.secret),
    )  # fmt: skip
    columns = ["\\N" if value is None else str(value).replace("%", "%%") for value in rest]
    return "%d\t%d\t%s\t" + "\t".join(columns) + "\n"


def _bytea(value: bytes | None) -> str | None:
    return None if value is None else f"\\\\x{value.hex()}"
