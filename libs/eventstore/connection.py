"""Connections of our own, straight to the server, and what their errors mean."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Final, TypeAlias

import asyncpg

from libs.eventstore.errors import EffectFailedError, RowExistsError, StoreUnavailableError

Connection: TypeAlias = "asyncpg.Connection[asyncpg.Record]"
Row: TypeAlias = asyncpg.Record
"""A row of a query: by position, by name, or as a mapping."""

CONNECT_LIMIT_S: Final = 5.0
KEEPALIVE: Final = {
    "tcp_keepalives_idle": "2",
    "tcp_keepalives_interval": "1",
    "tcp_keepalives_count": "3",
    "tcp_user_timeout": "5000",
}
"""How soon the server notices a dead client, and frees its locks. Nothing on a unix socket."""

DRIVER_ERRORS: Final = (
    OSError,  # TimeoutError is one
    asyncpg.PostgresError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
)
_FAULTY_DATA: Final = ("21", "22", "23")
_OUT_OF_SERVICE: Final = ("08", "25", "53", "57", "58", "F0", "XX")


def is_faulty_data(error: Exception) -> bool:
    """Whether the server is well and refuses what it was given."""
    if isinstance(error, asyncpg.PostgresError):
        return str(error.sqlstate)[:2] in _FAULTY_DATA
    return isinstance(error, asyncpg.DataError | ValueError)


def is_out_of_service(error: Exception) -> bool:
    """Whether trying again later may help; false for faults of ours (a wrong statement)."""
    if isinstance(error, asyncpg.PostgresError):
        return str(error.sqlstate)[:2] in _OUT_OF_SERVICE
    return not is_faulty_data(error)


def to_store_error(error: Exception) -> Exception:
    """The driver's error in the words of this library; faults of ours stay as they are."""
    if isinstance(error, asyncpg.UniqueViolationError):
        return RowExistsError(error.constraint_name or "")
    if is_out_of_service(error):
        return StoreUnavailableError(f"{type(error).__name__}: {error}")
    return error


def session_settings(schema: str, purpose: str) -> dict[str, str]:
    """A session that sees a service's schema, named in pg_stat_activity by its purpose."""
    return {
        **KEEPALIVE,
        "application_name": f"{schema} {purpose}",
        "search_path": schema,
        "jit": "off",
    }


async def connect(dsn: str, schema: str, purpose: str, *, command_limit_s: float) -> Connection:
    """A connection of its own. Raises `StoreUnavailableError`."""
    try:
        return await asyncpg.connect(
            dsn,
            timeout=CONNECT_LIMIT_S,
            command_timeout=command_limit_s,
            server_settings=session_settings(schema, purpose),
        )
    except DRIVER_ERRORS as error:
        raise to_store_error(error) from error


class DedicatedConnection:
    """One connection that is made anew when it was lost. Not for two tasks at once.

    `epoch` counts the connections so far: another one may lead to another server.
    """

    def __init__(
        self, dsn: str, schema: str, purpose: str, *, command_limit_s: float = 5.0
    ) -> None:
        self._dsn = dsn
        self._schema = schema
        self._purpose = purpose
        self._command_limit_s = command_limit_s
        self._connection: Connection | None = None
        self.epoch = 0

    @property
    def is_alive(self) -> bool:
        """Whether there is a connection that hasn't been seen to be lost."""
        return self._connection is not None and not self._connection.is_closed()

    async def get(self) -> Connection:
        """The connection, made anew if need be. Raises `StoreUnavailableError`."""
        connection = self._connection
        if connection is None or connection.is_closed():
            connection = await connect(
                self._dsn, self._schema, self._purpose, command_limit_s=self._command_limit_s
            )
            self._connection = connection
            self.epoch += 1
        return connection

    def drop(self) -> None:
        """Gives the connection up without a word: nobody knows what state it is in."""
        if self._connection is not None:
            self._connection.terminate()
            self._connection = None

    async def close(self) -> None:
        """Ends the connection in good order, within a second."""
        connection, self._connection = self._connection, None
        if connection is None:
            return
        try:
            await connection.close(timeout=1.0)
        except DRIVER_ERRORS:
            connection.terminate()


class PostgresTransaction:
    """What an effect writes through; it doesn't commit. Statements use `$1` for arguments."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def execute(self, sql: str, *args: object) -> str:
        """Runs a statement; returns its tag. Raises `RowExistsError`, `StoreUnavailableError`."""
        try:
            return await self._connection.execute(sql, *args)
        except DRIVER_ERRORS as error:
            raise to_store_error(error) from error

    async def fetch(self, sql: str, *args: object) -> list[Row]:
        """The rows of a query. Raises like `execute`."""
        try:
            return await self._connection.fetch(sql, *args)
        except DRIVER_ERRORS as error:
            raise to_store_error(error) from error

    async def fetchrow(self, sql: str, *args: object) -> Row | None:
        """The first row of a query. Raises like `execute`."""
        rows = await self.fetch(sql, *args)
        return rows[0] if rows else None

    async def fetchval(self, sql: str, *args: object) -> Any:
        """The first column of the first row, None if there is none. Raises like `execute`."""
        row = await self.fetchrow(sql, *args)
        return None if row is None else row[0]


async def run_effect(
    effect: Callable[[PostgresTransaction], Awaitable[None]], tx: PostgresTransaction
) -> None:
    """Runs an effect; what it raises, but for a lost connection, becomes `EffectFailedError`."""
    try:
        await effect(tx)
    except StoreUnavailableError:
        raise
    except Exception as error:
        raise EffectFailedError(error) from error


async def migrate(dsn: str, *scripts: str) -> None:
    """Runs scripts in one transaction, one caller at a time. Raises `StoreUnavailableError`."""
    connection = await connect(dsn, "public", "migrate", command_limit_s=60.0)
    try:
        async with connection.transaction():
            await connection.execute("SELECT pg_advisory_xact_lock(hashtext('migrate'))")
            for script in scripts:
                await connection.execute(script)
    finally:
        await asyncio.shield(connection.close(timeout=5.0))
