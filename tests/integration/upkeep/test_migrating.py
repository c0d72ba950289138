"""Tables are brought up to date: again, by two at once, with what came later."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from libs.eventstore.connection import Connection, DedicatedConnection
from services.upkeep.app import UpkeepError, migrate
from services.upkeep.tasks import MigrationError, migrate_service

TABLES = "SELECT count(*) FROM pg_tables WHERE schemaname = $1"
SCHEMA = "CREATE TABLE IF NOT EXISTS lending (book text);"
ADD = "ALTER TABLE lending ADD COLUMN reader text; INSERT INTO lending VALUES ('Faust', 'Ann');"


@pytest.fixture
async def connection(database_url: str) -> AsyncIterator[Connection]:
    """A connection of the test's own."""
    link = DedicatedConnection(database_url, "public", "test")
    yield await link.get()
    await link.close()


@pytest.fixture
def library(tmp_path: Path) -> Path:
    """A service's folder with one migration."""
    (tmp_path / "schema.sql").write_text(SCHEMA, encoding="utf-8")
    (tmp_path / "migrations").mkdir()
    (tmp_path / "migrations" / "0001_add_reader.sql").write_text(ADD, encoding="utf-8")
    return tmp_path


async def test_every_service_gets_its_tables_and_the_second_run_changes_nothing(
    database_url: str, connection: Connection
) -> None:
    said: list[str] = []
    await migrate(database_url, said.append)
    count = await connection.fetchval(TABLES, "games")
    assert count > 5
    await migrate(database_url, said.append)
    assert await connection.fetchval(TABLES, "games") == count
    assert "accounts: up to date" in said


async def test_two_at_once_take_turns(database_url: str) -> None:
    await asyncio.gather(*(migrate(database_url, lambda _line: None) for _ in range(4)))


async def test_a_migration_runs_once(connection: Connection, library: Path) -> None:
    assert await migrate_service(connection, "library", library) == ["0001_add_reader.sql"]
    assert await migrate_service(connection, "library", library) == []
    assert await connection.fetchval("SELECT count(*) FROM library.lending") == 1


async def test_a_migration_that_fails_leaves_nothing_behind(
    connection: Connection, library: Path
) -> None:
    broken = library / "migrations" / "0002_break.sql"
    broken.write_text("DELETE FROM lending; SELECT nonsense;", encoding="utf-8")
    with pytest.raises(Exception, match="nonsense"):
        await migrate_service(connection, "library", library)
    assert await connection.fetchval("SELECT count(*) FROM library.lending") == 1
    broken.write_text("DELETE FROM lending;", encoding="utf-8")
    assert await migrate_service(connection, "library", library) == ["0002_break.sql"]


async def test_a_migration_that_was_changed_afterwards_is_refused(
    connection: Connection, library: Path
) -> None:
    await migrate_service(connection, "library", library)
    path = library / "migrations" / "0001_add_reader.sql"
    path.write_text(ADD + " -- only a comment", encoding="utf-8")
    with pytest.raises(MigrationError, match="0001_add_reader"):
        await migrate_service(connection, "library", library)


async def test_without_a_database_a_sentence_says_so() -> None:
    with pytest.raises(UpkeepError, match="brought up to date"):
        await migrate("postgresql://127.0.0.1:1/nothing", lambda _line: None)
