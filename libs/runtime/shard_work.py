"""What is under way in one shard: tasks, and commands whose answer comes from the commit."""

import asyncio
import contextlib
from collections.abc import Coroutine
from typing import Any


class ShardWork:
    """Keeps the tasks alive, counts the rest, and tells when all is answered."""

    __slots__ = ("_count", "_idle", "_tasks")

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()
        self._count = 0
        self._idle = asyncio.Event()
        self._idle.set()

    def run(self, work: Coroutine[Any, Any, None]) -> None:
        """Begin a task."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        self.begin()

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        self.end()

    def begin(self) -> None:
        """Something more is under way."""
        if not self._count:
            self._idle.clear()
        self._count += 1

    def end(self) -> None:
        """Something less."""
        self._count -= 1
        if not self._count:
            self._idle.set()

    async def finished(self, within_s: float) -> None:
        """Returns when nothing is under way, or after so long."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(within_s):
                await self._idle.wait()
