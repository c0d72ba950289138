"""What a turn costs its owner late in a game, and with a long log, beside a first turn in a short.

The keeper, the log and the rules of the games service run in this process on a durable PostgreSQL;
many games at once share commits as they do in production.
"""

from __future__ import annotations

import asyncio
import itertools
import time
from collections.abc import Iterator

from deploy.local import postgres
from deploy.local.servers import postgres_server
from libs.contracts.games import SERVICE, SHARDS, PlayTurn
from libs.eventstore.deciding import Accepted, Incoming
from libs.eventstore.postgres import PostgresStore
from libs.eventstore.records import StreamId
from libs.eventstore.streams import KeeperOptions, StreamKeeper
from libs.runtime import now_ms
from services.games.decider import Fact, GameState, Request
from services.games.handlers.keeper import GameKeeper
from services.games.handlers.outages import Outages
from services.games.handlers.watchers import Watchers
from services.games.projections import effects
from tests.bench import scripts, stored
from tests.bench.children import BenchError
from tests.bench.copying import copy_games, make_tables
from tests.bench.layout import pinned
from tests.bench.results import Result, in_turn, note
from tests.bench.setting import Setting

MEDIAN_OF = 5
GAMES = 100
TURNS = 40
LATE_PLY = 400
LONG_LOG_GAMES, QUICK_LOG_GAMES = 200_000, 10_000
EVENTS_A_GAME = 40
FIRST_NUMBER = 1 << 30
"""Games to be played have numbers beyond those of the log's."""

Keeper = StreamKeeper[GameState, Request, Fact]

_numbers = itertools.count(FIRST_NUMBER)


def turn_cost(setting: Setting) -> Iterator[Result]:
    """Two rows: the game's length, the log's length."""
    games = QUICK_LOG_GAMES if setting.effort.is_quick else LONG_LOG_GAMES
    with pinned(setting.layout.servers), postgres_server() as server:
        short = server.create_database("short")
        asyncio.run(make_tables(short))
        with pinned(setting.layout.load):
            yield in_turn(
                "turn_cost_at_ply_400",
                "µs",
                lambda: asyncio.run(_cost_us(short, after_ply=LATE_PLY)),
                lambda: asyncio.run(_cost_us(short)),
                MEDIAN_OF,
            )
        long = server.create_database("long")
        asyncio.run(_fill(long, games))
        postgres.execute(server.cluster, "CHECKPOINT")  # what was copied is on disk by now
        with pinned(setting.layout.load):
            yield in_turn(
                "turn_cost_with_long_log",
                "µs",
                lambda: asyncio.run(_cost_us(long)),
                lambda: asyncio.run(_cost_us(short)),
                MEDIAN_OF,
            )


async def _fill(database_url: str, games: int) -> None:
    await make_tables(database_url)
    whole = [turns[: EVENTS_A_GAME - 1] for turns in scripts.whole_games(50)]
    templates = [
        list(stored.rows(number, turns))
        for number, turns in enumerate(whole)
        if len(turns) == EVENTS_A_GAME - 1
    ]
    begun = time.monotonic()
    events = await copy_games(database_url, templates, range(games))
    note(f"  {events:,} events copied in {time.monotonic() - begun:.0f} s")


async def _cost_us(database_url: str, after_ply: int = 0) -> float:
    """Time a turn of a hundred games that are played at once, from a ply on."""
    turns = scripts.long_game(after_ply + TURNS)
    store = PostgresStore(database_url, service=SERVICE, shards=SHARDS)
    await store.start()
    for shard in range(SHARDS):
        await store.open_shard(shard)
    keeper = GameKeeper(
        store, Watchers(), Outages(now_ms), KeeperOptions(effects=effects, now_ms=now_ms)
    )
    games = [stored.game_id(next(_numbers)) for _ in range(GAMES)]
    for game in games:
        start = stored.start_game(scripts.ENDLESS_VARIANT)
        await _handle(keeper, _incoming(game, stored.STARTER, Request(start), "start"))
    await asyncio.gather(*(_play(keeper, game, turns, range(after_ply)) for game in games))
    begun = time.perf_counter()
    plies = range(after_ply, after_ply + TURNS)
    await asyncio.gather(*(_play(keeper, game, turns, plies) for game in games))
    seconds = time.perf_counter() - begun
    await store.close()
    return seconds / (GAMES * TURNS) * 1e6


async def _play(keeper: Keeper, game: StreamId, turns: list[str], plies: range) -> None:
    for ply in plies:
        request = Request(PlayTurn(ply + 1, turns[ply]))
        await _handle(keeper, _incoming(game, stored.PLAYERS[ply % 2], request, f"p{ply}"))


async def _handle(keeper: Keeper, incoming: Incoming[Request]) -> None:
    answer = await keeper.handle(incoming)
    if not isinstance(answer, Accepted):
        raise BenchError(f"refused: {answer}")


def _incoming(game: StreamId, actor: str, request: Request, command_id: str) -> Incoming[Request]:
    return Incoming(
        stream=game,
        actor=actor,
        command=request,
        received_at_ms=now_ms(),
        correlation="bench",
        command_id=command_id,
        fingerprint=bytes(8),
    )
