"""Builds what is missing, with a process a core; finished tables are kept, whatever happens."""

import fcntl
import multiprocessing
import os
import shutil
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Final, NamedTuple

from libs.engines.tables.files import (
    VERSION,
    Contents,
    Table,
    TableFileError,
    broken_tables,
    path_of,
    read_contents,
    write_contents,
)
from libs.engines.tables.plan import Job, Plan, with_tables
from libs.engines.tables.rulesets import RuleSet
from libs.engines.tables.worker import serve

LOCK: Final = "building.lock"
HEARD: Final = 0.2
"""Seconds after which progress is told at the latest."""


class Busy(NamedTuple):
    """A job under way and the part of it that is done, 0 to 1."""

    job: Job
    part: float


class Progress(NamedTuple):
    """The part of all missing bytes that is built, what is under way, what was just finished."""

    part: float
    busy: tuple[Busy, ...]
    finished: tuple[RuleSet, tuple[Table, ...]] | None = None


Tell = Callable[[Progress], None]


class AlreadyBuildingError(Exception):
    """Another process builds in this folder."""


class NoSpaceError(Exception):
    """The disk can't take the tables; both in bytes."""

    def __init__(self, needed: int, free: int) -> None:
        super().__init__(f"{needed} bytes needed, {free} free")
        self.needed = needed
        self.free = free


class WorkerDiedError(Exception):
    """A process ended in the middle of its job: killed, or out of memory."""


def build(folder: Path, rule_sets: list[RuleSet], stones: int, cores: int, tell: Tell) -> int:
    """Builds all tables of these rule sets up to so many stones that are not there yet.

    Returns how many it built. What is there is checked first, and built again where it is broken.
    Raises AlreadyBuildingError, NoSpaceError, WorkerDiedError, LongWinError, OSError.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with _alone(folder):
        plan = Plan(rule_sets, stones, {rules.name: _kept(folder, rules) for rules in rule_sets})
        free = shutil.disk_usage(folder).free
        if free < plan.size:
            raise NoSpaceError(plan.size, free)
        with ExitStack() as stack:
            count = min(cores, len(plan.waiting))
            crew = [stack.enter_context(_started(folder)) for _ in range(count)]
            return _Build(folder, plan, tell).run(crew)


def _kept(folder: Path, rules: RuleSet) -> Contents:
    """What there is of a file, without the tables whose checksum is wrong."""
    path = path_of(folder, rules)
    try:
        contents = read_contents(path, rules)
    except FileNotFoundError:
        return Contents(VERSION, rules.name, 0, ())
    except TableFileError:
        # Not written over: a worker may have mapped it.
        path.unlink()
        return Contents(VERSION, rules.name, 0, ())
    broken = broken_tables(path, contents.tables)
    if not broken:
        return contents
    return with_tables(contents, [table for table in contents.tables if table not in broken])


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    with (folder / LOCK).open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise AlreadyBuildingError from None
        yield


@contextmanager
def _started(folder: Path) -> Iterator[Connection]:
    """A worker process; leaving ends it, in the middle of a job if need be."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process: BaseProcess = context.Process(target=serve, args=(folder, theirs), daemon=True)
    process.start()
    theirs.close()
    try:
        yield ours
    finally:
        ours.close()
        process.terminate()
        process.join()


class _Build:
    """Hands jobs to the crew and writes a header whenever one is done."""

    def __init__(self, folder: Path, plan: Plan, tell: Tell) -> None:
        self._folder = folder
        self._plan = plan
        self._tell = tell
        self._total = plan.size
        self._done = 0
        self._built = 0
        self._busy: dict[Connection, Busy] = {}

    def run(self, crew: Iterable[Connection]) -> int:
        idle = list(crew)
        while self._plan.waiting or self._busy:
            while idle and (job := self._plan.take()):
                self._hand(idle.pop(), job)
            idle += [pipe for pipe in self._spoke() if self._hear(pipe)]
            self._tell(self._progress())
        return self._built

    def _hand(self, pipe: Connection, job: Job) -> None:
        self._busy[pipe] = Busy(job, 0.0)
        try:
            pipe.send(job)
        except ConnectionError:
            raise WorkerDiedError from None

    def _spoke(self) -> list[Connection]:
        pipes = list(self._busy)
        ready = wait(pipes, HEARD)
        return [pipe for pipe in pipes if pipe in ready]

    def _hear(self, pipe: Connection) -> bool:
        """Takes one answer in; returns whether the worker is free again."""
        try:
            answer: float | list[Table] | Exception = pipe.recv()
        except (EOFError, ConnectionError):
            raise WorkerDiedError from None
        if isinstance(answer, Exception):
            raise answer
        job = self._busy[pipe].job
        if isinstance(answer, float):
            self._busy[pipe] = Busy(job, answer)
            return False
        del self._busy[pipe]
        write_contents(path_of(self._folder, job.rules), self._plan.finish(job, answer))
        self._done += job.size
        self._built += len(answer)
        self._tell(self._progress()._replace(finished=(job.rules, tuple(answer))))
        return True

    def _progress(self) -> Progress:
        busy = tuple(self._busy.values())
        under_way = sum(part * job.size for job, part in busy)
        return Progress((self._done + under_way) / max(1, self._total), busy)


def cores_here() -> int:
    """Cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
