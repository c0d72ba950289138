"""How many turns a second, and how long one takes: the product beside the straight line."""

from __future__ import annotations

from collections.abc import Iterator

from tests.bench import scripts
from tests.bench.drain import drained_after_s
from tests.bench.line import running as line
from tests.bench.load.plan import Plan
from tests.bench.loading import Seen, run_load
from tests.bench.product import product
from tests.bench.results import Result, in_turn, note
from tests.bench.seating import Wish, seat
from tests.bench.setting import Setting

TABLES = 100
RATE = 2_000.0
FASTEST = 9_000
"""Turns a second for which games are prepared."""

SCRIPTS = 300
MEAN_PLIES = 75


def turns_per_second(setting: Setting) -> Iterator[Result]:
    """Hundred games, two sockets each, as fast as the answers come, everything else running."""
    yield in_turn(
        "turns_per_second",
        "1/s",
        lambda: play(setting, rate=None).turns_per_second,
        lambda: (
            line.play(setting.layout, setting.folder, setting.effort, games=TABLES).turns_per_second
        ),
        setting.effort.repetitions,
    )


def turn_latency(setting: Setting) -> Iterator[Result]:
    """The slowest hundredth at two thousand turns a second, however long answers take."""
    yield in_turn(
        "turn_latency_p99",
        "ms",
        lambda: p99_ms(play(setting, rate=RATE)),
        lambda: p99_ms(
            line.play(setting.layout, setting.folder, setting.effort, games=TABLES, rate=RATE)
        ),
        setting.effort.repetitions,
    )


def p99_ms(seen: Seen) -> float:
    """As reported; a load that saw no turn has failed before."""
    assert seen.report.p99_ms is not None
    return seen.report.p99_ms


def play(setting: Setting, *, rate: float | None) -> Seen:
    """One run against a product of its own; relay and consumers must catch up at once."""
    prepared = scripts.whole_games(SCRIPTS)
    effort = setting.effort
    turns = (rate or FASTEST) * (effort.warm_s + effort.seconds + 1.0)
    games_each = int(turns / TABLES / MEAN_PLIES * 1.3) + 3
    with product(setting.layout, setting.folder) as running:
        plan = Plan(
            dialect="product",
            url=running.socket_url,
            tables=seat(running, Wish(TABLES, games_each, SCRIPTS)),
            scripts=prepared,
            warm_s=effort.warm_s,
            seconds=effort.seconds,
            rate=rate,
        )
        return run_load(
            plan,
            setting.layout,
            setting.folder,
            running.pids,
            during=lambda: setting.profile(running.pids),
            at_end=lambda: note(f"  drained after {drained_after_s(running.database_url):.2f} s"),
        )
