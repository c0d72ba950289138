"""The composition root: which parts the matchmaking service has, and how it starts and stops."""

import secrets
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from typing import Any, Final

from libs.bus import Bus, Subscription
from libs.contracts import accounts
from libs.contracts.envelope import Answer
from libs.contracts.ids import PlayerId, RoomId
from libs.contracts.lobby_messages import GONE, PARTED
from libs.contracts.matchmaking import SERVICE, FindOpponent, RoomCommand, RoomEvent, RoomTerms
from libs.eventstore.connection import DedicatedConnection, PostgresTransaction
from libs.eventstore.consumer import Consumer, ConsumerOptions, Policy
from libs.eventstore.cursors import PostgresConsumerStore
from libs.eventstore.errors import ShardLostError
from libs.eventstore.postgres import PostgresStore
from libs.eventstore.records import PublicEvent
from libs.eventstore.streams import KeeperOptions
from libs.runtime import Check, Runtime, connect_bus
from libs.runtime.command_host import CommandHost, HostOptions
from libs.runtime.consumer_host import BusLogReader, ConsumerHost
from libs.runtime.query_desk import QueryDesk
from libs.runtime.rebuilding import RebuildDesk
from libs.runtime.shard_owner import OwnerParts, ShardOwner
from services.matchmaking.config import MatchmakingSettings
from services.matchmaking.decider import Known, RoomState
from services.matchmaking.handlers import (
    AGREED,
    JustBegun,
    LiveRooms,
    Neighbours,
    RoomKeeper,
    SilenceError,
    kind_of,
    read_command,
)
from services.matchmaking.policies import OwnCommands, Starting, Withdrawing
from services.matchmaking.projections import effects, fitting, rebuild_rows, spoken_for
from services.matchmaking.queries import DeskQueries, QuickGames, RoomQueries
from services.matchmaking.queries.reads import Reads
from services.matchmaking.tasks import Sweeping

STARTING: Final = "matchmaking-starting"
LEAVING: Final = "matchmaking-accounts"
REBUILD_WITHIN_S: Final = 600.0


async def no_effect(_tx: PostgresTransaction, _events: Sequence[PublicEvent]) -> None:
    """The policies alone act upon events: the tables are written with them."""


