"""Jobs at the desk: done once, called off when they have passed, every outcome counted."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
import pytest

from libs.bus import DurableMessage, MemoryBus, MemoryHub
from libs.contracts.bots import BotJob, HintJob, Passed, ReviewJob, TurnJob
from libs.contracts.envelope import Answer
from libs.contracts.games import AcceptDraw, DeclineDraw, PlayTurn
from libs.contracts.ids import GameId
from libs.engines.pool import CancelledQuestionError, Priority, WorkerDiedError
from libs.engines.port import EngineError
from libs.runtime.metrics import Metrics
from libs.testkit.builders import WHITE
from libs.testkit.virtual_time import run_virtual, virtual_now_ms
from services.bots.decider.pace import Pace
from services.bots.handlers.desk import Desk
from services.bots.handlers.help import Helper
from services.bots.handlers.owners import Owners
from services.bots.handlers.reviews import Reviewer
from services.bots.handlers.thinking import Thinking
from services.bots.handlers.turns import Turns
from tests.unit.services.bots.practice import (
    GAME,
    STRONG,
    Engines,
    Owner,
    offered,
    over,
    settled,
    started,
    taken_back,
    turn,
)

PACE = Pace(
    easy=0.1,
    medium=0.3,
    strong=1.0,
    offer=0.3,
    hint=1.0,
    evaluation=0.8,
    review=0.4,
    least_delay_ms=400,
    most_delay_ms=700,
)
TO_ACT = (started(), turn(0, "a1"))


class Table:
    """Reviews in memory; none is asked for here."""

    async def fetch(self, _sql: str, *_args: object) -> list[Any]:
        return []

    async def execute(self, _sql: str, *_args: object) -> None:
        return


class Office:
    """A desk with all it needs."""

    def __init__(self, *content: msgspec.Struct, **told: Any) -> None:
        hub = MemoryHub()
        self.bus, far = MemoryBus(hub), MemoryBus(hub)
        self.owner = Owner(far, *content, code=told.pop("code", None))
        self.engines = Engines(**told)
        figures = Metrics().figures
        self.outcomes = figures.tallies("jobs", "Jobs", "kind", "outcome")
        self.waits: list[float] = []
        self.results: dict[str, Answer] = {}
        far.subscribe("result.bots.*", self._on_result)
        owners = Owners(self.bus, virtual_now_ms)
        thinking = Thinking(self.engines, figures.distributions("searched", "Searched", "strength"))
        self.desk = Desk(
            Turns(owners, thinking, PACE, virtual_now_ms, self.waits.append),
            Helper(self.bus, owners, thinking, PACE),
            Reviewer(owners, thinking, Table(), PACE, virtual_now_ms),
            self.outcomes,
        )

    def _on_result(self, subject: str, data: bytes) -> None:
        self.results[subject.rsplit(".", maxsplit=1)[-1]] = msgspec.msgpack.decode(
            data, type=Answer
        )

    async def do(self, job: BotJob) -> None:
        """Hands a job to the desk, as the work queue does."""
        await self.desk(DurableMessage("jobs.bots.x", msgspec.msgpack.encode(job), 1, 1))

    def pass_by(self, position: int | None, game: GameId = GAME) -> None:
        """Tells the desk that the game has moved on."""
        self.desk.on_passed("bots.passed", msgspec.msgpack.encode(Passed(game, position)))

    @property
    def counted(self) -> dict[tuple[str, ...], int]:
        """Kind and outcome of all jobs."""
        return {labels: tally.read() for labels, tally in self.outcomes.items()}


def in_office(
    story: Callable[[Office], Awaitable[None]], *content: msgspec.Struct, **told: Any
) -> None:
    """Runs a story in virtual time."""

    async def run() -> None:
        await story(Office(*content, **told))

    run_virtual(run)


JOB = TurnJob(GAME, STRONG, 2)


def test_a_turn_is_played_for_its_position_by_an_id_of_its_own() -> None:
    async def story(office: Office) -> None:
        await office.do(JOB)
        assert office.owner.commands == [(f"turn-{GAME}-2", PlayTurn(2, "b2"))]
        assert office.counted == {("turn", "played"): 1}
        (asked,) = office.engines.asked
        assert (asked.seat, asked.strength, asked.seconds) == (1, "strong", 1.0)
        assert office.engines.priorities == [Priority.TURN]

    in_office(story, *TO_ACT)


def test_the_same_job_done_again_is_one_turn() -> None:
    async def story(office: Office) -> None:
        await asyncio.gather(*(office.do(JOB) for _ in range(3)))
        await office.do(JOB)
        assert len(office.engines.asked) == 1
        assert len(office.owner.standing()) == 2
        assert office.counted == {("turn", "played"): 1, ("turn", "passed"): 1}

    in_office(story, *TO_ACT, seconds=0.5)


@pytest.mark.parametrize(
    "content",
    [
        (*TO_ACT, turn(1, "b2")),
        (started(), turn(0, "a1"), turn(1, "b2"), taken_back(1)),
        (*TO_ACT, over()),
        (started(),),
    ],
)
def test_what_has_passed_is_not_even_thought_about(content: tuple[msgspec.Struct, ...]) -> None:
    async def story(office: Office) -> None:
        await office.do(JOB)
        assert (office.engines.asked, office.owner.commands) == ([], [])
        assert office.counted == {("turn", "passed"): 1}

    in_office(story, *content)


def test_a_search_is_called_off_when_the_game_moves_on() -> None:
    async def story(office: Office) -> None:
        doing = asyncio.create_task(office.do(JOB))
        await settled(lambda: office.engines.asked)
        office.pass_by(2)
        office.pass_by(1)  # told late
        office.pass_by(9, GameId("0b-another"))
        await asyncio.sleep(1.0)
        assert office.engines.called_off == 0
        office.pass_by(None)
        await doing
        assert (office.engines.called_off, office.owner.commands) == (1, [])
        assert office.counted == {("turn", "passed"): 1}

    in_office(story, *TO_ACT, seconds=60.0)


def test_a_quick_answer_waits_until_it_can_be_seen_and_a_slow_one_does_not() -> None:
    async def story(office: Office) -> None:
        begun_ms = virtual_now_ms()
        await office.do(JOB)
        waited_ms = office.owner.played_ms[0] - begun_ms
        least_ms = 1_000 if office.engines.seconds else 400
        assert least_ms <= waited_ms <= least_ms + 310

    in_office(story, *TO_ACT)
    in_office(story, *TO_ACT, seconds=1.0)


@pytest.mark.parametrize("code", ["stale_position", "game_over", "command_id_reused", "paused"])
def test_a_late_answer_is_no_fault(code: str) -> None:
    async def story(office: Office) -> None:
        await office.do(JOB)
        assert office.counted == {("turn", "passed"): 1}

    in_office(story, *TO_ACT, code=code)


def test_what_the_rules_refuse_is_counted_and_the_game_left_alone() -> None:
    async def story(office: Office) -> None:
        await office.do(JOB)
        assert office.counted == {("turn", "refused"): 1}
        assert len(office.owner.commands) == 1

    in_office(story, *TO_ACT, code="no_such_point")


@pytest.mark.parametrize(
    ("score", "command"),
    [(0.0, DeclineDraw(2)), (1000.0, AcceptDraw(2)), (-1000.0, DeclineDraw(2))],
)
def test_an_offer_is_answered_by_how_the_computer_stands(score: float, command: Any) -> None:
    """The other side is to act: its score is the computer's with the sign turned."""

    async def story(office: Office) -> None:
        await office.do(TurnJob(GAME, STRONG, 1, 2))
        verb = "accept" if isinstance(command, AcceptDraw) else "decline"
        assert office.owner.commands == [(f"{verb}-{GAME}-2", command)]

    in_office(story, started(), offered(0), score=score)


