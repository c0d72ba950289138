"""Where jobs arrive: each is done once at a time here, counted, called off when it has passed."""

import asyncio
from typing import Final

import msgspec

from libs.bus import DurableMessage
from libs.contracts.bots import BotJob, EvaluateJob, HintJob, Passed, ReviewJob, TurnJob
from libs.runtime.figures import Family, Tally
from libs.runtime.logs import enter_correlation, get_logger, new_correlation
from services.bots.handlers.help import Helper
from services.bots.handlers.reviews import Reviewer
from services.bots.handlers.thinking import Task
from services.bots.handlers.turns import Turns

BROKEN: Final = "broken"
FAILED: Final = "failed"

_job = msgspec.msgpack.Decoder(BotJob).decode
_passed = msgspec.msgpack.Decoder(Passed).decode


class Desk:
    """Takes jobs from the work queue, whatever their kind."""

    def __init__(
        self, turns: Turns, helper: Helper, reviewer: Reviewer, outcomes: Family[Tally]
    ) -> None:
        """`outcomes` by kind and outcome."""
        self._turns = turns
        self._helper = helper
        self._reviewer = reviewer
        self._outcomes = outcomes
        self._doing: dict[BotJob, asyncio.Task[str]] = {}
        self._tasks: set[Task] = set()
        self._log = get_logger(service="bots")

    def __len__(self) -> int:
        return len(self._doing)

    async def __call__(self, message: DurableMessage) -> None:
        """Does a job; what it raises brings it back later."""
        try:
            job = _job(message.data)
        except msgspec.MsgspecError as error:
            self._log.warning("not a job", subject=message.subject, error=str(error))
            self._count(BROKEN, BROKEN)
            return
        enter_correlation(new_correlation())
        doing = self._doing.get(job)
        if doing is not None:  # the same job twice: both are over when the first is
            await asyncio.wait({doing})
            return
        await self._do_alone(job)

    async def _do_alone(self, job: BotJob) -> None:
        kind = str(job.__struct_config__.tag)
        doing = self._doing[job] = asyncio.create_task(self._do(job), name=f"{kind} job")
        try:
            self._count(kind, await doing)
        except Exception:
            self._count(kind, FAILED)
            raise
        finally:
            del self._doing[job]

    async def _do(self, job: BotJob) -> str:
        task = Task(job.game, position_of(job))
        self._tasks.add(task)
        try:
            match job:
                case TurnJob():
                    return await self._turns.take(job, task)
                case HintJob() | EvaluateJob():
                    return await self._helper.take(job, task)
                case ReviewJob():
                    return await self._reviewer.take(job, task)
        finally:
            self._tasks.discard(task)

    def on_passed(self, _subject: str, data: bytes) -> None:
        """A game has moved on: what is thought about earlier positions of it is called off."""
        passed = _passed(data)
        for task in self._tasks:
            if task.game == passed.game and task.is_before(passed.position):
                task.has_passed.set()

    def _count(self, kind: str, outcome: str) -> None:
        self._outcomes.child(kind, outcome).add()


def position_of(job: BotJob) -> int | None:
    """The position that a job is about; None: it is not about the present."""
    return job.position if isinstance(job, TurnJob | HintJob) else None
