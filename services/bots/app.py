"""The composition root: which parts the bots service has, and how it starts and stops."""

import asyncio
import os
from collections.abc import Mapping
from typing import Any, Final

from libs.bus import Bus, Consumption, Subscription, WorkOptions
from libs.contracts.bots import SERVICE
from libs.contracts.games import SERVICE as GAMES
from libs.engines.pool import PoolOptions, WorkerPool
from libs.eventstore.consumer import Consumer, ConsumerOptions
from libs.eventstore.cursors import PostgresConsumerStore
from libs.eventstore.reads import ReadPool
from libs.eventstore.slow_store import SlowStore
from libs.runtime import Check, Runtime, connect_bus
from libs.runtime.consumer_host import BusLogReader, ConsumerHost
from libs.runtime.query_desk import QueryDesk
from libs.runtime.rebuilding import RebuildDesk
from services.bots.config import BotsSettings
from services.bots.handlers.desk import Desk
from services.bots.handlers.figures import BotFigures
from services.bots.handlers.help import Helper
from services.bots.handlers.owners import Owners
from services.bots.handlers.reviews import Reviewer
from services.bots.handlers.thinking import Thinking
from services.bots.handlers.turns import Turns
from services.bots.policies import JOBS, Dispatch, JobQueue
from services.bots.projections import SeatTable
from services.bots.queries import BotQueries, Results

TURNS_A_WORKER: Final = 16
"""So many turns are taken from the queue for each worker: the pool sees how much there is to do."""
HELPS_A_WORKER: Final = 4
REVIEWS_A_WORKER: Final = 1

KINDS: Final[Mapping[str, tuple[tuple[str, ...], int]]] = {
    "turns": (("turn",), TURNS_A_WORKER),
    "helps": (("hint", "evaluate"), HELPS_A_WORKER),
    "reviews": (("review",), REVIEWS_A_WORKER),
}
"""Consumers of the work queue: kinds of jobs, and how many at once for each worker."""


class Bots:
    """The service. One instance reads games and puts jobs on the queue, all do them."""

    name = SERVICE

    def __init__(self, runtime: Runtime, settings: BotsSettings) -> None:
        self._runtime = runtime
        self._settings = settings
        self._tasks = runtime.keeper(SERVICE)
        self._reads = ReadPool(settings.database_url, SERVICE)
        self._workers = settings.bot_workers or cores()
        self.pool = WorkerPool(self._workers, PoolOptions(engines=settings.bot_engines))
        self._bus: Bus | None = None
        self._host: ConsumerHost | None = None
        self._rebuild_desk: RebuildDesk | None = None
        self._results: Results | None = None
        self._desk: QueryDesk | None = None
        self._passed: Subscription | None = None
        self._work: list[Consumption] = []
        self.figures = BotFigures(runtime.metrics.figures, self.pool)

    def checks(self) -> Mapping[str, Check]:
        """Ready when jobs can be taken; engines that are still compiled only let them wait."""
        host = {} if self._host is None else self._host.checks()
        return {**host, "bus": self._check_bus, "work": self._check_work, "jobs": self._tasks.check}

    def _check_bus(self) -> str | None:
        return None if self._bus is not None and self._bus.is_connected else "no connection"

    def _check_work(self) -> str | None:
        is_well = self._work and all(work.is_healthy for work in self._work)
        return None if is_well else "no work queue"

    async def start(self) -> None:
        """Connect, start the workers, read, work, answer. Raises StartError."""
        bus = self._bus = await connect_bus(self._runtime, SERVICE)
        await self._reads.start()
        await self.pool.start()
        queue = JobQueue(bus)
        dispatch = Dispatch(bus, queue, asyncio.get_running_loop().time)
        self._read_games(bus, dispatch)
        owners = Owners(bus, self._runtime.now_ms)
        self._take_jobs(bus, owners)
        self._answer_queries(bus, owners, queue)
        self._tasks.keep("dispatch", dispatch.run)

    def _read_games(self, bus: Bus, dispatch: Dispatch) -> None:
        url, sources = self._settings.database_url, {GAMES: self._settings.games_shards}
        table = SeatTable(dispatch.changed)
        inner = PostgresConsumerStore(url, service=SERVICE, consumer=SERVICE)
        store = SlowStore(inner, table, self._fetch)
        options = ConsumerOptions(sources=sources)
        consumer: Consumer[Any] = Consumer(SERVICE, store, BusLogReader(bus), table.apply, options)

        async def rebuild() -> None:
            dispatch.pause()
            try:
                await consumer.rebuild(table.clear)
                await store.save()
            finally:
                dispatch.resume()

        self._host = ConsumerHost(bus, consumer, self._runtime, sources=sources)
        self._rebuild_desk = RebuildDesk(bus, SERVICE, rebuild, lambda: consumer.events)
        self._host.start()
        self._rebuild_desk.open()
        self._tasks.keep("saving", store.keep_saving)

    async def _fetch(self, sql: str) -> list[Any]:
        return await self._reads.fetch(sql)

    def _take_jobs(self, bus: Bus, owners: Owners) -> None:
        now_ms, pace = self._runtime.now_ms, self._settings.pace()
        thinking = Thinking(self.pool, self.figures.searched)
        desk = Desk(
            Turns(owners, thinking, pace, now_ms, self.figures.waited.observe),
            Helper(bus, owners, thinking, pace),
            Reviewer(owners, thinking, self._reads, pace, now_ms),
            self.figures.outcomes,
        )
        self._passed = bus.subscribe("bots.passed", desk.on_passed)
        for name, (kinds, a_worker) in KINDS.items():
            options = WorkOptions(at_once=a_worker * self._workers)
            subjects = [f"jobs.bots.{kind}" for kind in kinds]
            work = bus.streams.work(JOBS, name, desk, options=options, subjects=subjects)
            self._work.append(work)

    def _answer_queries(self, bus: Bus, owners: Owners, queue: JobQueue) -> None:
        results = self._results = Results(bus)
        results.open()
        queries = BotQueries(owners.as_seen, queue.put, results, self._reads, self._runtime.now_ms)
        self._desk = QueryDesk(bus, SERVICE, queries.answer)
        self._desk.open()

    async def stop(self) -> None:
        """Hand the jobs back, end; whoever is asked for help meanwhile is told to ask again."""
        await self._tasks.stop()
        if self._rebuild_desk is not None:
            await self._rebuild_desk.close()
        if self._passed is not None:
            self._passed.unsubscribe()
        await asyncio.gather(*(work.stop() for work in self._work))
        if self._results is not None:
            self._results.close()
        if self._desk is not None:
            await self._desk.close()
        if self._host is not None:
            await self._host.stop()
        await self.pool.stop()
        await self._reads.close()
        if self._bus is not None:
            await self._bus.close()


def cores() -> int:
    """How many processors this process may use; not every system lets it be restricted."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1


def build(runtime: Runtime, settings: BotsSettings) -> Bots:
    """The service as a process runs it."""
    return Bots(runtime, settings)
