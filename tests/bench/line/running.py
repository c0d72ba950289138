"""The straight line as something to be measured: its servers, and loads for it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from deploy.local.ports import free_port
from deploy.local.servers import nats_server, postgres_server
from tests.bench.children import Child
from tests.bench.layout import Layout, pinned
from tests.bench.load.plan import Plan, TablePlan
from tests.bench.loading import Seen, run_load
from tests.bench.results import Effort


@dataclass(frozen=True)
class Line:
    """The running straight line."""

    url: str
    pids: Mapping[str, int]


@contextmanager
def straight_line(layout: Layout, folder: Path) -> Iterator[Line]:
    """Gateway, service, NATS and a durable PostgreSQL of its own."""
    with pinned(layout.servers), postgres_server() as postgres, nats_server() as nats:
        arguments = ["tests.bench.line.service", nats.url, postgres.url]
        with Child("line-service", arguments, folder) as service:
            service.line()
            port = free_port()
            arguments = ["tests.bench.line.gateway", str(port), nats.url]
            with Child("line-gateway", arguments, folder) as gateway:
                gateway.line()
                pids = {"gateway": gateway.pid, "service": service.pid}
                pids |= {"nats": nats.pid, "postgres": postgres.pid}
                yield Line(f"ws://127.0.0.1:{port}/ws", pids)


def play(
    layout: Layout, folder: Path, effort: Effort, *, games: int, rate: float | None = None
) -> Seen:
    """The straight line's figures with so many games."""
    with straight_line(layout, folder) as line:
        plan = Plan(
            dialect="line",
            url=line.url,
            tables=[TablePlan()] * games,
            warm_s=effort.warm_s,
            seconds=effort.seconds,
            rate=rate,
        )
        return run_load(plan, layout, folder, line.pids)
