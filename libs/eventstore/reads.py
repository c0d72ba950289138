"""Reading through a few connections that nobody waits for longer than a time limit."""

import asyncio
from collections.abc import Mapping
from typing import Any, Final

import asyncpg

from libs.eventstore.connection import (
    CONNECT_LIMIT_S,
    DRIVER_ERRORS,
    Connection,
    Row,
    is_out_of_service,
    session_settings,
    to_store_error,
)
from libs.eventstore.errors import StoreUnavailableError

ATTEMPTS: Final = 2
"""A kept connection may have died unnoticed (a restart of the server): once more is enough."""


class ReadPool:
    """Queries outside transactions: streams, shards, and a service's own read tables.

    The driver's own pool makes tasks and timers for each query, more work than a query of a few
    rows. Here a connection is taken from a list and put back; only who finds none waits.
    """

    def __init__(
        self,
        dsn: str,
        schema: str,
        *,
        size: int = 4,
        query_limit_s: float = 10.0,
        acquire_limit_s: float = 2.0,
        settings: Mapping[str, str] | None = None,
    ) -> None:
        """`settings`: PostgreSQL's own, for these connections alone."""
        self._dsn = dsn
        self._size = size
        self._query_limit_s = query_limit_s
        self._acquire_limit_s = acquire_limit_s
        self._settings = {**session_settings(schema, "reads"), **(settings or {})}
        self._places = asyncio.Semaphore(size)
        self._idle: list[Connection] = []
        self._taken: set[Connection] = set()
        self._is_open = False

    async def start(self) -> None:
        """Begins; connections are opened when they are needed."""
        self._is_open = True

    async def close(self) -> None:
        """Ends all connections without waiting for queries."""
        self._is_open = False
        for connection in (*self._idle, *self._taken):
            connection.terminate()
        self._idle.clear()

    async def fetch(self, sql: str, *args: object) -> list[Row]:
        """The rows of a query. Raises `StoreUnavailableError`."""
        await self._take_place()
        try:
            for attempt in range(ATTEMPTS):
                try:
                    return await self._fetch(sql, args)
                except DRIVER_ERRORS as error:
                    is_last = attempt + 1 == ATTEMPTS or isinstance(error, TimeoutError)
                    if is_last or not is_out_of_service(error):
                        raise to_store_error(error) from error
            raise AssertionError
        finally:
            self._places.release()

    async def _take_place(self) -> None:
        if not self._places.locked():
            await self._places.acquire()  # at once
            return
        try:
            async with asyncio.timeout(self._acquire_limit_s):
                await self._places.acquire()
        except TimeoutError as error:
            msg = f"no connection within {self._acquire_limit_s} s"
            raise StoreUnavailableError(msg) from error

    async def _fetch(self, sql: str, args: tuple[object, ...]) -> list[Row]:
        connection = await self._connection()
        self._taken.add(connection)
        is_well = False
        try:
            rows = await connection.fetch(sql, *args)
        except asyncpg.PostgresError:
            is_well = True  # the server has answered
            raise
        else:
            is_well = True
            return rows
        finally:
            self._taken.discard(connection)
            self._put_back(connection, is_well=is_well)

    async def _connection(self) -> Connection:
        while self._idle:
            connection = self._idle.pop()
            if not connection.is_closed():
                return connection
        if not self._is_open:
            msg = "the pool is not open"
            raise StoreUnavailableError(msg)
        return await asyncpg.connect(
            self._dsn,
            timeout=CONNECT_LIMIT_S,
            command_timeout=self._query_limit_s,
            server_settings=self._settings,
        )

    def _put_back(self, connection: Connection, *, is_well: bool) -> None:
        """One whose query was given up half-way is in no known state."""
        if connection.is_closed():
            return
        if is_well and self._is_open:
            self._idle.append(connection)
        else:
            connection.terminate()

    async def fetchrow(self, sql: str, *args: object) -> Row | None:
        """The first row of a query. Raises `StoreUnavailableError`."""
        rows = await self.fetch(sql, *args)
        return rows[0] if rows else None

    async def fetchval(self, sql: str, *args: object) -> Any:
        """The first column of the first row, None if there is none. Raises like `fetch`."""
        row = await self.fetchrow(sql, *args)
        return None if row is None else row[0]

    async def execute(self, sql: str, *args: object) -> None:
        """A single small write that may be repeated (a snapshot). Raises like `fetch`."""
        await self.fetch(sql, *args)
