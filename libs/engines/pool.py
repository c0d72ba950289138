"""Worker processes that answer questions: the one door through which services reach an engine.

Importing this module loads no numba: engines live in processes of their own (`worker`).
"""

import asyncio
import logging
from typing import Final

import msgspec

from libs.engines.child import Child, ChildOptions
from libs.engines.figures import Figures as Figures
from libs.engines.figures import Totals
from libs.engines.port import EngineError, Question, Reply
from libs.engines.post import Post
from libs.engines.waiting import LEAST_SECONDS as LEAST_SECONDS
from libs.engines.waiting import Job, WaitingJobs
from libs.engines.waiting import Priority as Priority
from libs.engines.wire import (
    Answered,
    Begun,
    BrokenFrameError,
    FromWorker,
    Prepared,
    Refused,
    Unprepared,
)

MOST_SET_ASIDE: Final = 3
"""So often a job makes room for more urgent ones; then it is let finish."""

_LOG: Final = logging.getLogger(__name__)


class WorkerDiedError(Exception):
    """A question whose workers died, again and again; nobody knows its answer."""


class CancelledQuestionError(Exception):
    """The asker called the question off, or the pool has stopped."""


class PoolOptions(msgspec.Struct, frozen=True, kw_only=True):
    """`games`: those to prepare, none: all. `engines`: the module that lists the engines.

    `grace_seconds`: how long after its time an answer may come before the worker is killed.
    `niceness`: how far searching steps back for services; 10 and more starve it on a busy machine.
    `asked_again`: how often a question whose worker died is asked of another.
    """

    games: tuple[str, ...] = ()
    engines: str = "libs.engines.registry"
    grace_seconds: float = 3.0
    niceness: int = 5
    asked_again: int = 2


USUAL: Final = PoolOptions()


