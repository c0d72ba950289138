"""Looks after the workers: their figures, and when they are ready to play."""

from collections.abc import Callable, Mapping

from libs.engines.pool import Figures, Priority, WorkerPool
from libs.runtime.figures import Figures as Families


def show_pool(families: Families, pool: WorkerPool) -> None:
    """The pool's numbers among the process's figures."""
    totals: Mapping[str, tuple[str, Callable[[Figures], int]]] = {
        "bot_searches": ("Searches ended", lambda figures: figures.searches),
        "bot_nodes": ("Positions looked at", lambda figures: figures.nodes),
        "bot_worker_deaths": ("Workers that died", lambda figures: figures.deaths),
        "bot_cancelled": ("Searches called off", lambda figures: figures.cancelled),
        "bot_set_aside": ("Searches that made room", lambda figures: figures.set_aside),
        "bot_shrunk": ("Searches that got less time", lambda figures: figures.shrunk),
    }
    for name, (text, read) in totals.items():
        families.tallies(name, text).child().source = _total(pool, read)
    levels: Mapping[str, tuple[str, Callable[[Figures], int]]] = {
        "bot_workers": ("Worker processes", lambda figures: figures.workers),
        "bot_workers_busy": ("Worker processes that search", lambda figures: figures.busy),
        "bot_engines_ready": ("Games ready to play", lambda figures: len(figures.prepare_seconds)),
    }
    for name, (text, read) in levels.items():
        families.levels(name, text).child().source = _level(pool, read)
    waiting = families.levels("bot_questions_waiting", "Questions without a worker", "priority")
    for priority in Priority:
        waiting.child(priority.name.lower()).source = _waiting(pool, priority)


def _total(pool: WorkerPool, read: Callable[[Figures], int]) -> Callable[[], int]:
    return lambda: read(pool.figures())


def _level(pool: WorkerPool, read: Callable[[Figures], int]) -> Callable[[], float]:
    return lambda: float(read(pool.figures()))


def _waiting(pool: WorkerPool, priority: Priority) -> Callable[[], float]:
    return lambda: float(pool.figures().waiting[priority])
