"""Workers that are killed, that hang or die of a question, and parents that are killed."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from libs.engines.child import ROOT
from libs.engines.pool import WorkerDiedError
from libs.testkit.eventually import eventually
from tests.integration.engines.conftest import AWKWARD, StartPool, opening, told
from tests.integration.engines.test_pool import begun

PARENT = f"""
import asyncio, sys
from libs.engines.pool import PoolOptions, WorkerPool
from libs.testkit.eventually import eventually
from tests.integration.engines.conftest import told

async def main():
    pool = WorkerPool(1, PoolOptions(games=("awkward",), engines={AWKWARD!r}))
    await pool.start()
    await pool.ready("awkward")
    search = asyncio.create_task(pool.ask(told("search", 60)))
    while not pool.figures().busy:
        await asyncio.sleep(0.01)
    print(*pool.pids(), flush=True)
    await search

asyncio.run(main())
"""


def is_gone(pid: int) -> bool:
    """Whether no such process runs (one that nobody has buried counts as gone)."""
    with suppress(OSError):
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    return True


async def test_a_search_whose_worker_is_killed_is_taken_over(start_pool: StartPool) -> None:
    pool = await start_pool(2)
    asked = asyncio.create_task(pool.ask(told("search", 2.0, turn="c3")))
    await begun(pool)
    victim = next(post.child.pid for post in pool._posts if post.job and post.child)
    os.kill(victim, signal.SIGKILL)
    assert (await asyncio.wait_for(asked, 10)).turn == "c3"
    figures = pool.figures()
    assert (figures.deaths, figures.searches) == (1, 1)


async def test_the_only_worker_is_replaced_and_answers(start_pool: StartPool) -> None:
    pool = await start_pool(1, "tictactoe", engines="libs.engines.registry")
    (pid,) = pool.pids()
    os.kill(pid, signal.SIGKILL)
    await eventually(lambda: pool.pids() not in ([], [pid]))
    assert (await asyncio.wait_for(pool.ask(opening("tictactoe")), 20)).turn
    assert pool.pids() != [pid]


async def test_a_question_survives_a_worker_that_dies_of_it_once(
    start_pool: StartPool, tmp_path: Path
) -> None:
    pool = await start_pool(1)
    reply = await pool.ask(told("die once", mark=str(tmp_path / "mark"), turn="d4"))
    assert reply.turn == "d4"
    assert pool.figures().deaths == 1


async def test_a_new_worker_prepares_first_what_is_waited_for(
    start_pool: StartPool, tmp_path: Path
) -> None:
    pool = await start_pool(1, games=("slow", "awkward"))
    assert pool.is_ready("slow")
    await pool.ask(told("die once", mark=str(tmp_path / "mark")))
    assert not pool.is_ready("slow")
    await pool.ready("slow")


async def test_a_poisonous_question_kills_three_workers_and_no_more(start_pool: StartPool) -> None:
    pool = await start_pool(2)
    poison = asyncio.create_task(pool.ask(told("die")))
    healthy = [asyncio.create_task(pool.ask(told("search"))) for _ in range(3)]
    with pytest.raises(WorkerDiedError):
        await asyncio.wait_for(poison, 20)
    assert len(await asyncio.wait_for(asyncio.gather(*healthy), 20)) == 3
    await asyncio.wait_for(pool.ask(told("search")), 20)
    assert pool.figures().deaths == 3


async def test_a_worker_that_does_not_answer_is_killed(start_pool: StartPool) -> None:
    pool = await start_pool(1, grace_seconds=0.1, asked_again=0)
    with pytest.raises(WorkerDiedError):
        await asyncio.wait_for(pool.ask(told("hang")), 20)
    assert (await asyncio.wait_for(pool.ask(told("search")), 20)).turn == "a1"


async def test_a_cancelled_question_that_hangs_costs_its_worker(start_pool: StartPool) -> None:
    pool = await start_pool(1, grace_seconds=0.1)
    cancel = asyncio.Event()
    asked = asyncio.create_task(pool.ask(told("hang", 30.0), cancel=cancel))
    await begun(pool)
    cancel.set()
    await asyncio.gather(asked, return_exceptions=True)
    assert (await asyncio.wait_for(pool.ask(told("search")), 20)).turn == "a1"
    assert pool.figures().deaths == 1


async def test_workers_that_never_start_are_tried_less_and_less_often(
    start_pool: StartPool,
) -> None:
    pool = await start_pool(1, "none", engines="tests.no_such_module", games=("awkward",))
    await eventually(lambda: pool.figures().deaths >= 3)
    assert pool._posts[0].pause_s() > 0


async def test_a_search_ends_with_its_killed_parent() -> None:
    parent = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", PARENT), stdout=subprocess.PIPE, cwd=ROOT
    )
    assert parent.stdout is not None
    line = await asyncio.wait_for(parent.stdout.readline(), 30)
    pid = int(line)
    assert not is_gone(pid)
    parent.kill()
    await parent.wait()
    await eventually(lambda: is_gone(pid))


async def test_compiling_and_searching_step_back_for_others_loading_does_not(
    start_pool: StartPool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("ENGINES_CACHE", str(tmp_path))
    own = os.getpriority(os.PRIO_PROCESS, 0)
    behind = min(19, own + 3)
    compiling = await start_pool(1, niceness=3)
    assert (await compiling.ask(told("tell niceness"))).turn == f"{behind} {behind}"
    loading = await start_pool(1, niceness=3)
    assert (await loading.ask(told("tell niceness"))).turn == f"{own} {behind}"


async def test_ctrl_c_does_not_reach_a_worker(start_pool: StartPool) -> None:
    pool = await start_pool(1)
    (pid,) = pool.pids()
    os.kill(pid, signal.SIGINT)
    assert (await pool.ask(told("search"))).turn == "a1"
    assert pool.pids() == [pid]
    assert os.getsid(pid) != os.getsid(0)
