"""Random kills under load: what was acknowledged is in the log once, and all else follows it."""

import asyncio
import json
import random
from collections import Counter, defaultdict
from collections.abc import Callable
from contextlib import AsyncExitStack

import pytest

from deploy.local.whole import Spielcenter
from libs.eventstore.postgres import PostgresStore
from libs.eventstore.records import Recorded
from libs.testkit.visitor import Visitor
from tests.integration.system.log import all_events, have_heard, open_log, projections
from tests.integration.system.table import UNTIMED, Table, terms

GAMES = 20
CHAOS_S = 30.0
VICTIMS = ("backend", "gateway", "nats", "postgres")


def grouped(events: list[Recorded], key: Callable[[Recorded], str]) -> dict[str, list[Recorded]]:
    groups: dict[str, list[Recorded]] = defaultdict(list)
    for row in events:
        groups[key(row)].append(row)
    return groups


def check_log(events: list[Recorded], tables: list[Table]) -> None:
    """No gap in any shard or stream; each acknowledged turn there, once, as acknowledged."""
    for shard in grouped(events, lambda row: str(row.shard)).values():
        assert [row.seq for row in shard] == list(range(1, len(shard) + 1))
    streams = grouped(events, lambda row: row.stream)
    for rows in streams.values():
        assert [row.version for row in rows] == list(range(1, len(rows) + 1))
    for table in tables:
        rows = streams[table.game]
        turns = [row for row in rows if row.type == "games.turn_played"]
        assert max(Counter(row.command_id for row in turns).values()) == 1
        by_id = {row.command_id: row for row in turns}
        for command_id, (version, turn) in table.acknowledged.items():
            row = by_id[command_id]
            assert json.loads(row.public)["turn"] == turn
            assert row.version <= version
        for seen in table.seen:
            assert [event.version for event in seen.events] == [row.version for row in rows]
            assert seen.turns == [json.loads(row.public)["turn"] for row in turns]


async def check_projections(spielcenter: Spielcenter, log: PostgresStore) -> None:
    """Every read table equals the one that is made from the logs alone."""
    before = await settled(log)
    assert all(before.values())
    await asyncio.to_thread(spielcenter.rebuild)
    after = await settled(log)
    assert after == before


async def settled(log: PostgresStore) -> dict[str, list[tuple[object, ...]]]:
    """The read tables once they know everything and nothing moves in them any more."""
    async with asyncio.timeout(60):
        tables = await projections(log)
        while True:
            await asyncio.sleep(1.0)
            later = await projections(log)
            if later == tables and await have_heard(log):
                return tables
            tables = later


async def whole_log(log: PostgresStore, tables: list[Table]) -> list[Recorded]:
    """The log, once everybody has seen all of it."""
    async with asyncio.timeout(60):
        while True:
            events = await all_events(log)
            versions = Counter(str(row.stream) for row in events)
            for table in tables:
                for who in (table.white, table.black):
                    await who.reaches(table.game, versions[table.game])
            if len(await all_events(log)) == len(events):
                return events


@pytest.mark.timeout(240)
async def test_twenty_games_survive_random_kills(spielcenter: Spielcenter) -> None:
    chance = random.Random(20261130)
    stop = asyncio.Event()
    async with AsyncExitStack() as stack:
        visitors = [
            await stack.enter_async_context(Visitor(spielcenter.address)) for _ in range(2 * GAMES)
        ]
        pairs = zip(visitors[::2], visitors[1::2], strict=True)
        tables = await asyncio.gather(
            *(Table.begun(white, black, terms()) for white, black in pairs)
        )
        playing = [
            asyncio.create_task(table.play(random.Random(number), stop, 0.4))
            for number, table in enumerate(tables)
        ]
        killed: list[str] = []
        deadline = asyncio.get_running_loop().time() + CHAOS_S
        while asyncio.get_running_loop().time() < deadline or set(killed) != set(VICTIMS):
            await asyncio.sleep(chance.uniform(2.0, 4.5))
            victim = chance.choice(VICTIMS)
            spielcenter.kill(victim)
            killed.append(victim)
        await asyncio.sleep(8.0)
        stop.set()
        await asyncio.gather(*playing)
        assert sum(len(table.acknowledged) for table in tables) > 10 * GAMES
        log = await stack.enter_async_context(open_log(spielcenter.database_url))
        check_log(await whole_log(log, tables), tables)
        for table in tables[:3]:  # some that run
            another = await Table.begun(table.white, table.black, terms(time=UNTIMED))
            await another.turn(table.white, "a1")
        await check_projections(spielcenter, log)
