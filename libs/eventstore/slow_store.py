"""A consumer's database that is written once a second: memory is ahead, table and cursors follow.

For read tables of which only the present counts, such as what running games wait for: quick
events then cost one row a second each, not a transaction.
"""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final, Protocol, TypeVar

from libs.eventstore.cursors import ConsumerStore, Cursor, Source
from libs.eventstore.errors import EffectFailedError, StoreUnavailableError

SAVE_EVERY_S: Final = 1.0

_LOG: Final = logging.getLogger(__name__)

ChangesT = TypeVar("ChangesT")
Effect = Callable[[Any], Awaitable[None]]
Fetch = Callable[[str], Awaitable[list[Any]]]


class MemoryTable(Protocol[ChangesT]):
    """A read table whose truth is memory."""

    def take_unsaved(self) -> ChangesT:
        """What the database doesn't have yet."""

    def put_back(self, changes: ChangesT) -> None:
        """These could not be saved; what is newer stays."""

    async def write(self, tx: Any, changes: ChangesT) -> None:
        """Saves changes."""

    async def load(self, fetch: Fetch) -> None:
        """Fills memory from the database: after a start, or when another instance had it."""


class SlowStore:
    """See `ConsumerStore`; table and cursors are saved together, once a second.

    After a crash at most a second of events is read again from the log. Whenever the cursors are
    read, memory follows the table, so that the two always belong together.
    """

    def __init__(
        self,
        inner: ConsumerStore[Any],
        table: MemoryTable[Any],
        fetch: Fetch,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._inner = inner
        self._table = table
        self._fetch = fetch
        self._monotonic = monotonic
        self._unsaved: dict[Source, Cursor] = {}
        self._saved_at = 0.0
        self._turn = asyncio.Lock()

    async def load(self) -> dict[Source, Cursor]:
        """See `ConsumerStore.load`."""
        async with self._turn:
            self._unsaved = {}
            cursors = await self._inner.load()
            await self._table.load(self._fetch)
        return cursors

    async def commit(self, cursors: Mapping[Source, Cursor], effect: Effect | None) -> None:
        """See `ConsumerStore.commit`; the table is written later."""
        if effect is not None:
            try:
                await effect(None)
            except Exception as error:
                raise EffectFailedError(error) from error
        self._unsaved.update(cursors)
        if self._monotonic() - self._saved_at >= SAVE_EVERY_S:
            await self.save()

    async def save(self) -> None:
        """Writes what is unsaved. Raises `StoreUnavailableError`: it stays unsaved."""
        async with self._turn:
            cursors, changes = self._unsaved, self._table.take_unsaved()
            if not cursors:
                return
            self._unsaved = {}
            try:
                await self._inner.commit(cursors, lambda tx: self._table.write(tx, changes))
            except BaseException:
                self._unsaved = {**cursors, **self._unsaved}
                self._table.put_back(changes)
                raise
            self._saved_at = self._monotonic()

    async def keep_saving(self) -> None:
        """Saves what the last events before a silence have left."""
        while True:
            await asyncio.sleep(SAVE_EVERY_S)
            try:
                await self.save()
            except StoreUnavailableError as error:
                _LOG.warning("a read table is not saved: %s", error)

    async def reset(self, effect: Effect) -> None:
        """See `ConsumerStore.reset`."""
        async with self._turn:
            self._unsaved = {}
            await self._inner.reset(effect)

    async def close(self) -> None:
        """Saves what is unsaved, if it can; see `ConsumerStore.close`."""
        try:
            await self.save()
        except StoreUnavailableError as error:
            _LOG.warning("a read table is not saved: %s", error)
        await self._inner.close()
