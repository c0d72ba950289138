"""The pool with real worker processes: answers, order, cancelling, readiness, load."""

from __future__ import annotations

import asyncio

import pytest

from libs.engines.pool import (
    LEAST_SECONDS,
    CancelledQuestionError,
    Priority,
    WorkerPool,
)
from libs.engines.port import EngineError, Reply
from libs.rules.registry import current
from libs.testkit.eventually import eventually
from tests.integration.engines.conftest import StartPool, opening, told

LONG_S = 20.0
"""Longer than any of these tests: a search of that time only ends when it is stopped."""


async def begun(pool: WorkerPool, number: int = 1) -> None:
    """Waits until so many workers search."""
    await eventually(lambda: pool.figures().busy >= number)


async def test_a_real_engine_answers_with_a_legal_turn(start_pool: StartPool) -> None:
    pool = await start_pool(1, "tictactoe", engines="libs.engines.registry")
    question = opening("tictactoe")
    reply = await pool.ask(question)
    rules = current("tictactoe")
    rules.check(rules.setup(rules.options(None, {})), reply.turn)
    assert reply.exact is not None
    assert reply.exact.value == "draw"


async def test_questions_are_answered_side_by_side(start_pool: StartPool) -> None:
    pool = await start_pool(2)
    asked = [asyncio.create_task(pool.ask(told("search", LONG_S))) for _ in range(2)]
    await begun(pool, 2)
    for task in asked:
        task.cancel()


async def test_a_refusal_is_an_engine_error_and_the_worker_lives(start_pool: StartPool) -> None:
    pool = await start_pool(1)
    pids = pool.pids()
    with pytest.raises(EngineError, match="nobody is to act"):
        await pool.ask(told("refuse"))
    with pytest.raises(EngineError, match="ZeroDivisionError: no stones"):
        await pool.ask(told("fail"))
    assert (await pool.ask(told("print"))).turn == "a1"
    assert pool.pids() == pids


async def test_a_game_without_an_engine_is_refused_at_once(start_pool: StartPool) -> None:
    pool = await start_pool(1)
    with pytest.raises(EngineError, match="no engine plays 'chess'"):
        await pool.ask(told("search", game="chess"))
    with pytest.raises(EngineError, match="no engine plays 'chess'"):
        await pool.ready("chess")


async def test_a_cancelled_search_ends_and_frees_its_worker(start_pool: StartPool) -> None:
    pool = await start_pool(1)
    cancel = asyncio.Event()
    asked = asyncio.create_task(pool.ask(told("search", LONG_S), cancel=cancel))
    await begun(pool)
    cancel.set()
    with pytest.raises(CancelledQuestionError):
        await asked
    assert (await asyncio.wait_for(pool.ask(told("search", turn="b2")), 10)).turn == "b2"
    assert pool.figures().cancelled == 1
    assert pool.figures().deaths == 0


async def test_cancelling_the_asking_task_ends_the_search(start_pool: StartPool) -> None:
    pool = await start_pool(1)
    asked = asyncio.create_task(pool.ask(told("search", LONG_S)))
    await begun(pool)
    asked.cancel()
    await asyncio.wait_for(pool.ask(told("search")), 10)
    assert pool.figures().deaths == 0


async def test_a_question_cancelled_while_it_waits_is_never_asked(start_pool: StartPool) -> None:
    pool = await start_pool(1)
    first = asyncio.create_task(pool.ask(told("search", LONG_S)))
    await begun(pool)
    cancel = asyncio.Event()
    second = asyncio.create_task(pool.ask(told("die"), cancel=cancel))
    await asyncio.sleep(0)
    cancel.set()
    with pytest.raises(CancelledQuestionError):
        await second
    first.cancel()
    await pool.ask(told("search"))
    assert pool.figures().deaths == 0
    with pytest.raises(CancelledQuestionError):
        await pool.ask(told("die"), cancel=cancel)


async def test_turns_go_before_hints_and_hints_before_reviews(start_pool: StartPool) -> None:
    pool = await start_pool(1)
    answered: list[str] = []

    async def ask(turn: str, priority: Priority, seconds: float = 0.05) -> None:
        reply = await pool.ask(told("search", seconds, turn=turn), priority=priority)
        answered.append(reply.turn)

    running = asyncio.create_task(ask("running", Priority.TURN, 1.0))
    await begun(pool)
    waiting = [
        asyncio.create_task(ask("review", Priority.REVIEW)),
        asyncio.create_task(ask("hint", Priority.HINT)),
        asyncio.create_task(ask("turn", Priority.TURN)),
        asyncio.create_task(ask("later turn", Priority.TURN)),
    ]
    await asyncio.sleep(0)
    assert pool.figures().waiting == (2, 1, 1)
    await asyncio.gather(running, *waiting)
    assert answered == ["running", "turn", "later turn", "hint", "review"]


