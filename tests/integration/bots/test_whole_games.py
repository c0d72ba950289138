"""Whole games against computers, in every game that an engine plays; hidden cards stay hidden."""

import asyncio
import random
from typing import Any

import msgspec
import pytest

from libs.contracts.games import GameEvent, GameLog, Resign, TakeBack
from libs.engines import registry as engines
from libs.engines.pool import WorkerPool
from libs.engines.port import Question, Reply
from libs.rules.game import Json, Seat
from libs.testkit.fairness import Replay
from tests.integration.behind import Behind
from tests.integration.bots.conftest import QUICK
from tests.integration.bots.practice import House, Practice
from tests.integration.bots.test_reviews import whole_review

COMPILED_WITHIN_S = 240.0
"""On a machine where these engines have never been used."""

REAL: dict[str, Any] = {
    **QUICK,
    "bot_engines": "libs.engines.registry",
    "strong_seconds": 0.05,
    "review_seconds": 0.05,
}
JOB_FIELDS = {"type", "id", "game", "player", "position", "offer", "ply"}
MOST_TURNS = 60
"""A person who plays at random is beaten before that, or resigns."""


@pytest.fixture
async def house(behind: Behind) -> House:
    """An owner of games, computers that are real."""
    await behind.start("games")
    return House(behind, REAL)


async def whole_game(practice: Practice, chance: random.Random, *, often_back: float = 0.0) -> None:
    """Ann plays at random until the end, and takes turns back as often as that."""
    for _ in range(MOST_TURNS):
        seen = await practice.until_own_turn_or_pause()
        if seen.is_over():
            return
        if seen.acting() is None:
            await practice.go_on(seen)
        elif chance.random() < often_back and seen.turns_of(practice.seat):
            await practice.command(TakeBack(seen.position))
        else:
            await practice.play(chance=chance)
    # the answer to the last of them may have ended the game
    if not (await practice.until_own_turn_or_pause()).is_over():
        assert (await practice.command(Resign())).code is None


async def whole_log(practice: Practice) -> GameLog:
    """The finished game with its secrets."""
    data = await practice.whole_log()
    return msgspec.json.decode(data, type=GameLog)


async def test_whole_games_have_one_turn_for_each_position(house: House) -> None:
    bots = await house.start_bots()
    await asyncio.gather(*(bots.pool.ready(key) for key in engines.games()))
    practices = [await house.begin(key, seat=1) for key in engines.games()]
    chances = [random.Random(key) for key in engines.games()]
    await asyncio.gather(
        *(whole_game(one, chance) for one, chance in zip(practices, chances, strict=True))
    )
    for practice in practices:
        turns = await practice.turns_by_position()
        own = [command for actor, command in turns if actor == "bot:strong"]
        assert own
        assert len(own) == len(set(own))
    assert bots.figures.outcomes.child("turn", "refused").read() == 0


def events_of(log: GameLog) -> list[GameEvent]:
    """What everybody may read of a finished game."""
    return [msgspec.json.decode(event.public, type=GameEvent) for event in log.events]


def known_to(log: GameLog, seat: int) -> list[Json]:
    """What a seat knew at each moment, by the rules and the whole truth."""
    replay = Replay(events_of(log))
    return [replay.rules.view(table, Seat(seat)) for table in replay.tables[1:]]


async def test_a_job_and_a_question_hold_nothing_that_the_seat_may_not_know(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    jobs: list[bytes] = []
    questions: list[Question] = []
    house.behind.bus.subscribe("jobs.bots.*", lambda _subject, data: jobs.append(data))
    await house.behind.bus.flush()
    ask = WorkerPool.ask

    async def heard(pool: WorkerPool, question: Question, **more: Any) -> Reply:
        questions.append(question)
        return await ask(pool, question, **more)

    monkeypatch.setattr(WorkerPool, "ask", heard)
    bots = await house.start_bots()
    await bots.pool.ready("hanse")
    practices = [await house.begin("hanse", seat=seat) for seat in (0, 1)]
    await asyncio.gather(*(whole_game(one, random.Random(3), often_back=0.2) for one in practices))
    logs = [await whole_log(one) for one in practices]
    known = [plain(known_to(log, 1 - one.seat)) for one, log in zip(practices, logs, strict=True)]
    for one in practices:
        assert "games.reshuffled" in await one.kinds()
    assert len(questions) >= 10
    for question in questions:
        assert through_json(question.view) in known[1 - question.seat]
    questions.clear()
    review = await whole_review(house, practices[0].game)
    own = plain(known_to(logs[0], practices[0].seat))
    assert [question.considered for question in questions] == [(t.turn,) for t in review.turns]
    for question in questions:
        assert question.seat == practices[0].seat
        assert through_json(question.view) in own
    for job in jobs:
        assert set(msgspec.msgpack.decode(job)) <= JOB_FIELDS


def plain(views: list[Json]) -> list[Json]:
    """As JSON brings them."""
    return [through_json(view) for view in views]


def through_json(view: Json) -> Json:
    """As JSON brings it."""
    return msgspec.json.decode(msgspec.json.encode(view))
