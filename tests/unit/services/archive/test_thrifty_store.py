"""Turns leave the database alone; starts and ends take the turns' cursors along."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import msgspec
import pytest

from libs.eventstore.cursors import Cursor, Source
from libs.eventstore.errors import StoreUnavailableError
from libs.eventstore.records import PublicEvent
from libs.testkit.builders import ended, public_events, started, turn
from services.archive.projections import SAVE_EVERY_S, GameTable, ThriftyStore

SHARD: Source = ("games", 10)
STREAM = "0a-game"
EVENTS = public_events(STREAM, [started(), turn(0, "a1"), turn(1, "d7"), ended(0)])

Effect = Callable[[Any], Awaitable[None]]


class Statements:
    """A transaction that notes what it is told."""

    def __init__(self) -> None:
        self.told: list[str] = []

    async def execute(self, sql: str, *_args: object) -> str:
        self.told.append(sql.split(maxsplit=1)[0])
        return ""

    async def fetch(self, sql: str, *_args: object) -> list[Any]:
        self.told.append(sql.split(maxsplit=1)[0])
        return [("00-white", "00-black")]


class Database:
    """A consumer's database that counts its transactions."""

    def __init__(self) -> None:
        self.saved: dict[Source, Cursor] = {}
        self.transactions = 0
        self.statements = Statements()
        self.is_down = False

    async def load(self) -> dict[Source, Cursor]:
        return dict(self.saved)

    async def commit(self, cursors: Mapping[Source, Cursor], effect: Effect | None) -> None:
        if self.is_down:
            raise StoreUnavailableError
        if effect is not None:
            await effect(self.statements)
        self.saved.update(cursors)
        self.transactions += 1

    async def reset(self, effect: Effect) -> None:
        await effect(self.statements)
        self.saved.clear()

    async def close(self) -> None:
        """Nothing to close."""


class Archive:
    """Store and table together, as the consumer uses them."""

    def __init__(self) -> None:
        self.database = Database()
        self.table = GameTable()
        self.seconds = 100.0
        self.commits = 0
        self.store = ThriftyStore(
            self.database, self._after_commit, self._after_load, lambda: self.seconds
        )

    async def _after_commit(self) -> None:
        self.commits += 1

    async def _after_load(self) -> None:
        """Nothing to do."""

    async def apply(self, *events: PublicEvent) -> None:
        async def effect(tx: Any) -> None:
            await self.table.apply(tx, events)

        await self.store.commit({SHARD: Cursor(events[-1].seq)}, effect)


@pytest.fixture
async def archive() -> Archive:
    """One that has just saved its cursors."""
    fresh = Archive()
    await fresh.apply(EVENTS[0])
    return fresh


async def test_a_start_is_written_at_once(archive: Archive) -> None:
    assert archive.database.statements.told == ["INSERT"]
    assert archive.database.saved == {SHARD: Cursor(1)}
    assert archive.table.take_touched() == {"00-white", "00-black"}
    assert archive.commits == 1


async def test_turns_are_not_written_but_their_cursor_goes_with_the_end(archive: Archive) -> None:
    await archive.apply(EVENTS[1], EVENTS[2])
    assert archive.database.transactions == 1
    await archive.apply(EVENTS[3])
    assert archive.database.statements.told == ["INSERT", "WITH"]
    assert archive.database.saved == {SHARD: Cursor(4)}
    assert archive.commits == 2


async def test_the_cursor_of_turns_is_saved_once_a_second(archive: Archive) -> None:
    await archive.apply(EVENTS[1])
    archive.seconds += SAVE_EVERY_S
    await archive.apply(EVENTS[2])
    assert archive.database.saved == {SHARD: Cursor(3)}
    assert archive.commits == 1


async def test_an_end_in_good_order_saves_the_rest(archive: Archive) -> None:
    await archive.apply(EVENTS[1])
    await archive.store.close()
    assert archive.database.saved == {SHARD: Cursor(2)}


async def test_what_could_not_be_stored_is_raised_and_stored_the_next_time(
    archive: Archive,
) -> None:
    archive.database.is_down = True
    with pytest.raises(StoreUnavailableError):
        await archive.apply(EVENTS[3])
    archive.database.is_down = False
    assert await archive.store.load() == {SHARD: Cursor(1)}
    await archive.apply(*EVENTS[1:])
    assert archive.database.saved == {SHARD: Cursor(4)}


async def test_events_that_can_not_be_applied_are_not_passed_over(archive: Archive) -> None:
    broken = msgspec.structs.replace(EVENTS[3], public=b"{")
    with pytest.raises(msgspec.DecodeError):
        await archive.apply(broken)
    await archive.apply(EVENTS[1])
    await archive.store.close()
    assert archive.database.saved == {SHARD: Cursor(2)}


async def test_a_rebuild_tells_nobody(archive: Archive) -> None:
    archive.table.take_touched()
    archive.table.is_quiet = True
    await archive.store.reset(archive.table.clear)
    await archive.apply(*EVENTS)
    assert archive.table.take_touched() == set()
