"""Worker processes that answer questions: the one door through which services reach an engine.

Importing this module loads no numba: engines live in processes of their own (`worker`).
"""

import asyncio
from enum import IntEnum
from typing import Final

import msgspec

from libs.engines.port import Question, Reply

LEAST_SECONDS: Final = 0.05
"""No load shrinks a search below this (unless less was asked for)."""


class Priority(IntEnum):
    """What goes first when questions wait."""

    TURN = 0
    HINT = 1
    REVIEW = 2


class WorkerDiedError(Exception):
    """A question whose workers died, again and again; nobody knows its answer."""


class CancelledQuestionError(Exception):
    """The asker called the question off."""


class PoolOptions(msgspec.Struct, frozen=True, kw_only=True):
    """`games`: those to prepare, None: all. `engines`: the module that lists the engines.

    `grace_seconds`: how long after its time an answer may come before the worker is killed.
    """

    games: tuple[str, ...] | None = None
    engines: str = "libs.engines.registry"
    grace_seconds: float = 3.0
    niceness: int = 10
    asked_again: int = 2


class Figures(msgspec.Struct, frozen=True, kw_only=True):
    """The pool in numbers: running totals since its start, and what is going on now."""

    searches: int
    nodes: int
    search_seconds: float
    deaths: int
    cancelled: int
    set_aside: int
    shrunk: int
    waiting: tuple[int, int, int]
    busy: int
    workers: int


class WorkerPool:
    """`size` worker processes, one question each at a time.

    Under load a turn's (a hint's) seconds are divided by the turns (hints) that wait for each
    worker, itself included, if that is more than one; never below LEAST_SECONDS. A review's are not.
    """

    def __init__(self, size: int, options: PoolOptions = PoolOptions()) -> None:
        raise NotImplementedError

    async def start(self) -> None:
        """Starts the processes and returns at once; engines get ready one after the other."""
        raise NotImplementedError

    async def stop(self) -> None:
        """Ends the processes; whoever waits for an answer gets CancelledQuestionError."""
        raise NotImplementedError

    async def ask(
        self,
        question: Question,
        *,
        priority: Priority = Priority.TURN,
        cancel: asyncio.Event | None = None,
    ) -> Reply:
        """The engine's answer; waits for a free worker, and for the game to be ready.

        Cancelling the calling task calls the question off, too. Raises EngineError,
        WorkerDiedError, CancelledQuestionError (`cancel` was set, or the pool stopped).
        """
        raise NotImplementedError

    def is_ready(self, game: str) -> bool:
        """Whether some worker could answer a question of that game now."""
        raise NotImplementedError

    async def ready(self, game: str) -> None:
        """Waits until `is_ready`. Raises EngineError if the game's engine can't be prepared."""
        raise NotImplementedError

    def figures(self) -> Figures:
        """The pool in numbers."""
        raise NotImplementedError
