"""Questions of players: thought about once, answered in time, one a player."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
import pytest

from libs.bus import MemoryBus, MemoryHub
from libs.contracts.bots import AskEvaluation, AskHint, AskReview, BotJob, Review, ReviewJob
from libs.contracts.envelope import Answer
from libs.rules.strength import Strength
from libs.testkit.builders import WHITE
from libs.testkit.virtual_time import run_virtual, virtual_now_ms
from services.bots.handlers.owners import Owners
from services.bots.queries import HELP_WITHIN_S, STUCK_AFTER_MS, BotQueries, Results
from tests.unit.services.bots.practice import GAME, Owner, over, started, turn

ANN = WHITE.player


class Counter:
    """Where questions are asked; jobs pile up until they are done by `finish`."""

    def __init__(self, *content: msgspec.Struct) -> None:
        hub = MemoryHub()
        self._bus, self._far = MemoryBus(hub), MemoryBus(hub)
        Owner(self._far, *content)
        self.results = Results(self._bus)
        self.results.open()
        self.jobs: list[tuple[BotJob, str]] = []
        self.rows: list[Any] = []
        look = Owners(self._bus, virtual_now_ms).as_seen
        self._queries = BotQueries(look, self._put, self.results, self, virtual_now_ms)

    async def _put(self, job: BotJob, msg_id: str) -> None:
        self.jobs.append((job, msg_id))

    async def fetch(self, _sql: str, *_args: object) -> list[Any]:
        return self.rows

    async def ask(self, query: msgspec.Struct) -> Answer:
        """The answer to one question."""
        return await self._queries.answer(msgspec.msgpack.encode(query))

    def finish(self, place: int, answer: Answer) -> None:
        """Tells a job's result."""
        job: Any = self.jobs[place][0]
        self._far.publish(f"result.bots.{job.id}", msgspec.msgpack.encode(answer))


def at_counter(story: Callable[[Counter], Awaitable[None]], *content: msgspec.Struct) -> None:
    """Runs a story in virtual time."""

    async def run() -> None:
        await story(Counter(*content))

    run_virtual(run)


HINT = Answer(data=b'{"turn":"b2"}')


def test_the_same_question_gets_the_same_answer_later_without_another_job() -> None:
    async def story(counter: Counter) -> None:
        asked = asyncio.create_task(counter.ask(AskHint(GAME, ANN)))
        await asyncio.sleep(1.0)
        counter.finish(0, HINT)
        assert await asked == HINT
        assert await counter.ask(AskHint(GAME, ANN)) == HINT
        assert len(counter.jobs) == 1

    at_counter(story, started())


def test_who_asks_the_same_at_once_waits_for_the_same_job() -> None:
    async def story(counter: Counter) -> None:
        asked = []
        for _ in range(3):
            asked.append(asyncio.create_task(counter.ask(AskHint(GAME, ANN))))
            await asyncio.sleep(3.0)
        assert (await asked[0]).code == "unavailable"
        counter.finish(0, HINT)
        assert [await one for one in asked[1:]] == [HINT, HINT]
        assert len(counter.jobs) == 1

    at_counter(story, started())


def test_whoever_waits_in_vain_is_told_so_in_time() -> None:
    async def story(counter: Counter) -> None:
        begun_ms = virtual_now_ms()
        assert (await counter.ask(AskHint(GAME, ANN))).code == "unavailable"
        assert HELP_WITHIN_S * 1000 <= virtual_now_ms() - begun_ms < 10_000
        assert (await counter.ask(AskHint(GAME, ANN))).code == "unavailable"
        assert len({msg_id for _, msg_id in counter.jobs}) == 2

    at_counter(story, started())


def test_a_refusal_is_not_kept() -> None:
    async def story(counter: Counter) -> None:
        for place, answer in enumerate((Answer("unavailable"), HINT)):
            asked = asyncio.create_task(counter.ask(AskHint(GAME, ANN)))
            await asyncio.sleep(0.1)
            counter.finish(place, answer)
            assert await asked == answer

    at_counter(story, started())


def test_a_player_has_one_question_at_a_time_and_others_theirs() -> None:
    async def story(counter: Counter) -> None:
        first = asyncio.create_task(counter.ask(AskHint(GAME, ANN)))
        await asyncio.sleep(0.1)
        assert (await counter.ask(AskEvaluation(GAME, ANN, 0))).code == "too_fast"
        counter.finish(0, HINT)
        assert await first == HINT
        second = asyncio.create_task(counter.ask(AskEvaluation(GAME, ANN, 0)))
        await asyncio.sleep(0.1)
        counter.finish(1, HINT)
        assert await second == HINT

    at_counter(story, started())


def test_at_the_end_of_the_service_nobody_is_left_waiting() -> None:
    async def story(counter: Counter) -> None:
        asked = asyncio.create_task(counter.ask(AskHint(GAME, ANN)))
        await asyncio.sleep(0.1)
        counter.results.close()
        assert (await asked).code == "unavailable"

    at_counter(story, started())


def test_a_review_is_begun_once_and_again_only_when_it_is_stuck() -> None:
    async def story(counter: Counter) -> None:
        async def ask() -> Review:
            answer = await counter.ask(AskReview(GAME, ANN))
            assert answer.data is not None
            return msgspec.json.decode(answer.data, type=Review)

        assert await ask() == Review(0, 0, 2, [])
        assert [job for job, _ in counter.jobs] == [ReviewJob(f"review-{GAME}-0-all", GAME, ANN)]
        counter.rows = [(b"[]", virtual_now_ms())]
        await asyncio.sleep(5.0)
        await ask()
        assert len(counter.jobs) == 1
        await asyncio.sleep(STUCK_AFTER_MS / 1000)
        await ask()
        assert len(counter.jobs) == 2
        assert len({msg_id for _, msg_id in counter.jobs}) == 2

    at_counter(story, started(), turn(0, "a1"), turn(1, "b2"), turn(0, "a2"), over())


def test_what_is_no_question_is_refused() -> None:
    async def story(counter: Counter) -> None:
        assert (await counter._queries.answer(b"\xc1")).code == "bad_message"

    at_counter(story, started())


@pytest.mark.parametrize(
    ("strength", "code"),
    [("easy", "not_your_turn"), ("medium", "not_your_turn"), ("strong", "no_hint_against_strong")],
)
def test_in_hanse_there_is_no_hint_against_strong(strength: Strength, code: str) -> None:
    """Before the deal nobody is to act; who may have hints is told that, and no more."""

    async def story(counter: Counter) -> None:
        assert (await counter.ask(AskHint(GAME, ANN))).code == code
        assert (await counter.ask(AskReview(GAME, ANN))).code == "game_running"
        if strength == "strong":
            assert (await counter.ask(AskEvaluation(GAME, ANN))).code == code
        assert counter.jobs == []

    at_counter(story, started(strength=strength, key="hanse"))


def test_other_games_have_hints_against_strong_too() -> None:
    async def story(counter: Counter) -> None:
        asked = asyncio.create_task(counter.ask(AskHint(GAME, ANN)))
        await asyncio.sleep(0.1)
        counter.finish(0, HINT)
        assert await asked == HINT

    at_counter(story, started(strength="strong"))


def test_after_the_end_everything_is_told() -> None:
    async def story(counter: Counter) -> None:
        asked = asyncio.create_task(counter.ask(AskEvaluation(GAME, ANN, 0)))
        await asyncio.sleep(0.1)
        counter.finish(0, HINT)
        assert await asked == HINT

    at_counter(story, started(strength="strong", key="hanse"), over())
