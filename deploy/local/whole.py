"""The whole Spielcenter as one process to be started, hurt and stopped: for tests in a browser."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from deploy.local.folder import DataFolder
from deploy.local.ports import free_port
from deploy.local.postgres import Cluster
from deploy.local.programs import tied
from deploy.local.services import repository

START_WITHIN_S = 240.0
STOP_WITHIN_S = 20.0


class WholeError(Exception):
    """It did not start, or not all of it ended; the text is what it said."""


class Spielcenter:
    """`python -m deploy.local run` in a data folder of its own, on a free port.

    Its supervisor brings back what is killed. Start it from the main thread: on Linux it ends with
    the thread that started it.
    """

    def __init__(self, folder: Path, *, port: int | None = None) -> None:
        self.port = port or free_port()
        self.data = DataFolder(folder)
        self._output = folder / f"output-{self.port}.txt"
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        """Where its page is, without a slash at the end."""
        return f"http://localhost:{self.port}"

    @property
    def database_url(self) -> str:
        """How to reach its database, read from what the running server has noted."""
        folder = self.data.postgres
        noted = (folder / "data" / "postmaster.pid").read_text(encoding="utf-8").splitlines()
        password = (folder / "password").read_text(encoding="ascii").strip()
        return Cluster(folder, int(noted[3]), password, Path(noted[4]), "same").url()

    @property
    def output(self) -> str:
        """What it has said so far."""
        return self._output.read_text(encoding="utf-8") if self._output.exists() else ""

    def start(self) -> None:
        """Returns when the page answers; raises WholeError if it does not come to that."""
        self.data.root.mkdir(parents=True, exist_ok=True)
        environment = {**os.environ, "DATA": str(self.data.root), "PORT": str(self.port)}
        command = tied((sys.executable, "-m", "deploy.local", "run"))
        with self._output.open("ab") as output:
            self._process = subprocess.Popen(
                command,
                cwd=repository(),
                env={**environment, "DATABASE_URL": "", "NATS_URL": "", "HOST": ""},
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                start_new_session=True,
            )
        deadline = time.monotonic() + START_WITHIN_S
        while not self._is_open():
            if self._process.poll() is not None or time.monotonic() > deadline:
                raise WholeError(self.output)
            time.sleep(0.05)

    def _is_open(self) -> bool:
        """The address stands in the folder as soon as all is ready; another one's is not ours."""
        file = self.data.address
        return file.exists() and f":{self.port}/" in file.read_text(encoding="utf-8")

    def pid(self, name: str) -> int:
        """The process id of `postgres`, `nats`, `gateway` or `backend` at this moment."""
        note = self.data.run / f"{name}.pid"
        while not (words := note.read_text(encoding="utf-8").split()):
            time.sleep(0.01)  # it is just being written: the program has been started again
        return int(words[0])

    def kill(self, name: str) -> int:
        """Ends one of the programs as a crash would; returns the process id that it had."""
        pid = self.pid(name)
        os.kill(pid, signal.SIGKILL)
        return pid

    def rebuild(self) -> None:
        """`make rebuild` while it runs; raises WholeError with what it said."""
        done = subprocess.run(
            [sys.executable, "-m", "deploy.local", "rebuild"],
            cwd=repository(),
            env={**os.environ, "DATA": str(self.data.root), "DATABASE_URL": "", "NATS_URL": ""},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        if done.returncode != 0:
            raise WholeError(done.stdout)

    def stop(self) -> None:
        """As Ctrl-C does; raises WholeError if it takes too long or ends badly."""
        process, self._process = self._process, None
        if process is None:
            return
        process.send_signal(signal.SIGINT)
        try:
            code = process.wait(STOP_WITHIN_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            raise WholeError(self.output) from None
        if code != 0:
            raise WholeError(self.output)
