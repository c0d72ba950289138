"""A thousand people in the waiting room: how soon they see a line, somebody coming, a challenge."""

from __future__ import annotations

import statistics
from collections.abc import Iterator, Sequence

import msgspec

from deploy.local.ports import free_port
from tests.bench.children import BenchError, Child
from tests.bench.layout import pinned
from tests.bench.load.plan import HallPlan, HallReport
from tests.bench.product import product
from tests.bench.results import Result, note, percentile, rounded
from tests.bench.seating import guests
from tests.bench.setting import Setting

PEOPLE = 1_000
NEWCOMERS = 20
LINES = 100
TERMS: dict[str, object] = {
    "game": {
        "game": "mills",
        "variant": "battlemills-9",
        "options": {},
        "time": {"base_ms": 180_000, "increment_ms": 2_000},
        "kind": "friendly",
    },
    "first": "random",
}
LINE_BYTES = 170
"""A line as everybody gets it."""


def waiting_room(setting: Setting) -> Iterator[Result]:
    """Until the last of all has it: the median and the 99th percentile, in ms.

    The yardstick is a bare server that tells a thousand sockets as many bytes. Somebody who comes
    is told of together with others, five times a second: that is meant, and in the figure.
    """
    parts = 4 if setting.effort.is_quick else 1
    lines: list[float] = []
    joins: list[float] = []
    challenges: list[float] = []
    yards: list[float] = []
    for number in range(setting.effort.repetitions):
        yards += _bare(setting, LINES // parts).lines_ms
        report = _product(setting, LINES // parts, NEWCOMERS // parts)
        lines += report.lines_ms
        joins += report.joins_ms
        challenges += report.challenges_ms
        note(f"waiting_room {number + 1}: {statistics.median(lines):.1f} ms a line")
    yield from _results("waiting_room_line", lines, yards)
    yield from _results("waiting_room_join", joins, yards)
    yield from _results("waiting_room_challenge", challenges, yards)


def _results(name: str, values: Sequence[float], yards: Sequence[float]) -> Iterator[Result]:
    for ending, share in (("", 0.5), ("_p99", 0.99)):
        value, yard = percentile(values, share), percentile(yards, share)
        yield Result(name + ending, rounded(value), "ms", rounded(yard), rounded(value / yard))


def _product(setting: Setting, lines: int, newcomers: int) -> HallReport:
    with product(setting.layout, setting.folder) as running:
        people = guests(running, PEOPLE + newcomers)
        plan = HallPlan(
            url=running.socket_url,
            cookies=[guest.cookie for guest in people[:PEOPLE]],
            guests=[f"{guest.player.id} {guest.cookie}" for guest in people[PEOPLE:]],
            lines=lines,
            challenged=[guest.player.id for guest in people[PEOPLE - newcomers : PEOPLE]],
            terms=TERMS,
        )
        return _run(setting, plan)


def _bare(setting: Setting, lines: int) -> HallReport:
    port = free_port()
    with (
        pinned(setting.layout.servers),
        Child("shout", ["tests.bench.shout", str(port)], setting.folder) as server,
    ):
        server.line()
        url = f"ws://127.0.0.1:{port}/ws"
        cookies = [""] * PEOPLE
        plan = HallPlan(
            url=url, cookies=cookies, lines=lines, is_bare=True, payload_bytes=LINE_BYTES
        )
        return _run(setting, plan)


def _run(setting: Setting, plan: HallPlan) -> HallReport:
    with (
        pinned(setting.layout.load),
        Child("hall load", ["tests.bench.load.hall"], setting.folder) as load,
    ):
        load.say(msgspec.json.encode(plan).decode())
        report = msgspec.json.decode(load.line(), type=HallReport)
    if report.errors:
        raise BenchError("the load saw errors:\n" + "\n".join(report.errors))
    return report
