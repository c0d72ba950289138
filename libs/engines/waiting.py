"""Questions that wait for a worker: in order of priority, and how much time each may take."""

import asyncio
from collections import deque
from collections.abc import Callable, Container, Iterator
from enum import IntEnum
from typing import Final

from libs.engines.port import Question, Reply

LEAST_SECONDS: Final = 0.05
"""No load shrinks a search below this (unless less was asked for)."""


class Priority(IntEnum):
    """What goes first when questions wait."""

    TURN = 0
    HINT = 1
    REVIEW = 2


class Job:
    """A question, who waits for its answer, and what has befallen it so far."""

    def __init__(self, question: Question, priority: Priority) -> None:
        self.question = question
        self.priority = priority
        self.answer: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()
        self.deaths = 0
        self.times_set_aside = 0


class WaitingJobs:
    """Jobs without a worker, first come, first served within a priority."""

    def __init__(self) -> None:
        self._jobs: dict[Priority, deque[Job]] = {priority: deque() for priority in Priority}

    def __iter__(self) -> Iterator[Job]:
        return (job for priority in Priority for job in self._jobs[priority])

    def count(self, priority: Priority) -> int:
        """How many of that priority wait."""
        return len(self._jobs[priority])

    def add(self, job: Job) -> None:
        """The job waits behind all of its priority."""
        self._jobs[job.priority].append(job)

    def put_back(self, job: Job) -> None:
        """The job has waited before: it comes first of its priority."""
        self._jobs[job.priority].appendleft(job)

    def take(self, games: Container[str]) -> Job | None:
        """The next job about one of these games; it waits no more."""
        job = next((job for job in self if job.question.game in games), None)
        if job is not None:
            self._jobs[job.priority].remove(job)
        return job

    def take_all(self, is_wanted: Callable[[Job], bool]) -> list[Job]:
        """All jobs of that kind; they wait no more."""
        taken = [job for job in self if is_wanted(job)]
        for job in taken:
            self._jobs[job.priority].remove(job)
        return taken

    def seconds(self, job: Job, workers: int) -> float:
        """What the job, just taken, may search: less the more of its priority wait a worker.

        Divided by the jobs per worker, itself included, never below LEAST_SECONDS. Reviews are no
        hurry, and a review in haste would call good turns bad: they keep their time.
        """
        asked = job.question.seconds
        if job.priority is Priority.REVIEW:
            return asked
        load = (self.count(job.priority) + 1) / max(1, workers)
        return max(asked / max(1.0, load), min(asked, LEAST_SECONDS))
