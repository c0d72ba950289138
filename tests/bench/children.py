"""Programs that a measurement starts, and what they cost in processor time and memory."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

from deploy.local.programs import tied
from deploy.local.services import repository

READY_WITHIN_S = 40.0
STOP_WITHIN_S = 15.0


class BenchError(Exception):
    """A measurement that can't be trusted or did not come about; the text says why."""


class Child:
    """One Python module run as a program of its own, with its words in a log file."""

    def __init__(
        self,
        name: str,
        arguments: Sequence[str],
        folder: Path,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        self.name = name
        self._log = folder / f"{name}.log"
        with self._log.open("ab") as errors:
            self._process = subprocess.Popen(
                tied((sys.executable, "-m", *arguments)),
                cwd=repository(),
                env={**os.environ, **(environment or {})},
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
                start_new_session=True,
            )

    @property
    def pid(self) -> int:
        """The process."""
        return self._process.pid

    def say(self, text: str) -> None:
        """Gives it a text as its input, which ends with that."""
        assert self._process.stdin is not None
        self._process.stdin.write(text)
        self._process.stdin.close()

    def line(self) -> str:
        """Its next line; raises BenchError if it ends without one."""
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise BenchError(f"{self.name} ended:\n{self._log.read_text()[-3000:]}")
        return line.strip()

    def wait_until(self, is_ready: Callable[[], bool]) -> None:
        """Returns when it is ready; raises BenchError if it does not become so."""
        deadline = time.monotonic() + READY_WITHIN_S
        while not is_ready():
            if self._process.poll() is not None or time.monotonic() > deadline:
                raise BenchError(f"{self.name} did not start:\n{self._log.read_text()[-3000:]}")
            time.sleep(0.05)

    def stop(self) -> None:
        """Asks it to end, and insists if that takes too long."""
        if self._process.poll() is None:
            self._process.terminate()
            try:
                self._process.wait(STOP_WITHIN_S)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None and not pipe.closed:
                pipe.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()


def processor_s(pid: int) -> float:
    """Processor seconds of a process, its children, and its children that have ended."""
    own = sum(int(field) for field in _stat(pid)[11:15])
    living = sum(int(field) for child in _children(pid) for field in _stat(child)[11:13])
    return (own + living) / os.sysconf("SC_CLK_TCK")


def resident_bytes(pid: int) -> int:
    """Memory that a process holds and shares with nobody."""
    rollup = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii")
    return 1024 * sum(int(size) for size in re.findall(r"^Private_\w+: +(\d+) kB", rollup, re.M))


def _stat(pid: int) -> list[str]:
    """What stands behind the name in /proc/<pid>/stat, from the state on; zeros if it is gone."""
    try:
        text = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8")
    except (FileNotFoundError, ProcessLookupError):
        return ["0"] * 50
    return text.rpartition(")")[2].split()


def _children(pid: int) -> list[int]:
    tasks = Path(f"/proc/{pid}/task").glob("*/children")
    return [int(child) for task in tasks for child in task.read_text(encoding="ascii").split()]
