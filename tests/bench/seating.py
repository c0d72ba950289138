"""Guests come in over HTTP and games are started, as matchmaking would, before a load begins."""

from __future__ import annotations

import asyncio
import itertools
import os
import time
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from typing import Any, TypeVar

import aiohttp
import msgspec

from libs.bus import Bus, NatsBus, NatsOptions
from libs.contracts.accounts import Player
from libs.contracts.envelope import Answer, CommandEnvelope
from libs.contracts.games import SHARDS, GameTerms, SeatInfo, StartGame
from libs.contracts.http import Me
from libs.contracts.ids import CommandId, GameId
from libs.eventstore.records import new_stream_id, shard_of
from libs.timing import TimeControl
from tests.bench import scripts
from tests.bench.children import BenchError
from tests.bench.load.plan import TablePlan
from tests.bench.product import Product

AT_ONCE = 50
TIME = TimeControl(None)
"""Without clocks, with the brake: nobody plays two games on time, and a table has many here."""
ACTOR = "service:matchmaking"
T = TypeVar("T")


@dataclass(frozen=True)
class Guest:
    """Somebody who may play, and the cookie to show for it."""

    player: Player
    cookie: str


@dataclass(frozen=True)
class Wish:
    """So many tables, so many running games at each; scripts are dealt out in turn."""

    tables: int
    games_each: int
    script_count: int
    variant: str = scripts.VARIANT


def seat(product: Product, wish: Wish) -> list[TablePlan]:
    """Two guests at each table and their games, begun."""
    return asyncio.run(_seat(product, wish))


def guests(product: Product, count: int) -> list[Guest]:
    """So many guests, come in."""
    return asyncio.run(_come_in(product, count))


async def _come_in(product: Product, count: int) -> list[Guest]:
    async with aiohttp.ClientSession(cookie_jar=aiohttp.DummyCookieJar()) as http:
        return await _all(lambda _: _guest(http, product), range(count))


async def _seat(product: Product, wish: Wish) -> list[TablePlan]:
    tables, games_each = wish.tables, wish.games_each
    people = await _come_in(product, 2 * tables)
    bus = await NatsBus.connect(NatsOptions(product.nats_url, "bench"))
    pairs = list(zip(people[::2], people[1::2], strict=True))
    games = await _all(
        lambda number: _start(bus, wish.variant, *pairs[number % tables]),
        range(tables * games_each),
    )
    await bus.close()
    numbers = itertools.cycle(range(wish.script_count))
    return [
        TablePlan(
            (pair[0].cookie, pair[1].cookie),
            games[number::tables],
            [next(numbers) for _ in range(games_each)],
        )
        for number, pair in enumerate(pairs)
    ]


async def _all(make: Callable[[int], Awaitable[T]], numbers: Iterable[int]) -> list[T]:
    """The results in order, some at a time."""
    limit = asyncio.Semaphore(AT_ONCE)

    async def one(number: int) -> T:
        async with limit:
            return await make(number)

    return list(await asyncio.gather(*map(one, numbers)))


async def _guest(http: aiohttp.ClientSession, product: Product) -> Guest:
    async with http.post(f"{product.http_url}/api/guest", json={}) as response:
        body = await response.read()
        if response.status != 200:
            raise BenchError(f"no guest came in: {response.status} {body.decode()}")
        name, morsel = next(iter(response.cookies.items()))
    player = msgspec.json.decode(body, type=Me).player
    assert player is not None
    return Guest(player, f"{name}={morsel.value}")


async def _start(bus: Bus, variant: str, first: Guest, second: Guest) -> str:
    game = GameId(new_stream_id(SHARDS, os.urandom(20)))
    await _command(
        bus,
        game,
        StartGame(
            GameTerms(scripts.GAME, variant, {}, TIME),
            (
                SeatInfo(first.player.id, first.player.name),
                SeatInfo(second.player.id, second.player.name),
            ),
        ),
    )
    return game


async def _command(bus: Bus, game: GameId, command: Any) -> None:
    envelope = CommandEnvelope(
        game,
        ACTOR,
        CommandId("start"),
        time.time_ns() // 1_000_000,
        0,
        "bench",
        msgspec.Raw(msgspec.msgpack.encode(command)),
    )
    data = await bus.call(f"cmd.games.{shard_of(game)}", msgspec.msgpack.encode(envelope))
    answer = msgspec.msgpack.decode(data, type=Answer)
    if answer.code is not None:
        raise BenchError(f"no game was started: {answer}")
