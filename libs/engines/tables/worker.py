"""A process that solves one job after the other and puts the tables into their file."""

import os
import signal
import zlib
from contextlib import nullcontext
from functools import cache
from multiprocessing.connection import Connection
from pathlib import Path

from libs.engines.compiled import preparing
from libs.engines.tables.files import Table, path_of, write_table
from libs.engines.tables.plan import Job
from libs.engines.tables.solver import LongWinError, Solved, compile_kernels, solve
from libs.engines.tables.tableset import load


def serve(folder: Path, pipe: Connection) -> None:
    """Takes jobs from the pipe until it is closed. Answers: a part done, tables, an error."""
    # Ctrl-C goes to the whole group: the one who started us decides.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        while True:
            job: Job = pipe.recv()
            try:
                _compile()
                pipe.send(_done(folder, job, pipe))
            except (OSError, LongWinError) as error:
                pipe.send(error)
    except (EOFError, BrokenPipeError):
        return


@cache
def _compile() -> None:
    """Once a process; one process at a time, so that the others find the kernels in the cache."""
    folder = os.environ.get("NUMBA_CACHE_DIR")
    with preparing(Path(folder), "tables") if folder else nullcontext():
        compile_kernels()


def _done(folder: Path, job: Job, pipe: Connection) -> list[Table]:
    smaller = load(folder, job.rules).lookup
    solved = solve(job.rules, job.own, job.opp, smaller, pipe.send)
    return [_kept(folder, job, table) for table in solved]


def _kept(folder: Path, job: Job, solved: Solved) -> Table:
    write_table(path_of(folder, job.rules), solved.own, solved.opp, solved.data)
    return Table(
        own=solved.own,
        opp=solved.opp,
        size=len(solved.data),
        crc=zlib.crc32(solved.data.data),
        wins=solved.wins,
        draws=solved.draws,
        losses=solved.losses,
        longest=solved.longest,
    )
