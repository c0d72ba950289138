"""The tables as people and other programs find them."""

import pytest

from libs.eventstore.connection import connect, migrate
from libs.eventstore.errors import RowExistsError, StoreUnavailableError
from libs.eventstore.postgres import PostgresStore
from libs.eventstore.schema import schema_sql
from tests.contract.eventstore.worlds import append_to, stream_in


async def test_migrating_again_changes_nothing(games_url: str) -> None:
    async with PostgresStore(games_url, service="games") as store:
        await store.open_shard(0)
        await store.append(append_to(stream_in(0), 0))
        await migrate(games_url, schema_sql("games"), schema_sql("accounts"))
        assert await store.head(0) == 1


async def test_people_read_payloads_as_json(games_url: str) -> None:
    async with PostgresStore(games_url, service="games") as store:
        await store.open_shard(0)
        await store.append(append_to(stream_in(0), 0, at_ms=1_764_486_000_123))
        row = await store.reads.fetchrow(
            "SELECT public->>'ply' AS ply, secret->>'s' AS secret, at FROM readable_events"
        )
        assert row is not None
        assert (row["ply"], row["secret"]) == ("1", "1")
        assert row["at"].isoformat() == "2025-11-30T07:00:00.123000+00:00"


@pytest.mark.parametrize(
    "statement",
    ["UPDATE events SET actor = 'x'", "DELETE FROM events", "TRUNCATE events"],
)
async def test_events_are_never_changed(games_url: str, statement: str) -> None:
    async with PostgresStore(games_url, service="games") as store:
        await store.open_shard(0)
        await store.append(append_to(stream_in(0), 0))
        connection = await connect(games_url, "games", "vandal", command_limit_s=5.0)
        with pytest.raises(Exception, match="events are facts"):
            await connection.execute(statement)
        await connection.close()
        assert await store.head(0) == 1


async def test_two_services_share_a_database_and_nothing_else(games_url: str) -> None:
    await migrate(games_url, schema_sql("accounts"))
    async with (
        PostgresStore(games_url, service="games") as games,
        PostgresStore(games_url, service="accounts", shards=4) as accounts,
    ):
        await games.open_shard(0)
        await accounts.open_shard(0)
        await games.append(append_to(stream_in(0), 0, 2))
        await accounts.append(append_to(stream_in(0), 0))
        assert (await games.head(0), await accounts.head(0)) == (2, 1)


async def test_a_unique_row_is_told_in_our_words(games_url: str) -> None:
    await migrate(games_url, "CREATE TABLE games.seat (player text CONSTRAINT one_game UNIQUE)")
    async with PostgresStore(games_url, service="games") as store:
        await store.open_shard(0)

        async def take_seat(tx: object) -> None:
            await tx.execute("INSERT INTO seat VALUES ('ann')")  # type: ignore[attr-defined]

        await store.append_with(append_to(stream_in(0), 0), take_seat)
        with pytest.raises(RowExistsError) as caught:
            await store.append_with(append_to(stream_in(0), 0), take_seat)
        assert caught.value.constraint == "one_game"


async def test_no_server_at_all() -> None:
    async with PostgresStore("postgresql://x@127.0.0.1:1/x", service="games") as store:
        with pytest.raises(StoreUnavailableError):
            await store.open_shard(0)


async def test_a_long_stream_is_read_by_its_index(games_url: str) -> None:
    """What a turn costs must not grow with the log: no statement may scan it."""
    async with PostgresStore(games_url, service="games") as store:
        await store.open_shard(0)
        for _ in range(5):
            await store.append(append_to(stream_in(0), 0, 1_000))
        await store.reads.execute("ANALYZE events")
        for statement in (
            "SELECT * FROM events WHERE stream = '00-x' AND version > 1 ORDER BY version",
            "SELECT * FROM events WHERE shard = 0 AND seq > 4000 ORDER BY seq LIMIT 10",
            "SELECT max(seq) FROM events WHERE shard = 0",
            "SELECT max(version) FROM events WHERE stream = '00-x'",
        ):
            rows = await store.reads.fetch(f"EXPLAIN {statement}")
            assert any("Index" in row[0] for row in rows), statement
            assert not any("Seq Scan" in row[0] for row in rows), statement
