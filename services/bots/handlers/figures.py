"""What this service measures, the pool's numbers included."""

from collections.abc import Callable, Mapping
from typing import Final

from libs.engines.pool import Figures, Priority, WorkerPool
from libs.runtime.figures import Figures as Families

BOUNDS_S: Final = (0.05, 0.1, 0.25, 0.5, 0.75, 1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 6.0, 10.0, 30.0)

_TOTALS: Final[Mapping[str, tuple[str, Callable[[Figures], int]]]] = {
    "bot_searches": ("Searches ended", lambda figures: figures.searches),
    "bot_nodes": ("Positions looked at", lambda figures: figures.nodes),
    "bot_worker_deaths": ("Workers that died", lambda figures: figures.deaths),
    "bot_cancelled": ("Searches called off", lambda figures: figures.cancelled),
    "bot_set_aside": ("Searches that made room", lambda figures: figures.set_aside),
    "bot_shrunk": ("Searches that got less time", lambda figures: figures.shrunk),
}
_LEVELS: Final[Mapping[str, tuple[str, Callable[[Figures], int]]]] = {
    "bot_workers": ("Worker processes", lambda figures: figures.workers),
    "bot_workers_busy": ("Worker processes that search", lambda figures: figures.busy),
    "bot_engines_ready": ("Games ready to be played", lambda figures: len(figures.prepare_seconds)),
}


class BotFigures:
    """The families; `outcomes` by kind and outcome, `searched` by strength."""

    def __init__(self, families: Families, pool: WorkerPool) -> None:
        self._pool = pool
        self.outcomes = families.tallies(
            "bot_jobs", "Jobs by what became of them", "kind", "outcome"
        )
        self.searched = families.distributions(
            "bot_search_seconds", "From a question to its reply", "strength", bounds=BOUNDS_S
        )
        self.waited = families.distributions(
            "bot_wait_seconds", "From a position to its job", bounds=BOUNDS_S
        ).child()
        for name, (text, read) in _TOTALS.items():
            families.tallies(name, text).child().source = self._total(read)
        for name, (text, read) in _LEVELS.items():
            families.levels(name, text).child().source = self._level(read)
        waiting = families.levels("bot_questions_waiting", "Questions without a worker", "priority")
        for priority in Priority:
            waiting.child(priority.name.lower()).source = self._waiting(priority)

    def _total(self, read: Callable[[Figures], int]) -> Callable[[], int]:
        return lambda: read(self._pool.figures())

    def _level(self, read: Callable[[Figures], int]) -> Callable[[], float]:
        return lambda: float(read(self._pool.figures()))

    def _waiting(self, priority: Priority) -> Callable[[], float]:
        return lambda: float(self._pool.figures().waiting[priority])
