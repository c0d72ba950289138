"""`make run`: from a data folder to a page that answers, and back again. And `make rebuild`."""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import subprocess
import sys
from collections.abc import AsyncIterator, Mapping

from deploy.local import endgames, house, leftovers
from deploy.local.folder import DataFolder, held, open_folder, running_servers
from deploy.local.logs import LogWatch
from deploy.local.node import Client
from deploy.local.ports import require_free
from deploy.local.services import PROCESSES
from deploy.local.settings import Settings
from deploy.local.steps import Steps, say
from deploy.local.supervisor import StoppedError
from deploy.local.texts import StartError, Text, open_at


def run(settings: Settings) -> None:
    """Runs the Spielcenter until a signal ends it; raises StartError with what to do."""
    steps = Steps(3 + house.STEPS)
    with steps.step(Text(f"Datenordner {settings.data}", "data folder")):
        folder = open_folder(settings.data)
    with held(folder):
        require_free(settings.host, settings.port)
        leftovers.sweep(folder.run)
        _build_client(steps)
        with contextlib.suppress(StoppedError):
            asyncio.run(_serve(settings, folder, steps))
    say(Text("Beendet; die Daten bleiben.", "Ended; the data stays."))


def rebuild(settings: Settings) -> None:
    """Throws JetStream away and has all read tables made again from the logs; may raise StartError.

    Beside a Spielcenter that runs here, play goes on; else the owners of the logs are started for
    it, without a page.
    """
    folder = open_folder(settings.data)
    running = running_servers(folder)
    if running is not None:
        asyncio.run(_rebuild_tables({**os.environ, **running}, folder))
        return
    steps = Steps(1 + house.STEPS)
    with held(folder):
        leftovers.sweep(folder.run)
        with steps.step(Text("JetStream verwerfen", "throw JetStream away")):
            shutil.rmtree(folder.nats / "jetstream", ignore_errors=True)
        with contextlib.suppress(StoppedError):
            asyncio.run(_rebuild(settings, folder, steps))


def give_role(settings: Settings, name: str, role: str) -> None:
    """Gives an account of the Spielcenter that runs here a role; raises StartError if none runs.

    Ends the program with an exit code of its own if the account or the role doesn't exist.
    """
    running = running_servers(open_folder(settings.data))
    if running is None:
        raise StartError(
            Text(
                f"Mit den Daten in {settings.data} läuft gerade kein Spielcenter: erst `make run`.",
                f"No Spielcenter is running on the data in {settings.data}: first `make run`.",
            )
        )
    command = (sys.executable, "-m", "services", "role", name, role)
    code = subprocess.run(command, env={**os.environ, **running}, check=False).returncode
    if code != 0:
        sys.exit(code)


def _build_client(steps: Steps) -> None:
    client = Client()
    with steps.step(Text("Pakete der Webseite", "packages of the web page")):
        client.install(with_tools=False)
    with steps.step(Text("Webseite bauen", "build the web page")):
        client.build()


async def _serve(settings: Settings, folder: DataFolder, steps: Steps) -> None:
    async with house.open_house(settings, folder, steps, tuple(PROCESSES)) as opened:
        folder.address.write_text(settings.address, encoding="utf-8")
        say(open_at(settings.address, settings.address_for_others))
        log = folder.logs / "tables.log"
        async with endgames.built_meanwhile(opened.environment, log), _errors_shown(folder):
            await opened.supervisor.wait()


async def _rebuild(settings: Settings, folder: DataFolder, steps: Steps) -> None:
    behind = tuple(name for name in PROCESSES if name != "gateway")
    async with (
        house.open_house(settings, folder, steps, behind) as opened,
        _errors_shown(folder),
    ):
        await _rebuild_tables(opened.environment, folder)


async def _rebuild_tables(environment: Mapping[str, str], folder: DataFolder) -> None:
    command = (sys.executable, "-m", "services", "rebuild")
    rebuilding = await asyncio.create_subprocess_exec(*command, env={**environment})
    if await rebuilding.wait() != 0:
        raise StartError(
            Text(
                f"Nicht alles ist neu aufgebaut; mehr dazu steht in {folder.logs}",
                f"Not everything has been rebuilt; more about it is in {folder.logs}",
            )
        )


@contextlib.asynccontextmanager
async def _errors_shown(folder: DataFolder) -> AsyncIterator[None]:
    """While it lasts, complaints in the logs are shown, a line each."""
    watch = LogWatch(folder.logs, lambda name, line: print(f"! {name}: {line}", flush=True))
    watching = asyncio.create_task(watch.watch())
    try:
        yield
    finally:
        watching.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await watching
