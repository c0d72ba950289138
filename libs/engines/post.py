"""A worker's place in the pool: who holds it now, what it can answer, and what it is doing."""

import asyncio
from collections.abc import Callable
from typing import Final

from libs.engines.child import Child
from libs.engines.port import Question
from libs.engines.waiting import Job

FIRST_PAUSE_S: Final = 0.1
LONGEST_PAUSE_S: Final = 5.0


class Post:
    """One place. `games` is None until its worker has said what it is going to prepare."""

    def __init__(self) -> None:
        self.child: Child | None = None
        self.games: tuple[str, ...] | None = None
        self.ready: set[str] = set()
        self.unprepared: dict[str, str] = {}
        self.job: Job | None = None
        self.is_set_aside = False
        self._alarm: asyncio.TimerHandle | None = None
        self._bad_starts = 0

    def settle(self, child: Child) -> None:
        """A new worker takes the place."""
        self.child = child

    def leave(self) -> Job | None:
        """The worker is gone. Returns the job that it has left undone."""
        self.child = None
        self.games = None
        self.ready.clear()
        self.unprepared.clear()
        self._bad_starts += 1
        return self.done()

    def may_answer(self, game: str) -> bool:
        """Whether the worker can answer such questions, or may yet be able to."""
        return self.games is None or (game in self.games and game not in self.unprepared)

    def is_free(self) -> bool:
        """Whether the worker could begin a question now."""
        return self.child is not None and self.job is None

    def begin(self, job: Job, question: Question, grace_s: float) -> None:
        """Gives the job to the worker, which is killed if it keeps it too long."""
        if self.child is not None:
            self.job = job
            self.child.ask(question)
            self._watch(self.child, question.seconds + grace_s)

    def hurry(self, grace_s: float) -> None:
        """Tells the worker to answer at once; if it does not it is killed."""
        if self.child is not None:
            self.child.stop_search()
            self._watch(self.child, grace_s)

    def done(self) -> Job | None:
        """The worker is no longer at its job, which is returned."""
        job, self.job, self.is_set_aside = self.job, None, False
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        return job

    def is_well(self) -> None:
        """The worker has done something useful: its successor may begin without a pause."""
        self._bad_starts = 0

    def pause_s(self) -> float:
        """How long to wait for the next worker: longer and longer if none gets anything done."""
        if self._bad_starts <= 1:
            return 0.0
        return min(LONGEST_PAUSE_S, FIRST_PAUSE_S * 2.0 ** min(self._bad_starts - 2, 8))

    def _watch(self, child: Child, seconds: float) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
        kill: Callable[[], None] = child.kill
        self._alarm = asyncio.get_running_loop().call_later(seconds, kill)
