"""Rows removed with events: in the same transaction, whether they ride along or not."""

import asyncio
from typing import Any

import pytest

from libs.eventstore.connection import PostgresTransaction, migrate
from libs.eventstore.errors import ShardLostError, VersionConflictError
from libs.eventstore.postgres import PostgresStore
from libs.eventstore.records import StreamId
from libs.eventstore.removals import Removal, Removals, riding
from tests.contract.eventstore.worlds import append_to, stream_in

TABLES = """
CREATE TABLE games.open (stream text PRIMARY KEY);
CREATE TABLE games.taken (player text, game text, PRIMARY KEY (player, game));
"""


async def open_games(store: PostgresStore, *streams: StreamId) -> None:
    """Two players in each, who are in another one as well."""
    for stream in streams:
        await store.reads.execute("INSERT INTO open VALUES ($1)", stream)
        for player in ("ann", "ben"):
            for game in (stream, f"{stream}-other"):
                await store.reads.execute("INSERT INTO taken VALUES ($1, $2)", player, game)


def over(stream: StreamId) -> Removals:
    seats = tuple((player, str(stream)) for player in ("ann", "ben"))
    return Removals(
        (Removal("open", ("stream",), ((stream,),)), Removal("taken", ("player", "game"), seats))
    )


async def left(store: PostgresStore) -> tuple[list[str], list[tuple[str, str]]]:
    streams = await store.reads.fetch("SELECT stream FROM open ORDER BY stream")
    taken = await store.reads.fetch("SELECT player, game FROM taken ORDER BY player, game")
    return [row[0] for row in streams], [(row[0], row[1]) for row in taken]


def others(*streams: StreamId) -> list[tuple[str, str]]:
    return sorted((player, f"{stream}-other") for player in ("ann", "ben") for stream in streams)


async def test_rows_go_with_the_events_of_one_commit(games_url: str) -> None:
    await migrate(games_url, TABLES)
    async with PostgresStore(games_url, service="games") as store:
        await store.open_shard(0)
        streams = [stream_in(0) for _ in range(5)]
        await open_games(store, *streams)
        ends = [store.append_with(append_to(stream, 0), over(stream)) for stream in streams[:4]]
        await asyncio.gather(*ends, store.append(append_to(stream_in(0), 0)))
        assert store.commits <= 2
        streams_left, taken_left = await left(store)
        assert streams_left == [streams[4]]
        assert set(others(*streams)) < set(taken_left)
        assert len(taken_left) == len(others(*streams)) + 2


async def test_beside_other_effects_they_do_the_same(games_url: str) -> None:
    await migrate(games_url, TABLES)
    async with PostgresStore(games_url, service="games") as store:
        await store.open_shard(0)
        stream, new = stream_in(0), stream_in(0)
        await open_games(store, stream)

        async def begin(tx: PostgresTransaction) -> None:
            await tx.execute("INSERT INTO open VALUES ($1)", new)

        assert riding([over(stream), begin]) is None
        await asyncio.gather(
            store.append(append_to(stream_in(0), 0)),
            store.append_with(append_to(stream, 0), over(stream)),
            store.append_with(append_to(new, 0), begin),
        )
        assert await left(store) == ([new], others(stream))


@pytest.mark.parametrize("loser", ["version", "shard"])
async def test_without_the_events_the_rows_stay(games_url: str, loser: str) -> None:
    await migrate(games_url, TABLES)
    async with (
        PostgresStore(games_url, service="games") as store,
        PostgresStore(games_url, service="games") as other,
    ):
        stream = stream_in(0)
        await open_games(store, stream)
        await store.open_shard(0)
        expected: type[Exception] = ShardLostError
        if loser == "version":
            await store.append(append_to(stream, 0))
            expected = VersionConflictError
        else:
            await other.open_shard(0)
            await other.append(append_to(stream_in(0), 0))
        before = await left(store)
        with pytest.raises(expected):
            await store.append_with(append_to(stream, 0), over(stream))
        assert await left(store) == before
        assert before[0] == [stream]


def test_a_statement_s_values_are_counted_through() -> None:
    together: Any = riding([over(StreamId("00-a")), over(StreamId("00-b"))])
    head, values = together
    assert values == [["00-a", "00-b"], ["ann", "ben"] * 2, ["00-a", "00-a", "00-b", "00-b"]]
    assert [f"${n}::" in head for n in range(1, 6)] == [False, True, True, True, False]
