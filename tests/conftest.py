"""What every test may ask for: PostgreSQL and NATS, embedded or, with CONTAINERS=1, contained."""

from __future__ import annotations

import itertools
import os
from collections.abc import Iterator
from typing import Protocol

import hypothesis
import pytest

from deploy.local import servers

_numbers = itertools.count(1)

# Made-up examples are the same in every run, and may take as long as a busy machine needs: what
# fails here fails everywhere. `--hypothesis-profile=default` makes up others each time.
hypothesis.settings.register_profile(
    "house",
    derandomize=True,
    deadline=None,
    suppress_health_check=[hypothesis.HealthCheck.too_slow],
)
hypothesis.settings.load_profile("house")


class Server(Protocol):
    """A server under test that can be killed and brought back on the same port and data."""

    @property
    def url(self) -> str: ...

    def kill(self) -> None: ...

    def restart(self) -> None: ...


class DatabaseServer(Server, Protocol):
    """A PostgreSQL that makes databases cheaply."""

    def create_database(self, name: str, *, template: str = ...) -> str: ...

    def drop_database(self, name: str) -> None: ...


@pytest.fixture(scope="session")
def postgres() -> Iterator[DatabaseServer]:
    """A PostgreSQL for the whole session. Who kills it restarts it."""
    if os.environ.get("CONTAINERS"):
        from deploy import containers  # noqa: PLC0415 - Docker's client only where it is used

        with containers.postgres_server() as container:
            yield container
    else:
        with servers.postgres_server(is_durable=False) as server:
            yield server


@pytest.fixture(scope="session")
def nats_server() -> Iterator[Server]:
    """A NATS server with JetStream for the whole session. Who kills it restarts it."""
    if os.environ.get("CONTAINERS"):
        from deploy import containers  # noqa: PLC0415 - Docker's client only where it is used

        with containers.nats_server() as container:
            yield container
    else:
        with servers.nats_server() as server:
            yield server


@pytest.fixture
def database_url(postgres: DatabaseServer) -> Iterator[str]:
    """An empty database of the test's own; gone afterwards."""
    name = f"test_{os.getpid()}_{next(_numbers)}"
    url = postgres.create_database(name)
    yield url
    postgres.drop_database(name)


@pytest.fixture
def nats_url(nats_server: Server) -> str:
    """The session's NATS server: tests keep apart by their own stream and subject names."""
    return nats_server.url


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A test's kind is the folder it lies in: `tests/integration/…` is marked `integration`."""
    kinds = {"unit", "contract", "integration", "e2e", "simulation", "golden"}
    for item in items:
        folders = kinds.intersection(item.path.parts)
        for folder in folders:
            item.add_marker(folder)
