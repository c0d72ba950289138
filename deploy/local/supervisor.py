"""Keeps programs alive: starts them in order, brings back the dead, ends all of them together."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path

from deploy.local import leftovers
from deploy.local.logs import tail
from deploy.local.programs import Program, tied
from deploy.local.texts import StartError, Text, failed, given_up, restarting

SHORT_LIFE_S = 5.0
SHORT_LIVES_ALLOWED = 8
FIRST_DELAY_S = 0.2
LONGEST_DELAY_S = 5.0
STOP_WITHIN_S = 4.0


class StoppedError(Exception):
    """The end was asked for before everything had started."""


@dataclass
class Pace:
    """How long a program waits for its next life. Lives of some length wipe the slate clean."""

    deaths: int = 0

    def after(self, lived_s: float) -> float | None:
        """Seconds to wait before the next start; None when it has died too often in a row."""
        self.deaths = 1 if lived_s >= SHORT_LIFE_S else self.deaths + 1
        if self.deaths > SHORT_LIVES_ALLOWED:
            return None
        return float(min(LONGEST_DELAY_S, FIRST_DELAY_S * 2 ** (self.deaths - 1)))


@dataclass
class _Child:
    program: Program
    pace: Pace = field(default_factory=Pace)
    process: asyncio.subprocess.Process | None = None
    guard: asyncio.Task[None] | None = None
    is_up: asyncio.Event = field(default_factory=asyncio.Event)
    error: StartError | None = None


class Supervisor:
    """`start` what shall live, `wait` for the end, `stop`.

    Children run in sessions of their own, so that Ctrl-C reaches the supervisor alone; on Linux
    they end by the kernel's hand if it is killed. `run_folder` holds their process ids.
    """

    def __init__(self, run_folder: Path, say: Callable[[Text], None]) -> None:
        self._run_folder = run_folder
        self._say = say
        self._children: list[_Child] = []
        self._stopping = asyncio.Event()
        self._end = asyncio.Event()
        self._failure: StartError | None = None

    async def start(self, programs: Sequence[Program]) -> None:
        """Starts these together and returns when all are ready; else StartError or StoppedError."""
        children = [_Child(program) for program in programs]
        self._children += children
        for child in children:
            child.guard = asyncio.create_task(self._keep_alive(child))
        await asyncio.gather(*(self._until_ready(child) for child in children))

    def request_stop(self) -> None:
        """Ends `wait`."""
        self._end.set()

    async def wait(self) -> None:
        """Returns when a stop is requested; raises StartError when a program is given up."""
        await self._end.wait()
        if self._failure is not None:
            raise self._failure

    async def stop(self) -> None:
        """Ends the programs, those of the highest stage first. Nothing of them remains."""
        self._stopping.set()
        by_stage = sorted(self._children, key=lambda child: -child.program.stage)
        for _, children in groupby(by_stage, key=lambda child: child.program.stage):
            await asyncio.gather(*(self._end_child(child) for child in children))

    async def _until_ready(self, child: _Child) -> None:
        program = child.program
        deadline = time.monotonic() + program.ready_within_s
        while time.monotonic() < deadline and child.error is None and not self._end.is_set():
            if child.is_up.is_set() and await asyncio.to_thread(program.is_ready):
                return
            await asyncio.sleep(0.05)
        if self._end.is_set() and child.error is None:
            raise StoppedError
        raise child.error or StartError(_not_ready(program))

    async def _keep_alive(self, child: _Child) -> None:
        while not self._stopping.is_set():
            begun = time.monotonic()
            how = await self._one_life(child)
            if self._stopping.is_set():
                return
            delay_s = child.pace.after(time.monotonic() - begun)
            if delay_s is None:
                self._give_up(child)
                return
            self._say(restarting(child.program.name, how, delay_s))
            await _sleep_unless(self._stopping, delay_s)

    async def _one_life(self, child: _Child) -> str:
        """Runs the program once; returns how it ended."""
        program = child.program
        try:
            await asyncio.to_thread(program.prepare)
        except StartError as error:
            return error.text.de
        if self._stopping.is_set():
            return ""
        child.process = await self._spawn(program)
        leftovers.record(self._run_folder, program.name, child.process.pid)
        child.is_up.set()
        code = await child.process.wait()
        child.is_up.clear()
        leftovers.forget(self._run_folder, program.name)
        return signal.Signals(-code).name if code < 0 else f"exit {code}"

    async def _spawn(self, program: Program) -> asyncio.subprocess.Process:
        command = tied(
            program.command, orphan_signal=program.orphan_signal, identity=program.identity
        )
        with program.log.open("ab") as log:
            return await asyncio.create_subprocess_exec(
                *command,
                stdin=asyncio.subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
                env={**os.environ, **program.environment},
            )

    def _give_up(self, child: _Child) -> None:
        program = child.program
        child.error = StartError(given_up(program.name, child.pace.deaths, str(program.log)))
        self._failure = child.error
        self._end.set()

    async def _end_child(self, child: _Child) -> None:
        """Asks the program to end, and makes it."""
        if child.guard is None:
            return
        for signal_number in (child.program.stop_signal, signal.SIGKILL):
            if child.process is not None and child.process.returncode is None:
                child.process.send_signal(signal_number)
            done, _ = await asyncio.wait({child.guard}, timeout=STOP_WITHIN_S)
            if done:
                break


def _not_ready(program: Program) -> Text:
    return failed(program.name, tail(program.log), str(program.log))


async def _sleep_unless(event: asyncio.Event, seconds: float) -> None:
    try:
        await asyncio.wait_for(event.wait(), seconds)
    except TimeoutError:
        return
