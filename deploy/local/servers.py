"""Private PostgreSQL and NATS servers for tests and benches, to be killed and brought back at will.

Start them from the main thread: on Linux they end together with the thread that started them.
"""

from __future__ import annotations

import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Self

from deploy.local import leftovers, nats, postgres
from deploy.local.logs import tail
from deploy.local.programs import Program, tied
from deploy.local.texts import StartError, failed

STOP_WITHIN_S = 10.0


class Process:
    """One program under test: `start`, `kill` (SIGKILL), `restart`, `stop`; also a `with` block."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int:
        """The running process; raises RuntimeError if none runs."""
        if self._process is None:
            raise RuntimeError(f"{self.program.name} does not run")
        return self._process.pid

    def start(self) -> None:
        """Returns when the program is ready; raises StartError if it does not become so."""
        deadline = time.monotonic() + self.program.ready_within_s
        while time.monotonic() < deadline:
            if self._process is None or self._process.poll() is not None:
                self._process = self._spawn()
            if self.program.is_ready():
                return
            time.sleep(0.02)
        self.stop()
        log = self.program.log
        raise StartError(failed(self.program.name, tail(log), str(log)))

    def kill(self) -> None:
        """Ends the program as a crash would, and returns when it is dead."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """Ends the program in its own way, by force if that takes too long."""
        self._end(self.program.stop_signal)

    def restart(self) -> None:
        """Kills the program if it runs and starts it again: same port, same data."""
        self.kill()
        self.start()

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()

    def _spawn(self) -> subprocess.Popen[bytes]:
        self.program.prepare()
        command = tied(
            self.program.command,
            orphan_signal=signal.SIGKILL,
            identity=self.program.identity,
        )
        with self.program.log.open("ab") as log:
            return subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True
            )

    def _end(self, signal_number: signal.Signals) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        process.send_signal(signal_number)
        try:
            process.wait(STOP_WITHIN_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


class PostgresServer(Process):
    """A PostgreSQL of its own in `folder`; with `is_durable=False` faster, and kills do no harm."""

    def __init__(self, folder: Path, *, is_durable: bool = True) -> None:
        self.cluster = postgres.open_cluster(folder, is_durable=is_durable)
        super().__init__(postgres.program(self.cluster, folder / "postgres.log"))

    @property
    def url(self) -> str:
        """The services' role in the database `spielcenter`."""
        return self.cluster.url()

    def start(self) -> None:
        """Also makes the services' role and database."""
        super().start()
        postgres.ensure_database(self.cluster)

    def kill(self) -> None:
        """Ends the server as a crash would; returns when its helper processes are gone, too."""
        super().kill()
        deadline = time.monotonic() + STOP_WITHIN_S
        while leftovers.working_in(self.cluster.data) and time.monotonic() < deadline:
            time.sleep(0.01)

    def stop(self) -> None:
        """Ends the server and removes its socket's folder if that lay elsewhere."""
        super().stop()
        postgres.discard_sockets(self.cluster)

    def create_database(self, name: str, *, template: str = "template1") -> str:
        """Makes a database of the services' role as a copy of `template`; returns its URL."""
        statement = f'create database "{name}" owner {postgres.OWNER} template "{template}"'
        postgres.execute(self.cluster, f"{statement} strategy file_copy")
        return self.cluster.url(name)

    def drop_database(self, name: str) -> None:
        """Removes a database and whoever is still connected to it."""
        postgres.execute(self.cluster, f'drop database if exists "{name}" with (force)')


class NatsServer(Process):
    """A NATS server of its own in `folder`, with JetStream."""

    def __init__(self, folder: Path) -> None:
        self._server = nats.open_server(folder)
        super().__init__(nats.program(self._server, folder / "nats.log"))

    @property
    def url(self) -> str:
        """With the password in it."""
        return self._server.url


@contextmanager
def postgres_server(*, is_durable: bool = True) -> Iterator[PostgresServer]:
    """A running PostgreSQL in a temporary folder."""
    with _temporary_folder() as folder, PostgresServer(folder, is_durable=is_durable) as server:
        yield server


@contextmanager
def nats_server() -> Iterator[NatsServer]:
    """A running NATS server in a temporary folder."""
    with _temporary_folder() as folder, NatsServer(folder) as server:
        yield server


@contextmanager
def _temporary_folder() -> Iterator[Path]:
    """Removed afterwards even while a killed server's last file is still being written."""
    folder = Path(tempfile.mkdtemp(prefix="spielcenter-"))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
