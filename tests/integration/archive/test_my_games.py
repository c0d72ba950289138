"""Lists of my games: filters leave what they should, and are read off indexes."""

import random
from typing import Any, Final, get_args

import msgspec

from libs.contracts.archive import (
    FinishedGames,
    GameFilter,
    GameSummary,
    Kind,
    Result,
)
from libs.contracts.ids import GameId, PlayerId
from libs.eventstore.connection import Connection
from services.archive.queries.lists import page_of, reads_of
from tests.integration.archive.rows import (
    FIRST_MS,
    GAME_KEYS,
    OPPONENTS,
    PEOPLE,
    QUERY,
    Row,
    connected,
    load,
    made_up,
)
from tests.integration.behind import ANN, Behind

MANY: Final = 50_000
"""Games; who played them fills twice as many rows."""
BUSY: Final = 5_000
"""So many of them are Ann's."""
FEW: Final = BUSY // 10
"""So many that an index has picked out may be sorted at once."""


async def page(behind: Behind, query: FinishedGames) -> list[GameSummary]:
    answer = await behind.query(QUERY, query)
    assert answer.data is not None, answer
    return msgspec.json.decode(answer.data, type=list[GameSummary])


async def all_pages(behind: Behind, only: GameFilter) -> list[GameId]:
    """All games that a filter leaves, page by page."""
    found: list[GameSummary] = []
    while True:
        before_ms, before = (found[-1].ended_at_ms, found[-1].game) if found else (None, None)
        lines = await page(behind, FinishedGames(ANN, before_ms, before, 7, only))
        found += lines
        if len(lines) < 7:
            return [line.game for line in found]


def left(rows: list[Row], only: GameFilter) -> list[GameId]:
    """What a filter leaves, by its definition."""
    kept = [
        row
        for row in rows
        if only.game in (None, row.rules)
        and only.opponent in (None, row.opponent)
        and only.result in (None, row.result)
        and only.kind in (None, row.kind)
        and (only.since_ms is None or row.ended_at_ms >= only.since_ms)
        and (only.until_ms is None or row.ended_at_ms < only.until_ms)
    ]
    kept.sort(key=lambda row: (row.ended_at_ms, row.game), reverse=True)
    return [row.game for row in kept]


def any_filter(chance: random.Random) -> GameFilter:
    """A filter of some fields."""
    since = FIRST_MS + chance.randrange(5_000_000_000) // 1_000_000 * 1_000_000
    wished = {
        "game": chance.choice(GAME_KEYS),
        "opponent": chance.choice(OPPONENTS),
        "result": chance.choice(get_args(Result)),
        "kind": chance.choice(get_args(Kind)),
        "since_ms": since,
        "until_ms": since + 3_000_000_000,
    }
    fields = chance.sample(sorted(wished), chance.randrange(4))
    return GameFilter(**{field: wished[field] for field in fields})


async def test_pages_hold_exactly_what_a_filter_leaves(behind: Behind) -> None:
    chance = random.Random(5)
    rows = [made_up(chance, number, OPPONENTS) for number in range(200)]
    await load(behind, rows)
    await behind.start("archive", is_ready=False)
    for _ in range(40):
        only = any_filter(chance)
        assert await all_pages(behind, only) == left(rows, only), only


FILTERS: Final = [
    GameFilter(),
    GameFilter(game="hanse"),
    GameFilter(opponent=PEOPLE[3]),
    GameFilter(result="drawn"),
    GameFilter(kind="practice"),
    GameFilter(since_ms=FIRST_MS, until_ms=FIRST_MS + 5_000_000_000),
    GameFilter(game="mills", result="won", kind="rated"),
    GameFilter("three", PEOPLE[7], "lost", "friendly", FIRST_MS, FIRST_MS + 9_000_000_000),
    GameFilter(opponent=PlayerId("03-whomonehasnevermet")),
    GameFilter(is_public=True),
]
KINDS: Final = {bool: "boolean", int: "bigint", str: "text"}


def nodes(plan: dict[str, Any]) -> list[dict[str, Any]]:
    """A plan's steps."""
    return [plan, *(node for part in plan.get("Plans", ()) for node in nodes(part))]


async def test_a_page_among_many_games_is_read_off_an_index(behind: Behind) -> None:
    chance = random.Random(6)
    crowd = [PlayerId(f"0{number % 4}-crowd{number:09}") for number in range(500)]
    own = [made_up(chance, number, OPPONENTS) for number in range(BUSY)]
    others = [
        made_up(chance, number, crowd[number % 400 + 1 :], crowd[number % 400])
        for number in range(MANY - BUSY)
    ]
    await load(behind, own + others)
    reads = reads_of(behind.database_url)
    await reads.start()
    mode = await reads.fetchval("SHOW plan_cache_mode")
    await reads.close()
    async with connected(behind) as tables:
        await tables.execute(f"SET plan_cache_mode = {mode}")
        for only in FILTERS:
            await check_plan(tables, only)


async def check_plan(tables: Connection, only: GameFilter) -> None:
    """No step reads a table from end to end, and none sorts all of a player's games."""
    before = FIRST_MS + 8_000_000_000, GameId("08-middle")
    statement, values = page_of(FinishedGames(ANN, *before, limit=20, only=only))
    kinds = ", ".join(KINDS[type(value)] for value in values)
    literals = ", ".join(str(value) if isinstance(value, int) else f"'{value}'" for value in values)
    await tables.execute(f"PREPARE page ({kinds}) AS {statement}")
    explained = await tables.fetchval(f"EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE page ({literals})")
    await tables.execute("DEALLOCATE page")
    plan = msgspec.json.decode(explained)[0]["Plan"]
    for node in nodes(plan):
        assert node["Node Type"] not in ("Seq Scan", "Hash Join", "Merge Join"), (only, plan)
        if node["Node Type"] in ("Sort", "Incremental Sort"):
            assert sum(part["Actual Rows"] for part in node["Plans"]) <= FEW, (only, plan)
        read = node["Actual Rows"] + node.get("Rows Removed by Filter", 0)
        assert read * node["Actual Loops"] <= BUSY, (only, plan)