async def test_a_review_makes_room_for_a_turn_and_is_begun_anew(start_pool: StartPool) -> None:
    pool = await start_pool(1)
    review = asyncio.create_task(pool.ask(told("search", 1.0), priority=Priority.REVIEW))
    await begun(pool)
    await pool.ask(told("search"))
    assert not review.done()
    assert (await review).seconds >= 1.0
    assert pool.figures().set_aside == 1


async def test_a_review_makes_room_only_so_often(start_pool: StartPool) -> None:
    pool = await start_pool(1)
    review = asyncio.create_task(pool.ask(told("search", 0.5), priority=Priority.REVIEW))
    while not review.done():
        await pool.ask(told("search", 0.01))
    assert pool.figures().set_aside == 3
    assert review.result().seconds >= 0.5


async def test_small_games_are_ready_before_slow_ones(start_pool: StartPool) -> None:
    pool = await start_pool(1, games=("awkward", "slow"))
    assert not pool.is_ready("slow")
    early = asyncio.create_task(pool.ask(told("search", game="slow", turn="late")))
    assert (await pool.ask(told("search"))).turn == "a1"
    assert not pool.is_ready("slow")
    await pool.ready("slow")
    assert (await early).turn == "late"
    assert set(pool.figures().prepare_seconds) == {"awkward", "slow"}


async def test_a_game_that_cant_be_prepared_says_why(start_pool: StartPool) -> None:
    pool = await start_pool(1, games=("broken", "awkward"))
    with pytest.raises(EngineError, match="this board has no points"):
        await pool.ask(told("search", game="broken"))
    with pytest.raises(EngineError, match="this board has no points"):
        await pool.ready("broken")
    assert pool.is_ready("awkward")


async def test_searches_get_less_time_the_more_turns_wait(start_pool: StartPool) -> None:
    pool = await start_pool(1)
    asks = [pool.ask(told("search", 0.4)) for _ in range(4)]
    replies: list[Reply] = await asyncio.gather(*asks)
    granted = [reply.score for reply in replies]
    assert granted == pytest.approx([0.4, 0.4 / 3, 0.4 / 2, 0.4])
    assert pool.figures().shrunk == 2


async def test_no_load_shrinks_a_search_below_the_least(start_pool: StartPool) -> None:
    pool = await start_pool(1)
    first = asyncio.create_task(pool.ask(told("search", 0.05)))
    await begun(pool)
    rest = [asyncio.create_task(pool.ask(told("search", 0.1))) for _ in range(6)]
    tiny = asyncio.create_task(pool.ask(told("search", 0.02)))
    replies = await asyncio.gather(first, *rest, tiny)
    assert [reply.score for reply in replies[1:3]] == [LEAST_SECONDS, LEAST_SECONDS]
    assert replies[-1].score == 0.02


async def test_reviews_keep_their_time(start_pool: StartPool) -> None:
    pool = await start_pool(1)
    asks = [pool.ask(told("search", 0.1), priority=Priority.REVIEW) for _ in range(3)]
    assert [reply.score for reply in await asyncio.gather(*asks)] == [0.1, 0.1, 0.1]


async def test_figures_count_what_was_done(start_pool: StartPool) -> None:
    pool = await start_pool(2)
    replies = [await pool.ask(told("search")) for _ in range(3)]
    figures = pool.figures()
    assert (figures.searches, figures.workers, figures.busy) == (3, 2, 0)
    assert figures.nodes == sum(reply.nodes for reply in replies)
    assert figures.search_seconds == pytest.approx(sum(reply.seconds for reply in replies))
    assert figures.waiting == (0, 0, 0)


async def test_a_stopped_pool_leaves_no_process_and_no_waiting_asker(start_pool: StartPool) -> None:
    pool = await start_pool(1)
    asks = [asyncio.create_task(pool.ask(told("search", LONG_S))) for _ in range(2)]
    await begun(pool)
    await pool.stop()
    for ask in asks:
        with pytest.raises(CancelledQuestionError):
            await ask
    assert pool.pids() == []
    with pytest.raises(CancelledQuestionError):
        await pool.ask(told("search"))
