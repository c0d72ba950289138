"""The composition root: which parts the ratings service has, and how it starts and stops."""

import secrets
from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

from libs.bus import Bus
from libs.contracts import accounts, games
from libs.contracts.ratings import SERVICE, SHARDS, RatingCommand
from libs.eventstore.connection import PostgresTransaction
from libs.eventstore.consumer import Consumer, ConsumerOptions
from libs.eventstore.cursors import PostgresConsumerStore
from libs.eventstore.postgres import PostgresStore
from libs.eventstore.records import PublicEvent
from libs.eventstore.slow_store import SlowStore
from libs.eventstore.streams import KeeperOptions, StreamKeeper
from libs.runtime import Check, Runtime, connect_bus
from libs.runtime.command_host import CommandHost, HostOptions
from libs.runtime.consumer_host import BusLogReader, ConsumerHost
from libs.runtime.query_desk import QueryDesk
from libs.runtime.rebuilding import RebuildDesk
from libs.runtime.shard_owner import OwnerParts, ShardOwner
from services.ratings.config import RatingsSettings
from services.ratings.decider import Fact, RatingState
from services.ratings.handlers import (
    OwnCommands,
    RatingDecider,
    kind_of,
    make_codec,
    read_command,
)
from services.ratings.policies import Recording, Telling
from services.ratings.projections import StandingsTable, effects
from services.ratings.queries import RatingQueries, RatingTables
from services.ratings.tasks import Sweeping

RECORDING: Final = "ratings-recording"
STANDINGS: Final = "ratings-standings"


class NoTable:
    """A `MemoryTable` without anything in it: only cursors are saved, once a second."""

    def take_unsaved(self) -> None:
        """Nothing."""

    def put_back(self, changes: None) -> None:
        """Nothing."""

    async def write(self, _tx: Any, _changes: None) -> None:
        """Nothing."""

    async def load(self, _fetch: Any) -> None:
        """Nothing."""


async def no_effect(_tx: PostgresTransaction, _events: Sequence[PublicEvent]) -> None:
    """The policy alone acts upon events of others: what it sends is stored by the command."""


class Ratings:
    """The service."""

    name = SERVICE

    def __init__(self, runtime: Runtime, settings: RatingsSettings) -> None:
        self._runtime = runtime
        self._settings = settings
        self._tasks = runtime.keeper(SERVICE)
        self.store = PostgresStore(settings.database_url, service=SERVICE, shards=SHARDS)
        self._tables = RatingTables(self.store.reads, runtime.now_ms)
        self._bus: Bus | None = None
        self._owner: ShardOwner | None = None
        self._hosts: Mapping[str, ConsumerHost] = {}
        self._desk: QueryDesk | None = None
        self._rebuild_desk: RebuildDesk | None = None

    @property
    def shards(self) -> Collection[int]:
        """The shards that are served here now."""
        return () if self._owner is None else self._owner.owned

    def checks(self) -> Mapping[str, Check]:
        """Ready with a bus, its share of the shards, and having read what there is."""
        owner = {} if self._owner is None else self._owner.checks()
        hosts = {
            f"{name}_{check}": call
            for name, host in self._hosts.items()
            for check, call in host.checks().items()
        }
        return {**owner, **hosts, "started": self._check_started, "sweeping": self._tasks.check}

    def _check_started(self) -> str | None:
        return None if self._owner is not None else "not started"

    async def start(self) -> None:
        """Connect, take the shard, serve, read. Raises StartError."""
        bus = self._bus = await connect_bus(self._runtime, SERVICE)
        await self.store.start()
        self._owner = self._make_owner(bus)
        send = OwnCommands(bus, self._runtime.now_ms).send
        standings = self._make_standings(bus)
        recording = self._make_recording(bus, Recording(bus, send, self._tables.reserved))
        self._hosts = {
            RECORDING: ConsumerHost(bus, recording, self._runtime, sources=self._sources),
            STANDINGS: ConsumerHost(bus, standings, self._runtime, sources={SERVICE: SHARDS}),
        }
        self._desk = QueryDesk(bus, SERVICE, RatingQueries(self._tables).answer)
        self._rebuild_desk = RebuildDesk(
            bus,
            SERVICE,
            lambda: standings.rebuild(StandingsTable().clear),
            lambda: standings.events,
        )
        self._owner.start()
        for host in self._hosts.values():
            host.start()
        self._desk.open()
        self._rebuild_desk.open()
        self._keep_sweeping(Sweeping(bus, self.store.reads, send, self._runtime.now_ms))

    @property
    def _sources(self) -> Mapping[str, int]:
        settings = self._settings
        return {games.SERVICE: settings.games_shards, accounts.SERVICE: settings.accounts_shards}

    def _keep_sweeping(self, sweeping: Sweeping) -> None:
        every_s, waited_ms = self._settings.sweep_every_s, self._settings.unstarted_s * 1000
        self._tasks.keep("sweeping", lambda: sweeping.run(every_s, waited_ms, lambda: self.shards))

    def _make_owner(self, bus: Bus) -> ShardOwner:
        options: KeeperOptions[RatingState, Fact] = KeeperOptions(
            effects=effects, now_ms=self._runtime.now_ms
        )
        keeper: StreamKeeper[RatingState, RatingCommand, Fact] = StreamKeeper(
            self.store, RatingDecider(), make_codec(), options
        )
        host_options: HostOptions[RatingCommand] = HostOptions(
            service=SERVICE, instance=secrets.token_hex(6), decode=read_command, kind=kind_of
        )
        host = CommandHost(bus, self.store, keeper, host_options, self._runtime.metrics)
        parts = OwnerParts.in_postgres(self.store, self._settings.database_url)
        return ShardOwner(bus, parts, host, self._runtime, shards=SHARDS)

    def _make_recording(self, bus: Bus, recording: Recording) -> Consumer[Any]:
        """Turns cost nothing here; after a crash what is up to a second old is looked at again."""
        options = ConsumerOptions(sources=self._sources, policy=recording)
        store = SlowStore(self._consumer_store(RECORDING), NoTable(), self.store.reads.fetch)
        self._tasks.keep("saving", store.keep_saving)
        return Consumer(RECORDING, store, BusLogReader(bus), no_effect, options)

    def _make_standings(self, bus: Bus) -> Consumer[Any]:
        telling = Telling(bus, self._tables.changes)
        options = ConsumerOptions(sources={SERVICE: SHARDS}, policy=telling)
        store = self._consumer_store(STANDINGS)
        return Consumer(STANDINGS, store, BusLogReader(bus), StandingsTable().apply, options)

    def _consumer_store(self, consumer: str) -> PostgresConsumerStore:
        database_url = self._settings.database_url
        return PostgresConsumerStore(database_url, service=SERVICE, consumer=consumer)

    async def stop(self) -> None:
        """Answer what has arrived, hand the shard over, close."""
        await self._tasks.stop()
        if self._rebuild_desk is not None:
            await self._rebuild_desk.close()
        if self._desk is not None:
            await self._desk.close()
        for host in self._hosts.values():
            await host.stop()
        if self._owner is not None:
            await self._owner.stop()
        await self.store.close()
        if self._bus is not None:
            await self._bus.close()


def build(runtime: Runtime, settings: RatingsSettings) -> Ratings:
    """The service as a process runs it."""
    return Ratings(runtime, settings)
