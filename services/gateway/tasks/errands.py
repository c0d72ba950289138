"""Short pieces of work that nobody waits for, kept so that none is lost or dies unseen.

Also counted: commands under way, which have no task.
"""

import asyncio
from collections.abc import Coroutine
from typing import Any

from libs.runtime import get_logger


class Errands:
    """Runs them; at the end there is a little time to finish."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()
        self._commands = 0
        self._answered = asyncio.Event()
        self._answered.set()
        self._log = get_logger(service="gateway")

    def run(self, work: Coroutine[Any, Any, None]) -> None:
        """Begin it now."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            self._log.error("errand failed", exc_info=error)

    def begin(self) -> None:
        """A command is under way; `end` must be called for it."""
        if not self._commands:
            self._answered.clear()
        self._commands += 1

    def end(self) -> None:
        """A command is answered."""
        self._commands -= 1
        if not self._commands:
            self._answered.set()

    async def finish(self, within_s: float) -> None:
        """Wait for all, then cancel what is left."""
        answered = asyncio.get_running_loop().create_task(self._wait_for_answers())
        _, pending = await asyncio.wait({answered, *self._tasks}, timeout=within_s)
        for task in pending:
            task.cancel()

    async def _wait_for_answers(self) -> None:
        await self._answered.wait()

    def __len__(self) -> int:
        return len(self._tasks) + self._commands
