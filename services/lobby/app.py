"""The composition root: which parts the lobby service has, and how it starts and stops."""

import secrets
from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

from libs.bus import Bus, Subscription
from libs.contracts import accounts
from libs.contracts.ids import PlayerId
from libs.contracts.lobby import SERVICE, SHARDS
from libs.eventstore.consumer import Consumer, ConsumerOptions
from libs.eventstore.cursors import PostgresConsumerStore
from libs.eventstore.postgres import PostgresStore
from libs.eventstore.streams import KeeperOptions
from libs.runtime import Check, Runtime, connect_bus
from libs.runtime.command_host import CommandHost, HostOptions
from libs.runtime.consumer_host import BusLogReader, ConsumerHost
from libs.runtime.shard_owner import OwnerParts, ShardOwner
from services.lobby.config import LobbySettings
from services.lobby.decider import Fact, Record
from services.lobby.handlers import Command, LobbyKeeper, kind_of, read_command
from services.lobby.policies import Leaving, no_effect
from services.lobby.projections import effects
from services.lobby.queries import (
    Answers,
    BlockTable,
    Desk,
    Forgetting,
    HallKeeper,
    LineTable,
    Meeting,
    People,
    ReportTable,
    Tables,
    Talking,
    Telling,
    Times,
)
from services.lobby.tasks import News, Offers, Rating, expire

LEAVING: Final = "lobby-leaving"


class Works:
    """The parts put together, around a bus that is connected."""

    def __init__(
        self, bus: Bus, store: PostgresStore, runtime: Runtime, settings: LobbySettings
    ) -> None:
        now_ms, reads = runtime.now_ms, store.reads
        times = Times(settings.settle_ms, settings.grace_ms, settings.silence_ms)
        lines, blocks, self.reports = LineTable(reads), BlockTable(reads), ReportTable(reads)
        self.keeper = keeper = HallKeeper(lines, blocks, self.reports, times, now_ms)
        self.people, telling = People(bus), Telling(bus)
        self.talking = Talking(keeper, lines, Tables(bus), telling, now_ms)
        self.meeting = Meeting(keeper, blocks, self.people, telling, now_ms)
        forgetting = Forgetting(keeper, blocks, self.reports, self.talking, telling, now_ms)
        desk = Desk(self.reports, self.people)
        self.answers = Answers(self.meeting, self.talking, desk, forgetting)
        self.news = News(keeper, telling, now_ms)
        self.rating = Rating(bus, keeper, self.news.wake)
        self.offers = Offers(bus, keeper, telling, now_ms, settings.seeks_every_s)
        self.meeting.on_report = self._reported
        store.on_shard_closed(keeper.close)

    def _reported(self, players: list[PlayerId]) -> None:
        self.rating.reported(players)
        self.news.wake()

    def listen(self, bus: Bus) -> Sequence[Subscription]:
        """Everything that is listened to all the time."""
        bus.on_reconnected(self.rating.bus_is_back)
        bus.on_reconnected(self.offers.ask_soon)
        return [
            bus.subscribe("matchmaking.seeks", self.offers.on_changed),
            bus.subscribe("owner.matchmaking", self.offers.ask_soon),
            bus.subscribe("player.*.rated", self.rating.on_rated),
        ]


class Lobby:
    """The service."""

    name = SERVICE

    def __init__(self, runtime: Runtime, settings: LobbySettings) -> None:
        self._runtime = runtime
        self._settings = settings
        self._tasks = runtime.keeper(SERVICE)
        self.store = PostgresStore(settings.database_url, service=SERVICE, shards=SHARDS)
        self._bus: Bus | None = None
        self._works: Works | None = None
        self._owner: ShardOwner | None = None
        self._leaving: ConsumerHost | None = None
        self._subscriptions: Sequence[Subscription] = ()

    @property
    def shards(self) -> Collection[int]:
        """The shards that are served here now."""
        return () if self._owner is None else self._owner.owned

    def checks(self) -> Mapping[str, Check]:
        """Ready with a bus, its share of the shards and living tasks."""
        owner = {} if self._owner is None else self._owner.checks()
        leaving = {} if self._leaving is None else self._leaving.checks()
        named = {f"leaving_{name}": check for name, check in leaving.items()}
        return {**owner, **named, "started": self._check_started, "hall": self._tasks.check}

    def _check_started(self) -> str | None:
        return None if self._owner is not None else "not started"

    async def start(self) -> None:
        """Connect, take the shard, serve. Raises StartError."""
        bus = self._bus = await connect_bus(self._runtime, SERVICE)
        await self.store.start()
        works = self._works = Works(bus, self.store, self._runtime, self._settings)
        self._subscriptions = works.listen(bus)
        self._owner = self._make_owner(bus, works)
        self._leaving = self._make_leaving(bus)
        self._owner.start()
        self._leaving.start()
        self._keep(works)

    def _keep(self, works: Works) -> None:
        tables, now_ms = (works.talking.expire, works.reports.expire), self._runtime.now_ms
        self._tasks.keep("news", works.news.run)
        self._tasks.keep("rating", works.rating.run)
        self._tasks.keep("offers", works.offers.run)
        self._tasks.keep("expiry", lambda: expire(works.keeper, tables, now_ms))

    def _make_owner(self, bus: Bus, works: Works) -> ShardOwner:
        options: KeeperOptions[Record, Fact] = KeeperOptions(
            effects=effects, observer=works.meeting.moderated, now_ms=self._runtime.now_ms
        )
        keeper = LobbyKeeper(self.store, options, works.people, works.reports, works.talking)
        host_options: HostOptions[Command] = HostOptions(
            service=SERVICE,
            instance=secrets.token_hex(6),
            decode=read_command,
            kind=kind_of,
            answer_query=works.answers.answer,
            prepare=works.keeper.open,
        )
        host: CommandHost[Any, Any, Any] = CommandHost(
            bus, self.store, keeper, host_options, self._runtime.metrics
        )
        parts = OwnerParts.in_postgres(self.store, self._settings.database_url)
        return ShardOwner(bus, parts, host, self._runtime, shards=SHARDS)

    def _make_leaving(self, bus: Bus) -> ConsumerHost:
        sources = {accounts.SERVICE: self._settings.accounts_shards}
        database_url = self._settings.database_url
        store = PostgresConsumerStore(database_url, service=SERVICE, consumer=LEAVING)
        options = ConsumerOptions(sources=sources, policy=Leaving(bus))
        consumer = Consumer(LEAVING, store, BusLogReader(bus), no_effect, options)
        return ConsumerHost(bus, consumer, self._runtime, sources=sources)

    async def stop(self) -> None:
        """Answer what has arrived, hand the shard over, close."""
        await self._tasks.stop()
        if self._leaving is not None:
            await self._leaving.stop()
        if self._owner is not None:
            await self._owner.stop()
        if self._works is not None:
            await self._works.talking.finish()
        for subscription in self._subscriptions:
            subscription.unsubscribe()
        await self.store.close()
        if self._bus is not None:
            await self._bus.close()


def build(runtime: Runtime, settings: LobbySettings) -> Lobby:
    """The service as a process runs it."""
    return Lobby(runtime, settings)
