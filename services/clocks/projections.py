"""Events of games to deadlines in memory, at once; to the table of deadlines, once a second."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, Final, Protocol

import msgspec

from libs.contracts.games import ClockReading
from libs.contracts.ids import GameId
from libs.eventstore.cursors import ConsumerStore, Cursor, Source
from libs.eventstore.errors import EffectFailedError, StoreUnavailableError
from libs.eventstore.records import PublicEvent
from libs.runtime.logs import get_logger
from services.clocks.decider import CONCERNED, Deadline, Deadlines, Happened, evolve

SAVE_EVERY_S: Final = 1.0

_LOAD: Final = "SELECT game, version, position, pause, left_ms, due_ms FROM deadlines"
_SAVE: Final = """
INSERT INTO deadlines (game, version, position, pause, left_ms, due_ms)
SELECT * FROM unnest($1::text[], $2::integer[], $3::integer[], $4::integer[], $5::bigint[],
                     $6::bigint[])
ON CONFLICT (game) DO UPDATE
SET version = excluded.version, position = excluded.position, pause = excluded.pause,
    left_ms = excluded.left_ms, due_ms = excluded.due_ms
"""
_DELETE: Final = "DELETE FROM deadlines WHERE game = ANY($1::text[])"
_CLEAR: Final = "DELETE FROM deadlines"

Changes = dict[GameId, Deadline | None]
Effect = Callable[[Any], Awaitable[None]]


class Transaction(Protocol):
    """What an effect writes through."""

    async def execute(self, sql: str, *args: object) -> str:
        """Runs one statement."""


class _Told(msgspec.Struct):
    """The parts of an event that clocks need; a turn's other parts aren't even decoded."""

    clock: ClockReading | None = None
    until_ms: int = 0
    since_ms: int = 0


_told = msgspec.json.Decoder(_Told).decode


class DeadlineTable:
    """The projection. Memory is what the events say; the table follows in larger steps."""

    def __init__(self, deadlines: Deadlines, on_change: Callable[[], object]) -> None:
        self._deadlines = deadlines
        self._on_change = on_change
        self._unsaved: Changes = {}

    async def apply(self, _tx: object, events: Sequence[PublicEvent]) -> None:
        """What events mean, in memory; again makes no difference. Never gives way to others."""
        changes: Changes = {}
        for event in events:
            if event.type in CONCERNED:
                game = GameId(event.stream)
                known = changes[game] if game in changes else self._deadlines.get(game)
                changes[game] = evolve(game, known, _happened(event))
        if changes:
            self._deadlines.update(changes)
            self._unsaved.update(changes)
            self._on_change()

    def take_unsaved(self) -> Changes:
        """What the table doesn't have yet."""
        unsaved, self._unsaved = self._unsaved, {}
        return unsaved

    def put_back(self, changes: Changes) -> None:
        """These could not be saved; what is newer stays."""
        self._unsaved = {**changes, **self._unsaved}

    async def write(self, tx: Transaction, changes: Mapping[GameId, Deadline | None]) -> None:
        """Saves changes, many games in two statements."""
        kept = [msgspec.structs.astuple(deadline) for deadline in changes.values() if deadline]
        if kept:
            await tx.execute(_SAVE, *map(list, zip(*kept, strict=True)))
        over = [game for game, deadline in changes.items() if deadline is None]
        if over:
            await tx.execute(_DELETE, over)

    async def clear(self, tx: Transaction) -> None:
        """Empties table and memory, for a rebuild."""
        await tx.execute(_CLEAR)
        self._begin_with([])

    async def load(self, fetch: Callable[[str], Awaitable[list[Any]]]) -> None:
        """Fills memory from the table: after a start, or when another instance had the table."""
        self._begin_with([Deadline(*row) for row in await fetch(_LOAD)])

    def _begin_with(self, deadlines: Sequence[Deadline]) -> None:
        self._unsaved = {}
        self._deadlines.reset(deadlines)
        self._on_change()


def _happened(event: PublicEvent) -> Happened:
    told = _told(event.public)
    return Happened(
        event.type, event.version, event.at_ms, told.clock, told.until_ms, told.since_ms
    )


class SlowStore:
    """A consumer's database that is written once a second: deadlines and cursors together.

    After a crash at most a second of events is read again from the log. Whenever the cursors are
    read, memory follows the table, so that the two always belong together.
    """

    def __init__(
        self,
        inner: ConsumerStore[Any],
        table: DeadlineTable,
        fetch: Callable[[str], Awaitable[list[Any]]],
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._inner = inner
        self._table = table
        self._fetch = fetch
        self._monotonic = monotonic
        self._unsaved: dict[Source, Cursor] = {}
        self._saved_at = 0.0
        self._turn = asyncio.Lock()
        self._log = get_logger(service="clocks")

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
                self._log.warning("deadlines are not saved", error=str(error))

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
            self._log.warning("deadlines are not saved", error=str(error))
        await self._inner.close()
