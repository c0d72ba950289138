"""PostgreSQL and NATS out of containers, for tests where Docker runs (`make test CONTAINERS=1`).

The same handles as in `deploy.local.servers`; no Docker engine runs where this house is checked,
so nobody has seen this module work there.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from testcontainers.community.nats import NatsContainer
from testcontainers.community.postgres import PostgresContainer
from testcontainers.core.container import DockerContainer

from deploy.local.ports import free_port

# The same versions as the wheels'.
POSTGRES_IMAGE = "postgres:18"
NATS_IMAGE = "nats:2.15"
OWNER = "spielcenter"


class _Server:
    """A container whose port on this machine stays the same over restarts."""

    def __init__(self, container: DockerContainer, wait: Callable[[], object]) -> None:
        self._container = container
        self._wait = wait

    def kill(self) -> None:
        """Ends the server as a crash would."""
        self._container.get_wrapped_container().kill()

    def restart(self) -> None:
        """Kills the server if it runs and starts it again: same port, same data."""
        container = self._container.get_wrapped_container()
        container.reload()
        if container.status == "running":
            container.kill()
        container.start()
        self._wait()


class ContainerPostgres(_Server):
    """A PostgreSQL in a container, its superuser in the services' role."""

    def __init__(self, container: PostgresContainer, port: int) -> None:
        # The container's own way of waiting: a query, until it is answered.
        super().__init__(container, container._connect)  # noqa: SLF001
        self._postgres = container
        self._port = port

    @property
    def url(self) -> str:
        """The database `spielcenter`."""
        return self._url(OWNER)

    def create_database(self, name: str, *, template: str = "template1") -> str:
        """Makes a database as a copy of `template`; returns its URL."""
        self._execute(f'create database "{name}" template "{template}" strategy file_copy')
        return self._url(name)

    def drop_database(self, name: str) -> None:
        """Removes a database and whoever is still connected to it."""
        self._execute(f'drop database if exists "{name}" with (force)')

    def _url(self, database: str) -> str:
        host = self._postgres.get_container_host_ip()
        account = f"{OWNER}:{self._postgres.password}"
        return f"postgresql://{account}@{host}:{self._port}/{database}"

    def _execute(self, statement: str) -> None:
        psql = ["psql", "-X", "-q", "-v", "ON_ERROR_STOP=1", "-U", OWNER, "-d", OWNER]
        code, output = self._postgres.exec([*psql, "-c", statement])
        if code != 0:
            raise RuntimeError(output.decode("utf-8", "replace"))


class ContainerNats(_Server):
    """A NATS server with JetStream in a container."""

    def __init__(self, container: NatsContainer, port: int) -> None:
        super().__init__(container, container._healthcheck)  # noqa: SLF001 - as above
        self._nats = container
        self._port = port

    @property
    def url(self) -> str:
        """What clients connect to."""
        return f"nats://{self._nats.get_container_host_ip()}:{self._port}"


@contextmanager
def postgres_server() -> Iterator[ContainerPostgres]:
    """A running PostgreSQL; the container is removed afterwards."""
    port = free_port()
    container = PostgresContainer(
        POSTGRES_IMAGE, username=OWNER, password=secrets.token_urlsafe(24), dbname=OWNER
    )
    with container.with_bind_ports(5432, port):
        yield ContainerPostgres(container, port)


@contextmanager
def nats_server() -> Iterator[ContainerNats]:
    """A running NATS server; the container is removed afterwards."""
    port = free_port()
    with NatsContainer(NATS_IMAGE, jetstream=True).with_bind_ports(4222, port) as container:
        yield ContainerNats(container, port)
