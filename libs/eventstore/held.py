"""A stream in memory, and commands on the short way: no task, the commit itself answers."""

import asyncio
import logging
from collections.abc import Callable
from typing import Final, Generic

from libs.contracts.decisions import Decision
from libs.eventstore.command_ids import CommandIds
from libs.eventstore.deciding import Answer, CommandT, EventT, Incoming, StateT
from libs.eventstore.records import Recorded

_LOG: Final = logging.getLogger(__name__)

Done = Callable[[Answer | BaseException], None]
"""Told once what became of a command: the answer, or what `StreamKeeper.handle` would raise."""


class Held(Generic[StateT]):
    """A stream in memory. `users` are the commands that are at work on it or wait."""

    __slots__ = (
        "ids",
        "is_dropped",
        "is_loaded",
        "last_at_ms",
        "lock",
        "state",
        "underway",
        "used_at",
        "users",
        "version",
    )

    def __init__(self, state: StateT) -> None:
        self.lock = asyncio.Lock()
        self.ids = CommandIds()
        self.state = state
        self.version = 0
        self.last_at_ms = 0
        self.is_loaded = False
        self.is_dropped = False
        self.underway: Underway[StateT] | None = None
        self.users = 0
        self.used_at = 0.0

    def is_idle(self) -> bool:
        """Whether a command could be decided now, without waiting for anything."""
        return self.is_loaded and not self.users and not self.is_dropped

    async def quiet(self) -> None:
        """Returns when no command on the short way is at work; for whoever has the lock."""
        if self.underway is not None:
            await self.underway.over()


class Underway(Generic[StateT]):
    """A command on the short way that waits for its commit; the commit tells it the outcome."""

    __slots__ = ("_finish", "_held", "_over")

    def __init__(
        self, held: Held[StateT], finish: Callable[[list[Recorded] | BaseException], None]
    ) -> None:
        self._held = held
        self._finish = finish
        self._over: asyncio.Future[None] | None = None

    def begin(self) -> None:
        """From now on it is on its way, and nobody else is at work on the stream."""
        self._held.underway = self
        self._held.users += 1

    def done(self) -> bool:
        """Nobody gives such a command up."""
        return False

    def set_result(self, recorded: list[Recorded], /) -> None:
        """The events are stored."""
        self._end(recorded)

    def set_exception(self, error: BaseException, /) -> None:
        """They are not, or nobody knows."""
        self._end(error)

    def _end(self, outcome: list[Recorded] | BaseException) -> None:
        self._held.underway = None
        self._held.users -= 1
        try:
            self._finish(outcome)
        except Exception:  # noqa: BLE001  the others of the commit must hear of it, too
            _LOG.exception("a command's answer could not be given")
        if self._over is not None and not self._over.done():
            self._over.set_result(None)

    async def over(self) -> None:
        """Waits for the outcome."""
        if self._over is None or self._over.done():
            self._over = asyncio.get_running_loop().create_future()
        await self._over


class Decided(Generic[CommandT, EventT]):
    """A command with its decision, on its way into the log."""

    __slots__ = ("at_ms", "decision", "incoming")

    def __init__(
        self, incoming: Incoming[CommandT], decision: Decision[EventT], at_ms: int
    ) -> None:
        self.incoming = incoming
        self.decision = decision
        self.at_ms = at_ms
