"""What `make run` may be told: PORT, HOST, DATA, DATABASE_URL, NATS_URL."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from deploy.local.ports import LOOPBACK, WILDCARDS, address_for_others, reachable
from deploy.local.texts import HIGHEST_PORT, StartError, not_a_port

DEFAULT_PORT = "8000"
DEFAULT_DATA = ".data"


@dataclass(frozen=True)
class Settings:
    """Read once. Servers that are given from outside are used instead of the embedded ones."""

    data: Path
    host: str
    port: int
    database_url: str
    nats_url: str

    @property
    def address(self) -> str:
        """What a person on this machine opens."""
        name = reachable(self.host)
        return f"http://{'localhost' if name == LOOPBACK else name}:{self.port}/"

    @property
    def address_for_others(self) -> str:
        """What a person in the same network opens; empty if the page is for this machine alone."""
        name = address_for_others() if self.host in WILDCARDS else ""
        return f"http://{name}:{self.port}/" if name else ""


def read(environment: Mapping[str, str], base: Path) -> Settings:
    """Out of the environment, a relative data folder under `base`; may raise StartError."""
    port = environment.get("PORT") or DEFAULT_PORT
    if not port.isascii() or not port.isdigit() or not 0 < int(port) <= HIGHEST_PORT:
        raise StartError(not_a_port(port))
    return Settings(
        data=base / Path(environment.get("DATA") or DEFAULT_DATA).expanduser(),
        host=environment.get("HOST") or LOOPBACK,
        port=int(port),
        database_url=environment.get("DATABASE_URL", ""),
        nats_url=environment.get("NATS_URL", ""),
    )
