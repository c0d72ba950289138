"""Brings one service's tables up to date: the event store's, its own, then numbered migrations.

`schema.sql` may be run again at any time; a migration runs once, is recorded with its SHA-256 in
the transaction that runs it, and never changes afterwards.
"""

import hashlib
import re
from pathlib import Path
from typing import Final

import msgspec

from libs.eventstore.connection import Connection
from libs.eventstore.schema import schema_sql

_NAME: Final = re.compile(r"(\d{4})_[a-z0-9_]+\.sql")

_TABLE: Final = """
CREATE TABLE IF NOT EXISTS migration (
    number integer PRIMARY KEY,
    name text NOT NULL,
    sha256 text NOT NULL,
    applied_at timestamptz NOT NULL DEFAULT now()
)
"""
_APPLIED: Final = "SELECT number, name, sha256 FROM migration"
_RECORD: Final = "INSERT INTO migration (number, name, sha256) VALUES ($1, $2, $3)"


class MigrationError(Exception):
    """The scripts don't fit the database; the text is for people."""


class Script(msgspec.Struct, frozen=True):
    """One numbered migration."""

    number: int
    name: str
    sql: str

    @property
    def sha256(self) -> str:
        """What the database remembers of it."""
        return hashlib.sha256(self.sql.encode()).hexdigest()


def scripts_of(service: Path) -> list[Script]:
    """The migrations in a service's folder, in order. Raises MigrationError for a wrong name."""
    scripts: list[Script] = []
    for path in sorted((service / "migrations").glob("*.sql")):
        match = _NAME.fullmatch(path.name)
        if match is None or any(script.number == int(match[1]) for script in scripts):
            raise MigrationError(f"{path.name} is no migration: 0001_what_it_does.sql, each once.")
        scripts.append(Script(int(match[1]), path.name, path.read_text(encoding="utf-8")))
    return scripts


async def migrate_service(connection: Connection, service: str, folder: Path) -> list[str]:
    """Runs what is missing; returns the names of the migrations that ran.

    Raises MigrationError when one that has run was changed, and the driver's errors.
    """
    scripts = scripts_of(folder)
    async with connection.transaction():
        await connection.execute(schema_sql(service))
        await _enter(connection, service)
        await connection.execute((folder / "schema.sql").read_text(encoding="utf-8"))
        await connection.execute(_TABLE)
        rows = await connection.fetch(_APPLIED)
    applied = {row["number"]: row["sha256"] for row in rows}
    missing: list[str] = []
    for script in scripts:
        if script.number not in applied:
            await _run(connection, service, script)
            missing.append(script.name)
        elif applied[script.number] != script.sha256:
            raise MigrationError(f"{service}: {script.name} was changed after it had been run.")
    return missing


async def _run(connection: Connection, service: str, script: Script) -> None:
    async with connection.transaction():
        await _enter(connection, service)
        await connection.execute(script.sql)
        await connection.execute(_RECORD, script.number, script.name, script.sha256)


async def _enter(connection: Connection, service: str) -> None:
    """Names without a schema mean the service's own, until the transaction ends."""
    await connection.execute("SELECT set_config('search_path', $1, true)", service)
