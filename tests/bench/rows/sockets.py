"""Many sockets: how fast all of them are told what happens, and what an idle one weighs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal

import msgspec

from deploy.local.ports import free_port
from tests.bench import scripts
from tests.bench.children import Child, resident_bytes
from tests.bench.layout import pinned
from tests.bench.load.plan import Plan, TablePlan
from tests.bench.loading import run_load
from tests.bench.product import product
from tests.bench.results import Result, in_turn
from tests.bench.seating import Wish, seat
from tests.bench.setting import Setting

SPECTATORS = 1_000
GAMES = 4
"""All of them are watched by every spectator, so that something is always under way."""

EVENT_BYTES = 290
"""A turn as spectators get it."""

IDLE = 2_000
IDLE_S = 6.0
"""Longer than the rhythm of the pings."""

FIRST_SOCKETS = 50

PLIES = 3_000
"""More than a game gets through while it is measured."""


def spectators(setting: Setting) -> Iterator[Result]:
    """Events that reach a thousand sockets in a second, all together."""
    yield in_turn(
        "spectators",
        "messages/s",
        lambda: _watched(setting),
        lambda: _shouted(setting),
        setting.effort.repetitions,
    )


def memory(setting: Setting) -> Iterator[Result]:
    """What the server grows by when sockets are opened that then do nothing."""
    yield in_turn(
        "memory_per_idle_socket",
        "KiB",
        lambda: _product_weight(setting),
        lambda: _bare_weight(setting),
        setting.effort.repetitions,
    )


def _watched(setting: Setting) -> float:
    """Endless games between pairs, each watched by all; the pairs' own copies do not count."""
    games = [scripts.long_game(PLIES, seed) for seed in range(GAMES)]
    with product(setting.layout, setting.folder) as running:
        wish = Wish(GAMES, 1, GAMES, scripts.ENDLESS_VARIANT)
        tables = seat(running, wish)
        plan = Plan(
            dialect="product",
            url=running.socket_url,
            tables=tables,
            scripts=games,
            warm_s=setting.effort.warm_s,
            seconds=setting.effort.seconds,
            spectators=SPECTATORS,
            watched=[table.games[0] for table in tables],
        )
        return run_load(
            plan,
            setting.layout,
            setting.folder,
            running.pids,
            during=lambda: setting.profile(running.pids),
        ).delivered_per_second


def _shouted(setting: Setting) -> float:
    with _shout(setting) as (url, pid):
        plan = Plan(
            dialect="broadcast",
            url=url,
            tables=[TablePlan()] * GAMES,
            warm_s=setting.effort.warm_s,
            seconds=setting.effort.seconds,
            spectators=SPECTATORS,
            payload_bytes=EVENT_BYTES,
        )
        return run_load(plan, setting.layout, setting.folder, {"shout": pid}).delivered_per_second


@contextmanager
def _shout(setting: Setting) -> Iterator[tuple[str, int]]:
    port = free_port()
    with (
        pinned(setting.layout.servers),
        Child("shout", ["tests.bench.shout", str(port)], setting.folder) as server,
    ):
        server.line()
        yield f"ws://127.0.0.1:{port}/ws", server.pid


def _product_weight(setting: Setting) -> float:
    with product(setting.layout, setting.folder) as running:
        return _weight(setting, "product", running.socket_url, running.pids["gateway"])


def _bare_weight(setting: Setting) -> float:
    with _shout(setting) as (url, pid):
        return _weight(setting, "broadcast", url, pid)


def _weight(
    setting: Setting, dialect: Literal["product", "broadcast"], url: str, pid: int
) -> float:
    """KiB a socket. A few sockets come and go first, so that what is made once is not counted."""
    plan = Plan(
        dialect=dialect, url=url, tables=[], warm_s=0.5, seconds=0.5, spectators=FIRST_SOCKETS
    )
    run_load(plan, setting.layout, setting.folder, {})
    before = resident_bytes(pid)
    weights: list[int] = []

    def weigh() -> None:
        weights.append(resident_bytes(pid) - before)

    plan = msgspec.structs.replace(plan, warm_s=IDLE_S, seconds=0.5, spectators=IDLE)
    run_load(plan, setting.layout, setting.folder, {}, during=weigh)
    return weights[0] / IDLE / 1024
