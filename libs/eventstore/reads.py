"""Reading through a pool that nobody waits for longer than a time limit."""

from collections.abc import Mapping
from typing import Any, Final

import asyncpg

from libs.eventstore.connection import (
    CONNECT_LIMIT_S,
    DRIVER_ERRORS,
    Row,
    is_out_of_service,
    session_settings,
    to_store_error,
)
from libs.eventstore.errors import StoreUnavailableError

ATTEMPTS: Final = 2
"""A pooled connection may have died unnoticed (a restart of the server): once more is enough."""


class ReadPool:
    """Queries outside transactions: streams, shards, and a service's own read tables."""

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
        self._pool: asyncpg.Pool[asyncpg.Record] | None = None

    async def start(self) -> None:
        """Makes the pool; connections are opened when they are needed."""
        self._pool = await asyncpg.create_pool(
            self._dsn,
            min_size=0,
            max_size=self._size,
            timeout=CONNECT_LIMIT_S,
            command_timeout=self._query_limit_s,
            server_settings=self._settings,
            reset=_leave_as_it_is,
        )

    async def close(self) -> None:
        """Ends all connections without waiting for queries."""
        if self._pool is not None:
            self._pool.terminate()
            self._pool = None

    async def fetch(self, sql: str, *args: object) -> list[Row]:
        """The rows of a query. Raises `StoreUnavailableError`."""
        if self._pool is None:
            msg = "the pool is not open"
            raise StoreUnavailableError(msg)
        for attempt in range(ATTEMPTS):
            try:
                async with self._pool.acquire(timeout=self._acquire_limit_s) as connection:
                    return await connection.fetch(sql, *args)
            except DRIVER_ERRORS as error:
                is_last = attempt + 1 == ATTEMPTS or isinstance(error, TimeoutError)
                if is_last or not is_out_of_service(error):
                    raise to_store_error(error) from error
        raise AssertionError

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


async def _leave_as_it_is(_connection: object) -> None:
    """Single statements leave nothing behind; the driver's own reset is one more round trip."""
