"""The composition root: which parts the clocks service has, and how it starts and stops."""

from collections.abc import Mapping
from typing import Any, Final

from libs.bus import Bus
from libs.contracts.games import SERVICE as GAMES
from libs.eventstore.consumer import Consumer, ConsumerOptions
from libs.eventstore.cursors import PostgresConsumerStore
from libs.eventstore.reads import ReadPool
from libs.eventstore.slow_store import SlowStore
from libs.runtime import Check, Runtime, connect_bus
from libs.runtime.consumer_host import BusLogReader, ConsumerHost
from libs.runtime.rebuilding import RebuildDesk
from services.clocks.config import ClocksSettings
from services.clocks.decider import Deadlines
from services.clocks.policies import Claims
from services.clocks.projections import DeadlineTable
from services.clocks.tasks import Alarm

SERVICE: Final = "clocks"


class Clocks:
    """The service."""

    name = SERVICE

    def __init__(self, runtime: Runtime, settings: ClocksSettings) -> None:
        self._runtime = runtime
        self._settings = settings
        self._tasks = runtime.keeper(SERVICE)
        self._reads = ReadPool(settings.database_url, SERVICE, size=2)
        self.deadlines = Deadlines()
        self._bus: Bus | None = None
        self._host: ConsumerHost | None = None
        self._desk: RebuildDesk | None = None
        figures = runtime.metrics.figures
        self._answers = figures.tallies(
            "clock_claims", "Claims of a flag or a pause's end", "kind", "answer"
        )
        waiting = figures.levels("clock_deadlines", "Running games with a deadline")
        waiting.child().source = lambda: float(len(self.deadlines))

    def checks(self) -> Mapping[str, Check]:
        """Ready when it has read what there is, or stands by for the instance that has."""
        host = {} if self._host is None else self._host.checks()
        return {**host, "bus": self._check_bus, "clocks": self._tasks.check}

    def _check_bus(self) -> str | None:
        return None if self._bus is not None and self._bus.is_connected else "no connection"

    async def start(self) -> None:
        """Connect and begin to read; a second instance stands by. Raises StartError."""
        settings, now_ms = self._settings, self._runtime.now_ms
        bus = self._bus = await connect_bus(self._runtime, SERVICE)
        await self._reads.start()
        claims = Claims(bus, now_ms, self._answers)
        alarm = Alarm(self.deadlines, claims.claim, now_ms, settings.claim_grace_ms)
        table = DeadlineTable(self.deadlines, alarm.wake)
        inner = PostgresConsumerStore(settings.database_url, service=SERVICE, consumer=SERVICE)
        store = SlowStore(inner, table, self._fetch)
        consumer = Consumer(
            SERVICE,
            store,
            BusLogReader(bus),
            table.apply,
            ConsumerOptions(sources=consumer_sources(settings)),
        )
        self._host = ConsumerHost(bus, consumer, self._runtime, sources=consumer_sources(settings))

        async def rebuild() -> None:
            alarm.pause()
            try:
                await consumer.rebuild(table.clear)
                await store.save()
            finally:
                alarm.resume()

        self._desk = RebuildDesk(bus, SERVICE, rebuild, lambda: consumer.events)
        self._host.start()
        self._desk.open()
        self._tasks.keep("alarm", alarm.run)
        self._tasks.keep("saving", store.keep_saving)

    async def _fetch(self, sql: str) -> list[Any]:
        return await self._reads.fetch(sql)

    async def stop(self) -> None:
        """End; what is due meanwhile is claimed by the next instance."""
        await self._tasks.stop()
        if self._desk is not None:
            await self._desk.close()
        if self._host is not None:
            await self._host.stop()
        await self._reads.close()
        if self._bus is not None:
            await self._bus.close()


def consumer_sources(settings: ClocksSettings) -> Mapping[str, int]:
    """Whose events are read: all shards of games."""
    return {GAMES: settings.games_shards}


def build(runtime: Runtime, settings: ClocksSettings) -> Clocks:
    """The service as a process runs it."""
    return Clocks(runtime, settings)
