"""The tables of rooms are made again from the log as they were, while people go on."""

import asyncio
from functools import partial
from typing import Any

import msgspec

from libs.contracts.envelope import Answer
from libs.contracts.matchmaking import (
    SHARDS,
    ChangeTerms,
    DeclineRoom,
    JoinRoom,
    MarkRead,
)
from libs.contracts.rebuild import Rebuild, RebuildProgress
from tests.integration.behind import Behind, until
from tests.integration.matchmaking.hall import Hall
from tests.integration.matchmaking.offered import SLOW, Waiting, somebody

TABLES = ("open_rooms", "invitations")


async def tables(behind: Behind) -> list[list[Any]]:
    """All rows."""
    sql = "SELECT * FROM {} ORDER BY room"
    return [
        [tuple(row) for row in await behind.rows("matchmaking", sql.format(table))]
        for table in TABLES
    ]


async def rebuild(behind: Behind, name: str) -> None:
    """As `make rebuild` asks for it; returns when all shards are done."""

    async def is_done(shard: int) -> bool:
        subject, payload = f"rebuild.matchmaking.{shard}", msgspec.msgpack.encode(Rebuild(name))
        answer = msgspec.msgpack.decode(await behind.bus.call(subject, payload), type=Answer)
        assert answer.data is not None, answer
        progress = msgspec.msgpack.decode(answer.data, type=RebuildProgress)
        assert progress.error is None
        return progress.is_done

    for shard in range(SHARDS):
        await until(partial(is_done, shard))


async def test_what_is_made_again_equals_what_was_there(
    behind: Behind, hall: Hall, waiting: Waiting
) -> None:
    ann, *others = (somebody() for _ in range(6))
    hall.free = others
    rooms = [(await waiting.challenge(ann, other))[0] for other in others]
    await waiting.says(others[0], rooms[0], JoinRoom(""))
    await waiting.says(others[1], rooms[1], DeclineRoom("later"))
    await waiting.says(ann, rooms[1], MarkRead())
    await waiting.says(ann, rooms[2], ChangeTerms(SLOW))
    taken, _ = await waiting.seek(others[0])
    await waiting.says(others[1], taken, JoinRoom(""))
    await waiting.seek(others[2])
    before = await tables(behind)
    assert [len(table) for table in before] == [6, 5]
    await behind.rows("matchmaking", "DELETE FROM open_rooms")
    await behind.rows("matchmaking", "UPDATE invitations SET state = 'expired', unread = '{}'")
    rebuilding = asyncio.create_task(rebuild(behind, "one"))
    late, _ = await waiting.seek(others[3])
    await rebuilding
    rows = [row for row in (await tables(behind))[0] if row[0] != late]
    assert [rows, (await tables(behind))[1]] == before
    assert {each.room for each in await waiting.open_seeks()} >= {late}