def test_an_offer_that_does_not_stand_any_more_is_not_answered() -> None:
    async def story(office: Office) -> None:
        await office.do(TurnJob(GAME, STRONG, 1, 2))
        assert office.owner.commands == []

    in_office(story, started(), offered(0), turn(0, "a1"))


def test_a_turn_waits_for_the_answer_to_an_offer() -> None:
    async def story(office: Office) -> None:
        playing = asyncio.create_task(office.do(JOB))
        await settled(lambda: office.engines.asked)
        office.owner.content.append(offered(0))
        await asyncio.gather(playing, office.do(TurnJob(GAME, STRONG, 2, 3)))
        assert [command for _, command in office.owner.commands] == [
            AcceptDraw(3),
            PlayTurn(2, "b2"),
        ]

    in_office(story, *TO_ACT, seconds=1.0, score=-1000.0)


def test_a_job_whose_pool_has_stopped_comes_back() -> None:
    async def story(office: Office) -> None:
        office.engines.failures = [CancelledQuestionError("the pool has stopped")]
        with pytest.raises(CancelledQuestionError):
            await office.do(JOB)
        assert office.counted == {("turn", "failed"): 1}
        await office.do(JOB)
        assert office.counted[("turn", "played")] == 1

    in_office(story, *TO_ACT)


@pytest.mark.parametrize("error", [EngineError("no engine plays this"), WorkerDiedError("3 died")])
def test_a_question_that_no_engine_answers_is_not_asked_at_once_again(error: Exception) -> None:
    async def story(office: Office) -> None:
        office.engines.failures = [error]
        await office.do(JOB)
        assert office.counted == {("turn", "unanswerable"): 1}

    in_office(story, *TO_ACT)


def test_what_is_no_job_is_counted_and_dropped() -> None:
    async def story(office: Office) -> None:
        await office.desk(DurableMessage("jobs.bots.turn", b"\xff", 1, 1))
        assert office.counted == {("broken", "broken"): 1}

    in_office(story, *TO_ACT)


def test_a_hint_is_told_to_whoever_asked_and_a_refusal_as_well() -> None:
    async def story(office: Office) -> None:
        await office.do(HintJob("now", GAME, WHITE.player, 1))
        await office.do(HintJob("late", GAME, WHITE.player, 7))
        await asyncio.sleep(0.1)
        assert office.results["late"].code == "stale_position"
        assert office.engines.priorities == [Priority.HINT]
        hint = office.results["now"].data
        assert hint is not None
        assert msgspec.json.decode(hint) == {"position": 1, "turn": "b2", "score": 0.5}

    in_office(story, started(), score=0.5)


def test_a_review_of_a_running_game_is_refused() -> None:
    async def story(office: Office) -> None:
        await office.do(ReviewJob("r", GAME, WHITE.player))
        assert office.counted == {("review", "game_running"): 1}

    in_office(story, *TO_ACT)
