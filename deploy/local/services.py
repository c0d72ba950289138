"""The house's own processes: what each is started with, and when it is ready."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from deploy.local.folder import DataFolder
from deploy.local.logs import tail
from deploy.local.ports import LOOPBACK, answers_ok, free_port, reachable
from deploy.local.programs import Program
from deploy.local.texts import StartError, failed

# A laptop runs three processes, searches apart from what must be quick; production runs one a
# container (deploy/compose).
PROCESSES: Mapping[str, tuple[str, ...]] = {
    "gateway": ("gateway",),
    "backend": ("games", "clocks", "matchmaking", "accounts", "archive", "ratings", "lobby"),
    "bots": ("bots",),
}
STAGE = 2
# Less than the supervisor's patience.
STOP_WITHIN_S = "3"


def programs(
    folder: DataFolder, environment: Mapping[str, str], port: int, names: tuple[str, ...]
) -> list[Program]:
    """One program a process; `port` is the gateway's, the others show their health to us alone."""
    shared = {**environment, "STOP_WITHIN_S": STOP_WITHIN_S}
    return [
        _program(name, folder, shared, port)
        if name == "gateway"
        else _program(name, folder, {**shared, "HOST": LOOPBACK}, free_port())
        for name in names
    ]


def migrate(folder: DataFolder, environment: Mapping[str, str]) -> None:
    """Brings every service's tables up to date; raises StartError with the end of its log."""
    log = folder.logs / "migrate.log"
    with log.open("ab") as file:
        done = subprocess.run(
            [sys.executable, "-m", "services", "migrate"],
            env={**environment},
            stdin=subprocess.DEVNULL,
            stdout=file,
            stderr=file,
            check=False,
        )
    if done.returncode != 0:
        raise StartError(failed("services migrate", tail(log), str(log)))


def _program(name: str, folder: DataFolder, environment: Mapping[str, str], port: int) -> Program:
    return Program(
        name=name,
        command=(sys.executable, "-m", "services", *PROCESSES[name]),
        log=folder.logs / f"{name}.log",
        stage=STAGE,
        environment={**environment, "PORT": str(port)},
        is_ready=lambda: answers_ok(port, "/readyz", host=reachable(environment["HOST"])),
    )


def repository() -> Path:
    """The house's root, from which the services are started."""
    return Path(__file__).resolve().parents[2]
