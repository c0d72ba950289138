"""The composition root: which parts the archive has, and how it starts and stops."""

from collections.abc import Mapping
from functools import partial
from typing import Any, Final

from libs.bus import Bus
from libs.contracts.archive import SERVICE
from libs.contracts.games import SERVICE as GAMES
from libs.eventstore.consumer import Consumer, ConsumerOptions
from libs.eventstore.cursors import PostgresConsumerStore
from libs.runtime import Check, Runtime, connect_bus
from libs.runtime.consumer_host import BusLogReader, ConsumerHost
from libs.runtime.query_desk import QueryDesk
from libs.runtime.rebuilding import RebuildDesk
from services.archive.config import ArchiveSettings
from services.archive.policies import Telling
from services.archive.projections import GameTable, ThriftyStore
from services.archive.queries import ArchiveQueries, Lists, StatisticsTable, ask_names, reads_of
from services.archive.tasks import Recorder

JUST_NOW_MS: Final = 60_000


class Archive:
    """The service."""

    name = SERVICE

    def __init__(self, runtime: Runtime, settings: ArchiveSettings) -> None:
        self._runtime = runtime
        self._settings = settings
        self._tasks = runtime.keeper(SERVICE)
        self._reads = reads_of(settings.database_url)
        self._table = GameTable()
        self._lists = Lists(self._reads)
        self._bus: Bus | None = None
        self._host: ConsumerHost | None = None
        self._rebuild_desk: RebuildDesk | None = None
        self._desk: QueryDesk | None = None

    def checks(self) -> Mapping[str, Check]:
        """Ready when it has read what there is, or stands by for the instance that has."""
        host = {} if self._host is None else self._host.checks()
        return {**host, "bus": self._check_bus, "recorder": self._tasks.check}

    def _check_bus(self) -> str | None:
        return None if self._bus is not None and self._bus.is_connected else "no connection"

    async def start(self) -> None:
        """Connect, read, answer; a second instance only answers. Raises StartError."""
        bus = self._bus = await connect_bus(self._runtime, SERVICE)
        await self._reads.start()
        recorder, telling = Recorder(bus, self._reads), Telling(bus, self._lists)
        consumer = self._make_consumer(bus, recorder, telling)
        self._host = ConsumerHost(bus, consumer, self._runtime, sources=self._sources)
        self._rebuild_desk = self._make_desk(bus, consumer, telling)
        queries = ArchiveQueries(
            self._lists, StatisticsTable(self._reads), recorder.fetch, partial(ask_names, bus)
        )
        self._desk = QueryDesk(bus, SERVICE, queries.answer)
        self._desk.open()
        self._host.start()
        self._rebuild_desk.open()
        self._tasks.keep("recorder", recorder.run)

    @property
    def _sources(self) -> Mapping[str, int]:
        return {GAMES: self._settings.games_shards}

    def _make_consumer(self, bus: Bus, recorder: Recorder, telling: Telling) -> Consumer[Any]:
        table, lists, now_ms = self._table, self._lists, self._runtime.now_ms

        async def after_commit() -> None:
            recorder.wake()
            await telling.tell(table.take_touched())

        async def after_load() -> None:
            """Somebody may have died between a commit and the telling."""
            recorder.wake()
            await telling.tell(await lists.players_since(now_ms() - JUST_NOW_MS))

        database = PostgresConsumerStore(
            self._settings.database_url, service=SERVICE, consumer=SERVICE
        )
        store = ThriftyStore(database, after_commit, after_load)
        options = ConsumerOptions(sources=self._sources)
        return Consumer(SERVICE, store, BusLogReader(bus), table.apply, options)

    def _make_desk(self, bus: Bus, consumer: Consumer[Any], telling: Telling) -> RebuildDesk:
        table = self._table

        async def rebuild() -> None:
            table.is_quiet = True
            try:
                await consumer.rebuild(table.clear)
            finally:
                table.is_quiet = False

        return RebuildDesk(bus, SERVICE, rebuild, lambda: consumer.events)

    async def stop(self) -> None:
        """Answer what has arrived, end."""
        await self._tasks.stop()
        if self._rebuild_desk is not None:
            await self._rebuild_desk.close()
        if self._desk is not None:
            await self._desk.close()
        if self._host is not None:
            await self._host.stop()
        await self._reads.close()
        if self._bus is not None:
            await self._bus.close()


def build(runtime: Runtime, settings: ArchiveSettings) -> Archive:
    """The service as a process runs it."""
    return Archive(runtime, settings)
