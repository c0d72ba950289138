"""Events of games to the table of deadlines; the heap in memory follows."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final, Protocol

import msgspec

from libs.contracts.games import ClockReading
from libs.contracts.ids import GameId
from libs.eventstore.records import PublicEvent
from services.clocks.decider import CONCERNED, Deadline, Deadlines, Happened, evolve

_LOAD: Final = "SELECT game, version, position, pause, left_ms, due_ms FROM deadlines"
_KNOWN: Final = _LOAD + " WHERE game = ANY($1::text[])"
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


class Transaction(Protocol):
    """What an effect writes through."""

    async def execute(self, sql: str, *args: object) -> str:
        """Runs one statement."""

    async def fetch(self, sql: str, *args: object) -> list[Any]:
        """The rows of a query."""


class _Told(msgspec.Struct):
    """The parts of an event that clocks need; a turn's other parts aren't even decoded."""

    clock: ClockReading | None = None
    until_ms: int = 0
    since_ms: int = 0


_told = msgspec.json.Decoder(_Told).decode


class DeadlineTable:
    """The projection. Memory may be ahead of the table: what it knows has happened."""

    def __init__(self, deadlines: Deadlines, on_change: Callable[[], object]) -> None:
        self._deadlines = deadlines
        self._on_change = on_change

    async def apply(self, tx: Transaction, events: Sequence[PublicEvent]) -> None:
        """The effect of events, many games in a few statements; again makes no difference."""
        by_game: dict[GameId, list[PublicEvent]] = {}
        for event in events:
            if event.type in CONCERNED:
                by_game.setdefault(GameId(event.stream), []).append(event)
        if not by_game:
            return
        rows = await tx.fetch(_KNOWN, list(by_game))
        known = {deadline.game: deadline for deadline in map(_deadline, rows)}
        changes = {game: _fold(game, known.get(game), news) for game, news in by_game.items()}
        await _store(tx, changes)
        self._deadlines.update(changes)
        self._on_change()

    async def clear(self, tx: Transaction) -> None:
        """Empties table and memory, for a rebuild."""
        await tx.execute(_CLEAR)
        self._deadlines.reset(())

    async def load(self, fetch: Callable[[str], Awaitable[list[Any]]]) -> None:
        """Fills memory from the table: after a start, or when another instance had the table."""
        self._deadlines.reset(map(_deadline, await fetch(_LOAD)))
        self._on_change()


def _deadline(row: Any) -> Deadline:
    return Deadline(*row)


def _fold(game: GameId, known: Deadline | None, events: Sequence[PublicEvent]) -> Deadline | None:
    for event in events:
        told = _told(event.public)
        happened = Happened(
            event.type, event.version, event.at_ms, told.clock, told.until_ms, told.since_ms
        )
        known = evolve(game, known, happened)
    return known


async def _store(tx: Transaction, changes: dict[GameId, Deadline | None]) -> None:
    kept = [msgspec.structs.astuple(deadline) for deadline in changes.values() if deadline]
    if kept:
        await tx.execute(_SAVE, *map(list, zip(*kept, strict=True)))
    over = [game for game, deadline in changes.items() if deadline is None]
    if over:
        await tx.execute(_DELETE, over)
