"""`make run`: from a data folder to a page that answers, and back again."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from deploy.local import leftovers, nats, postgres, services
from deploy.local.folder import DataFolder, held, open_folder
from deploy.local.logs import LogWatch
from deploy.local.node import Client
from deploy.local.ports import require_free
from deploy.local.programs import Program
from deploy.local.settings import Settings
from deploy.local.steps import Steps, say
from deploy.local.supervisor import StoppedError, Supervisor
from deploy.local.texts import Text, open_at

TOTAL_STEPS = 6
SERVERS_STAGE = 0


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


def run(settings: Settings) -> None:
    """Runs the Spielcenter until a signal ends it; raises StartError with what to do."""
    steps = Steps(TOTAL_STEPS)
    with steps.step(Text(f"Datenordner {settings.data}", "data folder")):
        folder = open_folder(settings.data)
    with held(folder):
        require_free(settings.host, settings.port)
        leftovers.sweep(folder.run)
        _build_client(steps)
        with contextlib.suppress(StoppedError):
            asyncio.run(_serve(settings, folder, steps))
    say(Text("Beendet; die Daten bleiben.", "Ended; the data stays."))


def _build_client(steps: Steps) -> None:
    client = Client()
    with steps.step(Text("Pakete der Webseite", "packages of the web page")):
        client.install(with_tools=False)
    with steps.step(Text("Webseite bauen", "build the web page")):
        client.build()


async def _serve(settings: Settings, folder: DataFolder, steps: Steps) -> None:
    supervisor = Supervisor(folder.run, say)
    with _signals_to(supervisor):
        servers = await asyncio.to_thread(_open_servers, settings, folder)
        try:
            await _start(supervisor, servers, settings, folder, steps)
            await _until_stopped(supervisor, settings, folder)
        finally:
            await supervisor.stop()
            if servers.cluster:
                postgres.discard_sockets(servers.cluster)


def _open_servers(settings: Settings, folder: DataFolder) -> _Servers:
    cluster = None if settings.database_url else postgres.open_cluster(folder.postgres)
    return _Servers(cluster, None if settings.nats_url else nats.open_server(folder.nats))


async def _start(
    supervisor: Supervisor,
    servers: _Servers,
    settings: Settings,
    folder: DataFolder,
    steps: Steps,
) -> None:
    environment = servers.environment(settings)
    with steps.step(Text("PostgreSQL und NATS starten", "start PostgreSQL and NATS")):
        await supervisor.start(_server_programs(servers, folder))
    with steps.step(Text("Datenbank einrichten", "set up the database")):
        await asyncio.to_thread(_prepare_database, servers, folder, environment)
    with steps.step(Text("Dienste starten", "start the services")):
        await supervisor.start(services.programs(folder, environment, settings.port))


def _server_programs(servers: _Servers, folder: DataFolder) -> list[Program]:
    programs = []
    if servers.cluster:
        programs.append(postgres.program(servers.cluster, folder.logs / "postgres.log"))
    if servers.nats:
        programs.append(nats.program(servers.nats, folder.logs / "nats.log"))
    return programs


def _prepare_database(
    servers: _Servers, folder: DataFolder, environment: Mapping[str, str]
) -> None:
    if servers.cluster:
        postgres.ensure_database(servers.cluster)
    services.migrate(folder, environment)


async def _until_stopped(supervisor: Supervisor, settings: Settings, folder: DataFolder) -> None:
    folder.address.write_text(settings.address, encoding="utf-8")
    say(open_at(settings.address, settings.address_for_others))
    watch = LogWatch(folder.logs, lambda name, line: print(f"! {name}: {line}", flush=True))
    watching = asyncio.create_task(watch.watch())
    try:
        await supervisor.wait()
    finally:
        watching.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await watching
        folder.address.unlink(missing_ok=True)


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
