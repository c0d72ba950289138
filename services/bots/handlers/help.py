"""Hints and evaluations: thought about, then told to whoever asked, on any instance."""

import asyncio

import msgspec

from libs.bus import Bus
from libs.contracts.bots import EvaluateJob, Evaluation, Exact, Hint, HintJob
from libs.contracts.envelope import Answer
from libs.engines.pool import Priority, WorkerDiedError
from libs.engines.port import EngineError, Reply
from libs.runtime.logs import get_logger
from services.bots.decider.history import Point, point_of, told_afterwards, told_to
from services.bots.decider.pace import Pace
from services.bots.decider.seen import (
    RefusedError,
    Seen,
    check_evaluation,
    check_hint,
    is_to_act,
)
from services.bots.handlers.owners import Owners
from services.bots.handlers.thinking import PassedError, Task, Thinking, question

_pack = msgspec.msgpack.Encoder().encode
_json = msgspec.json.Encoder().encode

STALE: str = "stale_position"


class Helper:
    """Takes jobs of help. Every one leads to an answer, if only to a refusal."""

    def __init__(self, bus: Bus, owners: Owners, thinking: Thinking, pace: Pace) -> None:
        self._bus = bus
        self._owners = owners
        self._thinking = thinking
        self._pace = pace
        self._log = get_logger(service="bots")

    async def take(self, job: HintJob | EvaluateJob, task: Task) -> str:
        """Does the job; what became of it, for the metrics."""
        try:
            answer = Answer(data=_json(await self._help(job, task)))
        except PassedError:
            answer = Answer(STALE)
        except RefusedError as error:
            answer = Answer(error.code)
        except (EngineError, WorkerDiedError) as error:
            self._log.error("no engine helps", game=job.game, reason=str(error))
            answer = Answer("unavailable")
        self._bus.publish(f"result.bots.{job.id}", _pack(answer))
        return answer.code or "answered"

    async def _help(self, job: HintJob | EvaluateJob, task: Task) -> Hint | Evaluation:
        seen = await self._owners.as_seen(job.game, job.player)
        if isinstance(job, HintJob):
            return await self._hint(job, seen, task)
        check_evaluation(seen)
        return await self._evaluation(job, seen, task)

    async def _hint(self, job: HintJob, seen: Seen, task: Task) -> Hint:
        check_hint(seen)
        if seen.seat is None or not is_to_act(seen, job.position):
            raise PassedError
        asked = question(seen.start(), seen.seat, seen.view, "strong", self._pace.hint)
        reply = await self._thinking.ask(asked, Priority.HINT, task)
        return Hint(job.position, reply.turn, reply.score)

    async def _evaluation(self, job: EvaluateJob, seen: Seen, task: Task) -> Evaluation:
        point = await self._point(job, seen)
        asked = question(seen.start(), point.seat, point.view, "strong", self._pace.evaluation)
        return _evaluated(point, await self._thinking.ask(asked, Priority.HINT, task))

    async def _point(self, job: EvaluateJob, seen: Seen) -> Point:
        """The position asked about; of a running game what that seat knows, of another all."""
        if seen.is_over():
            told, seat = told_afterwards(await self._owners.log(job.game)), None
        else:
            told, seat = told_to(seen), seen.seat
        return await asyncio.to_thread(point_of, seen.start(), told, job.ply, seat)


def _evaluated(point: Point, reply: Reply) -> Evaluation:
    exact = None if reply.exact is None else Exact(reply.exact.value, reply.exact.turns)
    return Evaluation(point.ply, point.seat, reply.score, reply.depth, list(reply.pv), exact)
