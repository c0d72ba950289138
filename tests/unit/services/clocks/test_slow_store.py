"""Deadlines follow events in memory at once, and in the table once a second, with their cursors."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import msgspec
import pytest

from libs.contracts.games import ClockCredited
from libs.contracts.ids import GameId
from libs.eventstore.cursors import Cursor, Source
from libs.eventstore.errors import EffectFailedError, StoreUnavailableError
from libs.eventstore.records import PublicEvent
from libs.eventstore.slow_store import SAVE_EVERY_S, SlowStore
from libs.testkit.builders import ended, public_events, started, turn
from services.clocks.decider import Deadlines
from services.clocks.projections import DeadlineTable

SHARD: Source = ("games", 10)
GAME = GameId("0a-game")
CREDIT = ClockCredited(3_000, 4_000, "takeover", 4_000)
EVENTS = public_events(GAME, [started(), turn(0, "a1"), CREDIT, turn(1, "d7"), ended(0)])


class Database:
    """A consumer's database: rows by game, saved together with cursors."""

    def __init__(self) -> None:
        self.cursors: dict[Source, Cursor] = {}
        self.rows: dict[str, tuple[Any, ...]] = {}
        self.is_down = False
        self.transactions = 0

    async def execute(self, sql: str, *args: Any) -> str:
        if sql.startswith("DELETE") and args:
            for game in args[0]:
                self.rows.pop(game, None)
        elif sql.startswith("DELETE"):
            self.rows.clear()
        else:
            self.rows.update({row[0]: row for row in zip(*args, strict=True)})
        return ""

    async def load(self) -> dict[Source, Cursor]:
        return dict(self.cursors)

    async def commit(
        self, cursors: Mapping[Source, Cursor], effect: Callable[[Any], Awaitable[None]] | None
    ) -> None:
        if self.is_down:
            raise StoreUnavailableError
        if effect is not None:
            await effect(self)
        self.cursors.update(cursors)
        self.transactions += 1

    async def reset(self, effect: Callable[[Any], Awaitable[None]]) -> None:
        await effect(self)
        self.cursors.clear()

    async def close(self) -> None:
        """Nothing to close."""

    async def fetch(self, _sql: str) -> list[Any]:
        return list(self.rows.values())


class Clocks:
    """One instance on a database."""

    def __init__(self, database: Database) -> None:
        self.deadlines = Deadlines()
        self.seconds = 100.0
        self.table = DeadlineTable(self.deadlines, lambda: None)
        self.store = SlowStore(database, self.table, database.fetch, lambda: self.seconds)

    async def apply(self, *events: PublicEvent) -> None:
        async def effect(tx: Any) -> None:
            await self.table.apply(tx, events)

        await self.store.commit({SHARD: Cursor(events[-1].seq)}, effect)

    @property
    def version(self) -> int | None:
        """Of the game's deadline in memory."""
        deadline = self.deadlines.get(GAME)
        return None if deadline is None else deadline.version


@pytest.fixture
async def database() -> Database:
    """An empty one."""
    return Database()


@pytest.fixture
async def clocks(database: Database) -> Clocks:
    """An instance that has saved the start of a game."""
    fresh = Clocks(database)
    await fresh.store.load()
    await fresh.apply(EVENTS[0])
    return fresh


async def test_memory_follows_at_once_and_the_table_after_a_second(
    clocks: Clocks, database: Database
) -> None:
    await clocks.apply(EVENTS[1])
    assert (clocks.version, database.rows[GAME][1]) == (2, 1)
    clocks.seconds += SAVE_EVERY_S
    await clocks.apply(EVENTS[2])
    assert (clocks.version, database.rows[GAME][1]) == (3, 3)
    assert database.cursors == {SHARD: Cursor(3)}


async def test_after_a_crash_table_and_cursor_belong_together(
    clocks: Clocks, database: Database
) -> None:
    await clocks.apply(EVENTS[1], EVENTS[2])
    live = clocks.deadlines.get(GAME)
    next_one = Clocks(database)
    assert await next_one.store.load() == {SHARD: Cursor(1)}
    assert next_one.version == 1
    await next_one.apply(EVENTS[1], EVENTS[2])
    assert next_one.deadlines.get(GAME) == live


async def test_what_could_not_be_saved_is_saved_later(clocks: Clocks, database: Database) -> None:
    database.is_down = True
    await clocks.apply(EVENTS[1])
    with pytest.raises(StoreUnavailableError):
        await clocks.store.save()
    await clocks.apply(EVENTS[2])
    database.is_down = False
    await clocks.store.save()
    assert (database.rows[GAME][1], database.cursors) == (3, {SHARD: Cursor(3)})


async def test_a_finished_game_leaves_the_table(clocks: Clocks, database: Database) -> None:
    await clocks.apply(*EVENTS[1:])
    await clocks.store.save()
    assert clocks.version is None
    assert database.rows == {}


async def test_without_news_nothing_is_written(clocks: Clocks, database: Database) -> None:
    before = database.transactions
    await clocks.store.save()
    assert database.transactions == before


async def test_an_end_in_good_order_saves_the_rest(clocks: Clocks, database: Database) -> None:
    await clocks.apply(EVENTS[1])
    await clocks.store.close()
    assert database.rows[GAME][1] == 2


async def test_a_rebuild_forgets_all(clocks: Clocks, database: Database) -> None:
    await clocks.apply(EVENTS[1])
    await clocks.store.reset(clocks.table.clear)
    assert (len(clocks.deadlines), database.rows, database.cursors) == (0, {}, {})
    await clocks.apply(*EVENTS[:3])
    await clocks.store.save()
    assert database.rows[GAME][1] == 3


async def test_an_event_that_can_not_be_read_is_told_apart_from_a_lost_database(
    clocks: Clocks,
) -> None:
    broken = msgspec.structs.replace(EVENTS[1], public=b"{")
    with pytest.raises(EffectFailedError):
        await clocks.apply(broken)
