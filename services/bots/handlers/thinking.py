"""Questions to engines: measured, called off when the game has moved on."""

import asyncio
from typing import Final, Protocol

from libs.contracts.games import GameStarted
from libs.contracts.ids import GameId
from libs.engines.pool import CancelledQuestionError, Priority
from libs.engines.port import Question, Reply
from libs.rules.game import Json
from libs.rules.strength import Strength
from libs.runtime.figures import Distribution, Family


class PassedError(Exception):
    """The game has moved on: nobody waits for this answer any more."""


class Engines(Protocol):
    """Who answers questions: `libs.engines.pool.WorkerPool`."""

    async def ask(
        self,
        question: Question,
        *,
        priority: Priority = Priority.TURN,
        cancel: asyncio.Event | None = None,
    ) -> Reply:
        """See `WorkerPool.ask`."""


class Task:
    """A job at hand: what it is about, and whether it has passed. `position` None: any."""

    def __init__(self, game: GameId, position: int | None) -> None:
        self.game = game
        self.position = position
        self.has_passed: Final = asyncio.Event()

    def is_before(self, position: int | None) -> bool:
        """Whether the game has moved on once it is at that position (None: it is over)."""
        if self.position is None:
            return False
        return position is None or self.position < position

    async def sleep(self, seconds: float) -> None:
        """Waits. Raises PassedError as soon as the game has moved on."""
        if seconds > 0:
            try:
                async with asyncio.timeout(seconds):
                    await self.has_passed.wait()
            except TimeoutError:
                return
            raise PassedError


def question(
    start: GameStarted, seat: int, view: Json, strength: Strength, seconds: float
) -> Question:
    """The question for a seat's turn, as that seat knows the game."""
    return Question(
        game=start.terms.game,
        version=start.rules_version,
        seat=seat,
        view=view,
        strength=strength,
        seconds=seconds,
    )


class Thinking:
    """Asks engines on behalf of tasks."""

    def __init__(self, engines: Engines, seconds: Family[Distribution]) -> None:
        """`seconds` by the strength asked for: what a search took, waiting included."""
        self._engines = engines
        self._seconds = seconds

    async def ask(self, asked: Question, priority: Priority, task: Task) -> Reply:
        """The reply. Raises PassedError, and what the pool raises."""
        loop = asyncio.get_running_loop()
        begun_s = loop.time()
        try:
            reply = await self._engines.ask(asked, priority=priority, cancel=task.has_passed)
        except CancelledQuestionError:
            if task.has_passed.is_set():
                raise PassedError from None
            raise
        self._seconds.child(asked.strength).observe(loop.time() - begun_s)
        return reply
