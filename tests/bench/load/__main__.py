"""The load as a program of its own: a plan comes in, `begin`, `end` and a report go out."""

import asyncio
import os
import sys
import time
from typing import Final

import msgspec
import uvloop

from tests.bench.load.plan import Plan, Report
from tests.bench.load.sockets import Spectator, some_at_a_time
from tests.bench.load.tables import LineTable, ProductTable, ShoutTable, Table
from tests.bench.load.tally import ClosedPace, OpenPace, Pace, Playing, Tally, now
from tests.bench.results import percentile

READY_WITHIN_S: Final = 30.0
LAST_ANSWERS_S: Final = 1.0
STILL_AFTER_S: Final = 2.0
DIALECTS: Final = {"line": LineTable, "product": ProductTable, "broadcast": ShoutTable}


async def main() -> None:
    """From the plan to the report; the process then ends without closing anything."""
    plan = msgspec.json.decode(sys.stdin.buffer.read(), type=Plan)
    tally = Tally()
    pace: Pace = ClosedPace() if plan.rate is None else OpenPace(plan.rate)
    make = DIALECTS[plan.dialect]
    tables: list[Table] = [make(plan, table, pace, tally) for table in plan.tables]
    spectators = [Spectator(plan.url, plan.watched, tally) for _ in range(plan.spectators)]
    await some_at_a_time([table.open for table in tables])
    await some_at_a_time([spectator.open for spectator in spectators])
    everybody: list[Table | Spectator] = [*tables, *spectators]
    await _ready(everybody, tally)
    playing: list[Playing] = list(tables)
    pace.begin(playing)
    await asyncio.sleep(plan.warm_s)
    report = await _measure(plan, tally)
    patience_s = STILL_AFTER_S + (len(tables) / plan.rate if plan.rate else 0.0)
    still = sum(now() - table.since > patience_s for table in tables)
    if still:
        tally.error(f"{still} tables stand still")
    pace.is_stopped = True
    print("end", flush=True)
    await asyncio.sleep(LAST_ANSWERS_S)
    sockets = [socket for one in everybody for socket in one.sockets]
    for socket in sockets:
        if socket.is_closed:
            tally.error(f"a socket was closed: {socket.why_closed or 'without a word'}")
    report.errors = tally.errors
    print(msgspec.json.encode(report).decode(), flush=True)
    os._exit(0)


async def _ready(sockets: list[Table | Spectator], tally: Tally) -> None:
    """Waits until all have been shown their games; it is an error if some never are."""
    deadline = now() + READY_WITHIN_S
    while not all(one.is_ready for one in sockets):
        if now() > deadline:
            missing = sum(not one.is_ready for one in sockets)
            tally.error(f"{missing} tables or spectators were never shown their game")
            return
        await asyncio.sleep(0.05)


async def _measure(plan: Plan, tally: Tally) -> Report:
    print("begin", flush=True)
    begun, cpu_s = now(), time.process_time()
    tally.is_on = True
    await asyncio.sleep(plan.seconds)
    tally.is_on = False
    latencies = tally.latencies
    return Report(
        seconds=now() - begun,
        turns=len(latencies),
        delivered=tally.delivered,
        p50_ms=percentile(latencies, 0.5) * 1000 if latencies else None,
        p99_ms=percentile(latencies, 0.99) * 1000 if latencies else None,
        load_cpu_s=time.process_time() - cpu_s,
        errors=[],
    )


if __name__ == "__main__":
    uvloop.run(main())
