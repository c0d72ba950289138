"""Background tasks: none dies unseen."""

import asyncio

import pytest

from libs.runtime import Metrics, TaskKeeper
from libs.testkit.eventually import eventually

pytestmark = pytest.mark.unit


@pytest.fixture
def metrics() -> Metrics:
    return Metrics()


@pytest.fixture
def keeper(metrics: Metrics) -> TaskKeeper:
    return TaskKeeper("games", metrics.task_restarts)


async def test_who_dies_is_counted_told_and_begun_again(
    metrics: Metrics, keeper: TaskKeeper
) -> None:
    lives: list[int] = []

    async def work() -> None:
        lives.append(1)
        if len(lives) < 3:
            raise RuntimeError("dead")
        await asyncio.Event().wait()

    keeper.keep("relay", work)
    await eventually(lambda: keeper.check() == "relay")
    await eventually(lambda: len(lives) == 3)
    assert metrics.task_restarts.child("games.relay").value == 2
    assert keeper.check() is None
    await keeper.stop()


async def test_who_returns_is_not_begun_again(metrics: Metrics, keeper: TaskKeeper) -> None:
    lives: list[int] = []

    async def work() -> None:
        lives.append(1)

    keeper.keep("once", work)
    await eventually(lambda: lives)
    await asyncio.sleep(0.15)
    assert lives == [1]
    assert metrics.task_restarts.child("games.once").value == 0


async def test_stopping_cancels_and_waits(keeper: TaskKeeper) -> None:
    ended: list[bool] = []

    async def work() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            await asyncio.sleep(0)
            ended.append(True)

    keeper.keep("forever", work)
    await asyncio.sleep(0)
    await keeper.stop()
    assert ended == [True]


async def test_who_does_not_end_in_time_keeps_nobody_up(keeper: TaskKeeper) -> None:
    go = asyncio.Event()

    async def work() -> None:
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            await go.wait()

    keeper.keep("stubborn", work)
    await asyncio.sleep(0)
    await keeper.stop(within_s=0.05)
    go.set()
    await asyncio.sleep(0)