class WorkerPool:
    """`size` worker processes, one question each at a time.

    More urgent questions go first, and a running search of less urgency makes room for them: it is
    stopped and begun anew later. Under load searches get less time: `WaitingJobs.seconds`.
    """

    def __init__(self, size: int, options: PoolOptions = USUAL) -> None:
        self._options = options
        self._posts = [Post() for _ in range(size)]
        self._waiting = WaitingJobs()
        self._keepers: list[asyncio.Task[None]] = []
        self._news = asyncio.Event()
        self._is_stopped = False
        self._totals = Totals()

    async def start(self) -> None:
        """Starts the processes and returns at once; engines get ready one after the other."""
        self._keepers = [asyncio.create_task(self._keep(post)) for post in self._posts]

    async def stop(self) -> None:
        """Ends the processes; whoever waits for an answer gets CancelledQuestionError."""
        self._is_stopped = True
        running = [post.job for post in self._posts if post.job is not None]
        for job in [*running, *self._waiting.take_all(lambda _: True)]:
            _fail(job, CancelledQuestionError("the pool has stopped"))
        for keeper in self._keepers:
            keeper.cancel()
        await asyncio.gather(*self._keepers, return_exceptions=True)
        for post in self._posts:
            post.leave()
        self._tell()

    async def ask(
        self,
        question: Question,
        *,
        priority: Priority = Priority.TURN,
        cancel: asyncio.Event | None = None,
    ) -> Reply:
        """The engine's answer; waits for a free worker, and for the game to be ready.

        Cancelling the calling task calls the question off, too. Raises EngineError,
        WorkerDiedError, CancelledQuestionError (`cancel` was set, or the pool has stopped).
        """
        if self._is_stopped or (cancel is not None and cancel.is_set()):
            raise CancelledQuestionError(question.game)
        job = Job(question, priority)
        self._waiting.add(job)
        self._refuse_unanswerable()
        self._dispatch()
        try:
            return await _answer(job, cancel)
        finally:
            if not job.answer.done() or job.answer.cancelled():
                self._call_off(job)

    def is_ready(self, game: str) -> bool:
        """Whether some worker, busy or not, has prepared that game."""
        return any(game in post.ready for post in self._posts)

    async def ready(self, game: str) -> None:
        """Waits until `is_ready`. Raises EngineError if that can't be, or the pool has stopped."""
        while not self.is_ready(game):
            if self._is_stopped or not self._may_answer(game):
                raise EngineError(self._why_not(game))
            await self._news.wait()

    def pids(self) -> list[int]:
        """The ids of the worker processes that run now."""
        return [post.child.pid for post in self._posts if post.child is not None]

    def figures(self) -> Figures:
        """The pool in numbers."""
        turns, hints, reviews = (self._waiting.count(priority) for priority in Priority)
        busy = sum(post.job is not None for post in self._posts)
        return self._totals.figures((turns, hints, reviews), busy, len(self.pids()))

    async def _keep(self, post: Post) -> None:
        """Sees to it that there is a worker at this post, as long as the pool runs."""
        while True:
            try:
                await self._employ(post, await Child.start(self._child_options()))
            except OSError as error:
                _LOG.warning("no worker could be started: %s", error)
                self._mourn(post)
            await asyncio.sleep(post.pause_s())

    def _child_options(self) -> ChildOptions:
        """What a new worker is told; what is waited for it prepares first."""
        return ChildOptions(
            engines=self._options.engines,
            games=self._options.games,
            urgent=tuple(sorted({job.question.game for job in self._waiting})),
            niceness=self._options.niceness,
        )

    async def _employ(self, post: Post, child: Child) -> None:
        """Hears a worker until it is gone."""
        post.settle(child)
        try:
            async for report in child.reports():
                self._hear(post, report)
        except BrokenFrameError as error:
            _LOG.warning("worker %d says what nobody understands: %s", child.pid, error)
        finally:
            code = await child.end()
            self._totals.deaths += not self._is_stopped
        _LOG.warning("worker %d is gone (%d); another takes its place", child.pid, code)
        self._mourn(post)

    def _mourn(self, post: Post) -> None:
        """A worker is gone: its question goes to another one, but not for ever."""
        job = post.leave()
        if job is not None and not job.answer.done():
            job.deaths += 1
            if job.deaths > self._options.asked_again:
                _fail(job, WorkerDiedError(f"{job.deaths} workers died of it"))
            else:
                self._waiting.put_back(job)
        self._dispatch()

    def _hear(self, post: Post, report: FromWorker) -> None:
        match report:
            case Begun():
                post.games = report.games
            case Prepared():
                post.ready.add(report.game)
                self._totals.prepare_seconds[report.game] = report.seconds
                post.is_well()
            case Unprepared():
                post.unprepared[report.game] = report.message
            case Answered() | Refused():
                post.is_well()
                self._settle(post, report)
        self._refuse_unanswerable()
        self._dispatch()
        self._tell()

    def _settle(self, post: Post, report: Answered | Refused) -> None:
        """Hands an answer to whoever waits for it."""
        is_set_aside, job = post.is_set_aside, post.done()
        if isinstance(report, Answered):
            self._totals.count_search(report.reply)
        if job is None or job.answer.done():
            return
        if isinstance(report, Refused):
            _fail(job, EngineError(report.message))
        elif is_set_aside:
            self._waiting.put_back(job)
        else:
            job.answer.set_result(report.reply)

    def _dispatch(self) -> None:
        """Gives waiting jobs to free workers; if none is free, makes room for urgent ones."""
        for post in self._posts:
            job = self._waiting.take(post.ready) if post.is_free() else None
            if job is not None:
                self._begin(post, job)
        coming = sum(post.is_set_aside for post in self._posts)
        for job in list(self._waiting)[coming:]:
            self._make_room(job)

    def _begin(self, post: Post, job: Job) -> None:
        able = sum(job.question.game in other.ready for other in self._posts)
        seconds = self._waiting.seconds(job, able)
        self._totals.shrunk += seconds < job.question.seconds
        question = msgspec.structs.replace(job.question, seconds=seconds)
        post.begin(job, question, self._options.grace_seconds)

    def _make_room(self, urgent: Job) -> None:
        """Sets aside the least urgent search that is less urgent than this job, if there is one."""
        running = [
            (post.job.priority, post)
            for post in self._posts
            if post.job is not None
            and not post.is_set_aside
            and post.job.times_set_aside < MOST_SET_ASIDE
            and urgent.question.game in post.ready
        ]
        priority, post = max(running, key=lambda one: one[0], default=(urgent.priority, None))
        if post is not None and post.job is not None and priority > urgent.priority:
            self._totals.set_aside += 1
            post.job.times_set_aside += 1
            post.is_set_aside = True
            post.hurry(self._options.grace_seconds)

    def _call_off(self, job: Job) -> None:
        """Nobody waits for this answer any more."""
        self._totals.cancelled += 1
        job.answer.cancel()
        self._waiting.take_all(lambda other: other is job)
        for post in self._posts:
            if post.job is job:
                post.hurry(self._options.grace_seconds)

    def _refuse_unanswerable(self) -> None:
        """Fails the jobs about games that no worker can ever answer."""
        for job in self._waiting.take_all(lambda job: not self._may_answer(job.question.game)):
            _fail(job, EngineError(self._why_not(job.question.game)))

    def _may_answer(self, game: str) -> bool:
        return any(post.may_answer(game) for post in self._posts)

    def _why_not(self, game: str) -> str:
        reasons = (post.unprepared.get(game) for post in self._posts)
        return next((reason for reason in reasons if reason), f"no engine plays {game!r}")

    def _tell(self) -> None:
        """Wakes those who wait for a game to get ready."""
        self._news.set()
        self._news = asyncio.Event()


async def _answer(job: Job, cancel: asyncio.Event | None) -> Reply:
    """Waits for the answer, or for the question to be called off."""
    if cancel is None:
        return await job.answer
    called_off = asyncio.ensure_future(cancel.wait())
    try:
        await asyncio.wait((job.answer, called_off), return_when=asyncio.FIRST_COMPLETED)
    finally:
        called_off.cancel()
    if not job.answer.done():
        raise CancelledQuestionError(job.question.game)
    return job.answer.result()


def _fail(job: Job, error: Exception) -> None:
    if not job.answer.done():
        job.answer.set_exception(error)
