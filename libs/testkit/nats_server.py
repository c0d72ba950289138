"""A real nats-server for tests, with JetStream, on a port of its own; it can be killed."""

import contextlib
import os
import secrets
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Final

START_WITHIN_S: Final = 10.0


def free_port() -> int:
    """A TCP port of this machine that was free a moment ago.

    Below those that whoever opens a connection gets: nobody takes it meanwhile by chance.
    """
    while True:
        port = secrets.choice(range(12_000, 32_000))
        with contextlib.suppress(OSError), socket.socket() as probe:
            probe.bind(("127.0.0.1", port))
            return port


class NatsServer:
    """One server process; its port and folder outlive it, so it can be started again."""

    def __init__(self, folder: Path, *, options: str = "") -> None:
        self.port = free_port()
        self.folder = folder
        self._process: subprocess.Popen[bytes] | None = None
        self._config = folder / "server.conf"
        self._config.write_text(
            f"host: 127.0.0.1\nport: {self.port}\n"
            f'jetstream {{ store_dir: "{folder / "jetstream"}" }}\n{options}\n'
        )

    @property
    def url(self) -> str:
        """What clients connect to."""
        return f"nats://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start it and wait until it takes connections."""
        program = Path(sys.executable).with_name("nats-server")
        with (self.folder / "server.log").open("ab") as log:
            self._process = subprocess.Popen(  # noqa: S603  the wheel's own program
                [program, "--config", self._config], stdout=log, stderr=log
            )
        end = time.monotonic() + START_WITHIN_S
        while time.monotonic() < end:
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port)):
                return
            time.sleep(0.02)
        raise TimeoutError(f"nats-server did not start: {self.folder / 'server.log'}")

    def _signal(self, number: int) -> None:
        if self._process is not None:
            os.kill(self._process.pid, number)

    def kill(self) -> None:
        """kill -9, and wait until it is gone."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def freeze(self) -> None:
        """Let it hang: connections stay open, nobody answers."""
        self._signal(signal.SIGSTOP)

    def thaw(self) -> None:
        """Let it go on."""
        self._signal(signal.SIGCONT)

    def forget_streams(self) -> None:
        """Throw away what JetStream stored. Only while it is not running."""
        for path in sorted((self.folder / "jetstream").rglob("*"), reverse=True):
            if path.is_dir():
                path.rmdir()
            else:
                path.unlink()
