"""PostgreSQL and NATS out of containers, for tests where Docker runs (`make test CONTAINERS=1`).

The same handles as in `deploy.local.servers`; no Docker engine runs where this house is checked,
so nobody has seen this module work there.
"""

from __future__ import annotations

import secrets
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager

from testcontainers.community.postgres import PostgresContainer
from testcontainers.core.container import DockerContainer

from deploy.local.ports import answers_ok, free_port

# The same versions as the wheels'.
POSTGRES_IMAGE = "postgres:18"
NATS_IMAGE = "nats:2.15"
OWNER = "spielcenter"
READY_WITHIN_S = 60.0


class _Server(ABC):
    """A container whose port on this machine stays the same over restarts."""

    def __init__(self, container: DockerContainer) -> None:
        self._container = container

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
        self.wait()

    def wait(self) -> None:
        """Returns when the server serves; raises TimeoutError."""
        deadline = time.monotonic() + READY_WITHIN_S
        while not self._is_ready():
            if time.monotonic() > deadline:
                raise TimeoutError("the server in the container is not ready")
            time.sleep(0.1)

    @abstractmethod
    def _is_ready(self) -> bool: ...


class ContainerPostgres(_Server):
    """A PostgreSQL in a container, its superuser in the services' role."""

    def __init__(self, container: PostgresContainer, port: int) -> None:
        super().__init__(container)
        self._password = container.password
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
        host = self._container.get_container_host_ip()
        return f"postgresql://{OWNER}:{self._password}@{host}:{self._port}/{database}"

    def _execute(self, statement: str) -> None:
        psql = ["psql", "-X", "-q", "-v", "ON_ERROR_STOP=1", "-U", OWNER, "-d", OWNER]
        code, output = self._container.exec([*psql, "-c", statement])
        if code != 0:
            raise RuntimeError(output.decode("utf-8", "replace"))

    def _is_ready(self) -> bool:
        # By TCP: while the image sets itself up its server listens on the unix socket alone.
        asked = self._container.exec(["pg_isready", "-q", "-h", "127.0.0.1", "-U", OWNER])
        return bool(asked.exit_code == 0)


class ContainerNats(_Server):
    """A NATS server with JetStream in a container of this machine."""

    def __init__(self, container: DockerContainer, port: int, monitor_port: int) -> None:
        super().__init__(container)
        self._port = port
        self._monitor_port = monitor_port

    @property
    def url(self) -> str:
        """What clients connect to."""
        return f"nats://{self._container.get_container_host_ip()}:{self._port}"

    def _is_ready(self) -> bool:
        return answers_ok(self._monitor_port, "/healthz")


@contextmanager
def postgres_server() -> Iterator[ContainerPostgres]:
    """A running PostgreSQL; the container is removed afterwards."""
    port = free_port()
    container = PostgresContainer(
        POSTGRES_IMAGE, username=OWNER, password=secrets.token_urlsafe(24), dbname=OWNER
    )
    with container.with_bind_ports(5432, port):
        server = ContainerPostgres(container, port)
        server.wait()
        yield server


@contextmanager
def nats_server() -> Iterator[ContainerNats]:
    """A running NATS server; the container is removed afterwards.

    The package's own module for NATS warns of itself at import, and warnings are errors in tests.
    """
    port, monitor_port = free_port(), free_port()
    container = DockerContainer(NATS_IMAGE).with_command(["--jetstream", "--http_port", "8222"])
    with container.with_bind_ports(4222, port).with_bind_ports(8222, monitor_port):
        server = ContainerNats(container, port, monitor_port)
        server.wait()
        yield server
