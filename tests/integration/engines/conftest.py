"""Pools of real worker processes, and questions for them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import pytest

from libs.engines.pool import PoolOptions, WorkerPool
from libs.engines.port import Question
from libs.rules.game import FIRST
from libs.rules.registry import current

AWKWARD = "tests.integration.engines.awkward"
StartPool = Callable[..., Awaitable[WorkerPool]]


@pytest.fixture
async def start_pool() -> AsyncIterator[StartPool]:
    """Starts pools; ends them after the test."""
    pools: list[WorkerPool] = []

    async def start(size: int, game: str = "awkward", **options: Any) -> WorkerPool:
        """A pool of engines that misbehave; the given game is ready."""
        fitting = {"engines": AWKWARD, "games": (game,), "niceness": 0, **options}
        pool = WorkerPool(size, PoolOptions(**fitting))
        pools.append(pool)
        await pool.start()
        if game in fitting["games"]:
            await pool.ready(game)
        return pool

    yield start
    await asyncio.gather(*(pool.stop() for pool in pools))


def told(do: str, seconds: float = 0.05, game: str = "awkward", **more: Any) -> Question:
    """A question that tells an awkward engine what to do."""
    view = {"do": do, **more}
    return Question(game=game, version=1, seat=0, view=view, strength="easy", seconds=seconds)


def opening(game: str, seconds: float = 0.1) -> Question:
    """The first turn of a real game."""
    rules = current(game)
    state = rules.setup(rules.options(None, {}))
    return Question(
        game=game,
        version=rules.version,
        seat=FIRST,
        view=rules.view(state, FIRST),
        strength="strong",
        seconds=seconds,
    )
