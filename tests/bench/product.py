"""The product as a laptop runs it: gateway, backend, durable PostgreSQL and NATS of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from deploy.local.ports import answers_ok, free_port
from deploy.local.servers import nats_server, postgres_server
from deploy.local.services import PROCESSES, repository
from tests.bench.children import BenchError, Child
from tests.bench.layout import Layout, pinned

GENEROUS = {
    "MESSAGES_A_SECOND": "100000",
    "MESSAGES_BURST": "100000",
    "REQUESTS_A_SECOND": "100000",
    "REQUESTS_BURST": "100000",
    "GUESTS_A_MINUTE": "1000000",
    "GUESTS_BURST": "100000",
    "SOCKETS_AN_ADDRESS": "100000",
    "LINES_A_MINUTE": "1000000",
    "LINES_BURST": "100000",
    "LOG_LEVEL": "warning",
}
"""One machine plays all the people: the limits for one address must not be what is measured."""


@dataclass(frozen=True)
class Product:
    """The running product."""

    http_url: str
    nats_url: str
    database_url: str
    pids: Mapping[str, int]

    @property
    def socket_url(self) -> str:
        """Where sockets are opened."""
        return self.http_url.replace("http", "ws", 1) + "/ws"


@contextmanager
def product(layout: Layout, folder: Path) -> Iterator[Product]:
    """Started as `deploy/local` does it, ended with everything that was stored."""
    with pinned(layout.servers), postgres_server() as postgres, nats_server() as nats:
        environment = {**GENEROUS, "DATABASE_URL": postgres.url, "NATS_URL": nats.url}
        _migrate(environment, folder)
        ports = {name: free_port() for name in PROCESSES}
        with (
            _process("backend", ports, environment, folder) as backend,
            _process("gateway", ports, environment, folder) as gateway,
        ):
            for child in (backend, gateway):
                port = ports[child.name]
                child.wait_until(lambda port=port: answers_ok(port, "/readyz"))  # type: ignore[misc]  # a default binds it now
            yield Product(
                f"http://127.0.0.1:{ports['gateway']}",
                nats.url,
                postgres.url,
                {
                    "gateway": gateway.pid,
                    "backend": backend.pid,
                    "nats": nats.pid,
                    "postgres": postgres.pid,
                },
            )


def _process(
    name: str, ports: Mapping[str, int], environment: Mapping[str, str], folder: Path
) -> Child:
    own = {**environment, "PORT": str(ports[name])}
    return Child(name, ["services", *PROCESSES[name]], folder, own)


def _migrate(environment: Mapping[str, str], folder: Path) -> None:
    log = folder / "migrate.log"
    with log.open("ab") as output:
        done = subprocess.run(
            [sys.executable, "-m", "services", "migrate"],
            cwd=repository(),
            env={**os.environ, **environment},
            stdout=output,
            stderr=output,
            check=False,
        )
    if done.returncode != 0:
        raise BenchError(f"services migrate:\n{log.read_text()[-3000:]}")
