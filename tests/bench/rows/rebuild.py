"""From the log to the current state of every game in memory; beside reading the rows alone."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator

import asyncpg
import msgspec

from deploy.local.servers import postgres_server
from libs.contracts.games import SERVICE, SHARDS, GameEvent
from libs.eventstore.postgres import PostgresStore
from libs.eventstore.records import StreamId
from services.games.decider import GameState, evolve, initial_state
from services.games.handlers.codec import GameCodec
from tests.bench import scripts, stored
from tests.bench.copying import copy_games, make_tables
from tests.bench.layout import pinned
from tests.bench.results import Result, in_turn
from tests.bench.setting import Setting

TEMPLATES = 50
GAMES, QUICK_GAMES = 2_000, 300
PAGE = 500
READ = "SELECT * FROM games.events WHERE shard = $1 AND seq > $2 ORDER BY seq LIMIT $3"


def rebuild(setting: Setting) -> Iterator[Result]:
    """Events a second of all shards, in pages as services read them."""
    games = QUICK_GAMES if setting.effort.is_quick else GAMES
    whole = scripts.whole_games(TEMPLATES)
    templates = [list(stored.rows(number, turns)) for number, turns in enumerate(whole)]
    with pinned(setting.layout.servers), postgres_server() as server:
        asyncio.run(make_tables(server.url))
        events = asyncio.run(copy_games(server.url, templates, range(games)))
        with pinned(setting.layout.load):
            yield in_turn(
                "rebuild",
                "events/s",
                lambda: events / asyncio.run(_rebuilt_in_s(server.url, events)),
                lambda: events / asyncio.run(_read_in_s(server.url, events)),
                max(3, setting.effort.repetitions),
            )


async def _rebuilt_in_s(database_url: str, events: int) -> float:
    store = PostgresStore(database_url, service=SERVICE, shards=SHARDS)
    await store.start()
    codec, count = GameCodec(), 0
    states: dict[StreamId, GameState] = {}
    begun = time.perf_counter()
    for shard in range(SHARDS):
        seq = 0
        while page := await store.read_shard(shard, seq, PAGE):
            for row in page:
                state = states.get(row.stream, initial_state())
                states[row.stream] = evolve(state, codec.decode(row))
            seq, count = page[-1].seq, count + len(page)
    seconds = time.perf_counter() - begun
    await store.close()
    assert count == events
    return seconds


async def _read_in_s(database_url: str, events: int) -> float:
    decode, count = msgspec.json.Decoder(GameEvent).decode, 0
    connection = await asyncpg.connect(database_url)
    begun = time.perf_counter()
    for shard in range(SHARDS):
        seq = 0
        while page := await connection.fetch(READ, shard, seq, PAGE):
            for row in page:
                decode(row["public"])
            seq, count = page[-1]["seq"], count + len(page)
    seconds = time.perf_counter() - begun
    await connection.close()
    assert count == events
    return seconds
