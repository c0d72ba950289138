"""Background tasks that nobody has to await, and none that dies unseen."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

from libs.runtime.figures import Family, Tally
from libs.runtime.logs import get_logger

FIRST_PAUSE_S: Final = 0.1
LONGEST_PAUSE_S: Final = 10.0
CALM_AFTER_S: Final = 60.0
"""A task that ran so long before it died begins again with the short pause."""

Work = Callable[[], Awaitable[None]]


class TaskKeeper:
    """Keeps a service's tasks: who dies is logged, counted and begun again after a pause."""

    def __init__(self, owner: str, restarts: Family[Tally]) -> None:
        self._owner = owner
        self._restarts = restarts
        self._log = get_logger(service=owner)
        self._tasks: dict[asyncio.Task[None], str] = {}
        self._unwell: dict[str, str] = {}

    def keep(self, name: str, work: Work) -> None:
        """Run `work` until it returns or `stop`; begin it again whenever it raises."""
        task = asyncio.get_running_loop().create_task(
            self._run(name, work), name=f"{self._owner}: {name}"
        )
        self._tasks[task] = name
        task.add_done_callback(lambda done: self._tasks.pop(done, None))

    def is_kept(self, name: str) -> bool:
        """Whether a task of that name is there."""
        return name in self._tasks.values()

    async def _run(self, name: str, work: Work) -> None:
        loop = asyncio.get_running_loop()
        pause_s = FIRST_PAUSE_S
        while True:
            begun_s = loop.time()
            try:
                await work()
            except Exception as error:  # noqa: BLE001  whatever it is: it is told and begun again
                self._unwell[name] = repr(error)
                self._restarts.child(f"{self._owner}.{name}").add()
                self._log.error("task died", task=name, pause_s=pause_s, exc_info=error)
            else:
                self._unwell.pop(name, None)
                return
            if loop.time() - begun_s > CALM_AFTER_S:
                pause_s = FIRST_PAUSE_S
            await asyncio.sleep(pause_s)
            pause_s = min(pause_s * 2, LONGEST_PAUSE_S)
            self._unwell.pop(name, None)

    def check(self) -> str | None:
        """A health check: which tasks lie dead at the moment."""
        return ", ".join(sorted(self._unwell)) or None

    async def stop(self, within_s: float = 5.0) -> None:
        """Cancel all and wait for them; who does not end in time is named in the log."""
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        if tasks:
            _, pending = await asyncio.wait(tasks, timeout=within_s)
            for task in pending:
                self._log.error("task does not end", task=task.get_name())
