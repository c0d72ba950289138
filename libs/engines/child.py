"""A worker process as the pool sees it: started, asked, stopped, killed."""

import asyncio
import mmap
import os
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path
from typing import Final, Self

import msgspec

from libs.engines.port import Question
from libs.engines.stopping import BYTES, StopFlag
from libs.engines.wire import LENGTH_BYTES, Ask, FromWorker, frame, length, read_report

ROOT: Final = Path(__file__).resolve().parents[2]
FAREWELL_S: Final = 1.0


class ChildOptions(msgspec.Struct, frozen=True, kw_only=True):
    """`engines`: the module that lists the engines; `games`: those to prepare, none: all.

    `urgent`: games to prepare before the others.
    """

    engines: str
    games: tuple[str, ...]
    urgent: tuple[str, ...]
    niceness: int


class Child:
    """One worker process and the stop flag that is shared with it."""

    def __init__(self, process: asyncio.subprocess.Process, flag: StopFlag) -> None:
        self._process = process
        self._flag = flag

    @classmethod
    async def start(cls, options: ChildOptions) -> Self:
        """A new process; it prepares its engines by itself. Raises OSError."""
        with tempfile.TemporaryFile() as shared:
            shared.truncate(BYTES)
            descriptor = shared.fileno()
            words = ["--flag", str(descriptor), "--engines", options.engines]
            process = await asyncio.create_subprocess_exec(
                sys.executable,
                *("-m", "libs.engines.worker", *words, "--nice", str(options.niceness)),
                *(word for game in options.urgent for word in ("--urgent", game)),
                "--",
                *options.games,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                pass_fds=(descriptor,),
                cwd=ROOT,
                env={**os.environ, "OPENBLAS_NUM_THREADS": "1", "NUMBA_NUM_THREADS": "1"},
                start_new_session=True,
            )
            return cls(process, StopFlag(mmap.mmap(descriptor, BYTES)))

    @property
    def pid(self) -> int:
        """The process's id."""
        return self._process.pid

    def ask(self, question: Question) -> None:
        """Sends a question to an idle worker. A dead one's silence shows in `reports`."""
        self._flag.clear()
        if self._process.stdin is not None:
            with suppress(OSError, RuntimeError):
                self._process.stdin.write(frame(Ask(question)))

    def stop_search(self) -> None:
        """Tells the worker to answer at once with what it has."""
        self._flag.set()

    async def reports(self) -> AsyncIterator[FromWorker]:
        """What the worker reports, until it is gone. Raises BrokenFrameError."""
        source = self._process.stdout
        if source is None:
            return
        with suppress(asyncio.IncompleteReadError, ConnectionError):
            while True:
                head = await source.readexactly(LENGTH_BYTES)
                yield read_report(await source.readexactly(length(head)))

    def kill(self) -> None:
        """Ends the process at once."""
        with suppress(ProcessLookupError):
            self._process.kill()

    async def end(self) -> int:
        """Ends the process if it has not ended, and returns its exit code."""
        self._flag.set()
        if self._process.stdin is not None:
            self._process.stdin.close()
        try:
            return await asyncio.wait_for(self._process.wait(), FAREWELL_S)
        except TimeoutError:
            self.kill()
            return await self._process.wait()