class Matchmaking:
    """The service."""

    name = SERVICE

    def __init__(self, runtime: Runtime, settings: MatchmakingSettings) -> None:
        self._runtime = runtime
        self._settings = settings
        self._tasks = runtime.keeper(SERVICE)
        self.store = PostgresStore(
            settings.database_url, service=SERVICE, shards=settings.matchmaking_shards
        )
        self._bus: Bus | None = None
        self._owner: ShardOwner | None = None
        self._hosts: dict[str, ConsumerHost] = {}
        self._desk: QueryDesk | None = None
        self._rebuild_desks: list[RebuildDesk] = []
        self._begun = JustBegun(runtime.now_ms)
        self._subscriptions: Sequence[Subscription] = ()

    @property
    def shards(self) -> Collection[int]:
        """The shards that are served here now."""
        return () if self._owner is None else self._owner.owned

    def checks(self) -> Mapping[str, Check]:
        """Ready with a bus, its share of the shards and living policies.

        Who has deleted an account may be heard of later: there are rooms without accounts, too.
        """
        owner = {} if self._owner is None else self._owner.checks()
        named = {
            f"policy_{name}": check
            for name, check in (
                self._hosts[STARTING].checks().items() if STARTING in self._hosts else ()
            )
        }
        return {**owner, **named, "started": self._check_started, "tasks": self._tasks.check}

    def _check_started(self) -> str | None:
        return None if self._owner is not None else "not started"

    async def start(self) -> None:
        """Connect, take shards, serve. Raises StartError."""
        bus = self._bus = await connect_bus(self._runtime, SERVICE)
        await self.store.start()
        now_ms = self._runtime.now_ms
        neighbours, own = Neighbours(bus), OwnCommands(bus, now_ms)
        withdrawing = Withdrawing(self.store.reads, own)
        self._owner = self._make_owner(bus, neighbours)
        self._hosts = self._make_hosts(bus, Starting(own, withdrawing.now_playing), withdrawing)
        self._desk = QueryDesk(bus, SERVICE, self._make_queries(neighbours).answer)
        shards = range(self._settings.matchmaking_shards)
        self._rebuild_desks = [self._make_rebuild_desk(bus, shard) for shard in shards]
        self._subscriptions = [
            bus.subscribe(GONE, lambda _, data: self._see_to(withdrawing.gone, data)),
            bus.subscribe(PARTED, lambda _, data: self._see_to(withdrawing.parted, data)),
            bus.subscribe(AGREED, self._begun.on_agreed),
        ]
        self._owner.start()
        for host in self._hosts.values():
            host.start()
        self._desk.open()
        for rebuild_desk in self._rebuild_desks:
            rebuild_desk.open()
        self._keep_sweeping(Sweeping(self.store.reads, own.to_room, now_ms))

    def _keep_sweeping(self, sweeping: Sweeping) -> None:
        every_s = self._settings.rooms_due_every_s
        self._tasks.keep("sweeping", lambda: sweeping.run(every_s, lambda: self.shards))
        self._tasks.keep("tidying", sweeping.keep_tidy)

    def _see_to(self, withdraw: Callable[[bytes], Awaitable[None]], data: bytes) -> None:
        """One instance is enough; should it be none just now, the offer expires."""
        if 0 in self.shards:
            self._tasks.keep("gone", lambda: withdraw(data))

    def _make_owner(self, bus: Bus, neighbours: Neighbours) -> ShardOwner:
        options: KeeperOptions[RoomState, RoomEvent] = KeeperOptions(
            effects=effects, observer=LiveRooms(bus).changed, now_ms=self._runtime.now_ms
        )
        keeper = RoomKeeper(neighbours, self._begun, self.store, options)
        host_options: HostOptions[RoomCommand | Known] = HostOptions(
            service=SERVICE,
            instance=secrets.token_hex(6),
            decode=read_command,
            kind=kind_of,
            answer_query=RoomQueries(keeper).answer,
        )
        host = CommandHost(bus, self.store, keeper, host_options, self._runtime.metrics)
        parts = OwnerParts.in_postgres(self.store, self._settings.database_url)
        shards = self._settings.matchmaking_shards
        return ShardOwner(bus, parts, host, self._runtime, shards=shards)

    def _make_hosts(
        self, bus: Bus, starting: Starting, withdrawing: Withdrawing
    ) -> dict[str, ConsumerHost]:
        async def both(events: Sequence[PublicEvent]) -> None:
            await starting(events)
            await withdrawing(events)

        own = {SERVICE: self._settings.matchmaking_shards}
        others = {accounts.SERVICE: self._settings.accounts_shards}
        return {
            STARTING: self._make_host(bus, STARTING, own, both),
            LEAVING: self._make_host(bus, LEAVING, others, withdrawing),
        }

    def _make_host(
        self, bus: Bus, name: str, sources: Mapping[str, int], policy: Policy
    ) -> ConsumerHost:
        store = PostgresConsumerStore(self._settings.database_url, service=SERVICE, consumer=name)
        options = ConsumerOptions(sources=sources, policy=policy)
        consumer: Consumer[Any] = Consumer(name, store, BusLogReader(bus), no_effect, options)
        return ConsumerHost(bus, consumer, self._runtime, sources=sources)

    def _make_queries(self, neighbours: Neighbours) -> DeskQueries:
        reads, now_ms = self.store.reads, self._runtime.now_ms
        begun = self._begun.players

        async def offered(
            reads: Reads,
            player: PlayerId,
            terms: RoomTerms,
            at_ms: int,
            apart: Collection[PlayerId],
        ) -> list[tuple[RoomId, PlayerId]]:
            return await fitting(reads, player, terms, at_ms, {*apart, *begun()})

        async def taken(reads: Reads) -> set[PlayerId]:
            return {*await spoken_for(reads), *begun()}

        quick = QuickGames(reads, neighbours, offered, taken, now_ms)

        async def find(wish: FindOpponent) -> Answer:
            try:
                return await quick.find(wish)
            except SilenceError:
                return Answer("unavailable")

        return DeskQueries(reads, find, now_ms)

    def _make_rebuild_desk(self, bus: Bus, shard: int) -> RebuildDesk:
        async def rebuild() -> None:
            if shard not in self.shards:
                raise ShardLostError(shard)
            head = await self.store.head(shard)
            link = DedicatedConnection(
                self._settings.database_url, SERVICE, "rebuild", command_limit_s=REBUILD_WITHIN_S
            )
            try:
                connection = await link.get()
                async with connection.transaction():
                    tx = PostgresTransaction(connection)
                    await rebuild_rows(tx, shard, head, self._runtime.now_ms())
            finally:
                await link.close()

        return RebuildDesk(bus, f"{SERVICE}.{shard}", rebuild, lambda: 0)

    async def stop(self) -> None:
        """Answer what has arrived, hand the shards over, close."""
        for subscription in self._subscriptions:
            subscription.unsubscribe()
        await self._tasks.stop()
        for rebuild_desk in self._rebuild_desks:
            await rebuild_desk.close()
        if self._desk is not None:
            await self._desk.close()
        for host in self._hosts.values():
            await host.stop()
        if self._owner is not None:
            await self._owner.stop()
        await self.store.close()
        if self._bus is not None:
            await self._bus.close()


def build(runtime: Runtime, settings: MatchmakingSettings) -> Matchmaking:
    """The service as a process runs it."""
    return Matchmaking(runtime, settings)
