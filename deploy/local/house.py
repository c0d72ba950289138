"""The house while it is open: servers, tables and services, started in order and ended in order."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
from collections.abc import AsyncIterator, Iterator, Mapping
from dataclasses import dataclass

from deploy.local import nats, postgres, services
from deploy.local.folder import DataFolder
from deploy.local.programs import Program
from deploy.local.settings import Settings
from deploy.local.steps import Steps, say
from deploy.local.supervisor import Supervisor
from deploy.local.texts import Text

STEPS = 3


@dataclass(frozen=True)
class OpenHouse:
    """What runs: its supervisor, and what programs beside the services have to be told."""

    supervisor: Supervisor
    environment: Mapping[str, str]


@dataclass(frozen=True)
class _Servers:
    """The embedded servers that are to run; None where one is given from outside."""

    cluster: postgres.Cluster | None
    nats: nats.Server | None

    def environment(self, settings: Settings) -> dict[str, str]:
        """What the services are told."""
        database_url = self.cluster.url() if self.cluster else settings.database_url
        nats_url = self.nats.url if self.nats else settings.nats_url
        told = {"DATABASE_URL": database_url, "NATS_URL": nats_url, "HOST": settings.host}
        return {**os.environ, **told}

    def programs(self, folder: DataFolder) -> list[Program]:
        """One for each."""
        programs = []
        if self.cluster:
            programs.append(postgres.program(self.cluster, folder.logs / "postgres.log"))
        if self.nats:
            programs.append(nats.program(self.nats, folder.logs / "nats.log"))
        return programs


@contextlib.asynccontextmanager
async def open_house(
    settings: Settings, folder: DataFolder, steps: Steps, processes: tuple[str, ...]
) -> AsyncIterator[OpenHouse]:
    """Takes three steps to open; whatever happens, nothing of it runs afterwards.

    Raises StartError with what to do, or StoppedError if the end was asked for meanwhile.
    """
    supervisor = Supervisor(folder.run, say)
    with _signals_to(supervisor):
        servers = await asyncio.to_thread(_open_servers, settings, folder)
        house = OpenHouse(supervisor, servers.environment(settings))
        _note_servers(folder, house.environment)
        try:
            with steps.step(Text("PostgreSQL und NATS starten", "start PostgreSQL and NATS")):
                await supervisor.start(servers.programs(folder))
            with steps.step(Text("Datenbank einrichten", "set up the database")):
                await asyncio.to_thread(_prepare_database, servers, folder, house.environment)
            with steps.step(Text("Dienste starten", "start the services")):
                programs = services.programs(folder, house.environment, settings.port, processes)
                await supervisor.start(programs)
            yield house
        finally:
            await supervisor.stop()
            if servers.cluster:
                postgres.discard_sockets(servers.cluster)


def _note_servers(folder: DataFolder, environment: Mapping[str, str]) -> None:
    """Upkeep beside a running house has to know them; the addresses hold passwords."""
    noted = {name: environment[name] for name in ("DATABASE_URL", "NATS_URL")}
    folder.servers.touch(mode=0o600)
    folder.servers.write_text(json.dumps(noted), encoding="utf-8")


def _open_servers(settings: Settings, folder: DataFolder) -> _Servers:
    cluster = None if settings.database_url else postgres.open_cluster(folder.postgres)
    return _Servers(cluster, None if settings.nats_url else nats.open_server(folder.nats))


def _prepare_database(
    servers: _Servers, folder: DataFolder, environment: Mapping[str, str]
) -> None:
    if servers.cluster:
        postgres.ensure_database(servers.cluster)
    services.migrate(folder, environment)


@contextlib.contextmanager
def _signals_to(supervisor: Supervisor) -> Iterator[None]:
    """While it lasts, whatever asks us to end ends the supervisor's waiting."""
    loop = asyncio.get_running_loop()
    asked = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    for signal_number in asked:
        loop.add_signal_handler(signal_number, supervisor.request_stop)
    try:
        yield
    finally:
        for signal_number in asked:
            loop.remove_signal_handler(signal_number)
