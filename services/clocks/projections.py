"""Events of games to deadlines in memory, at once; to the table of deadlines, once a second."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, Final, Protocol

import msgspec

from libs.contracts.games import ClockReading
from libs.contracts.ids import GameId
from libs.eventstore.records import PublicEvent
from services.clocks.decider import ANEW, CONCERNED, Deadline, Deadlines, Happened, evolve

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


class Transaction(Protocol):
    """What an effect writes through."""

    async def execute(self, sql: str, *args: object) -> str:
        """Runs one statement."""


class _Told(msgspec.Struct):
    """The parts of an event that clocks need; a turn's other parts aren't even decoded."""

    clock: ClockReading | None = None
    until_ms: int | None = 0
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
        for game, latest in _latest(events).items():
            waits = self._deadlines.get(game)
            for event in latest:
                waits = evolve(game, waits, _happened(event))
            changes[game] = waits
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


def _latest(events: Sequence[PublicEvent]) -> dict[GameId, list[PublicEvent]]:
    """What has to be looked at of each game: nothing that a later turn has made pointless."""
    latest: dict[GameId, list[PublicEvent]] = {}
    for event in events:
        if event.type in ANEW:
            latest[GameId(event.stream)] = [event]
        elif event.type in CONCERNED:
            latest.setdefault(GameId(event.stream), []).append(event)
    return latest


def _happened(event: PublicEvent) -> Happened:
    told = _told(event.public)
    return Happened(
        event.type, event.version, event.at_ms, told.clock, told.until_ms, told.since_ms
    )
