"""The composition root: which parts the games service has, and how it starts and stops."""

import secrets
from collections.abc import Collection, Mapping
from functools import partial
from typing import Final

from libs.bus import Bus, Subscription
from libs.contracts.games import SERVICE
from libs.eventstore.connection import DedicatedConnection, PostgresTransaction
from libs.eventstore.errors import ShardLostError
from libs.eventstore.postgres import PostgresStore
from libs.eventstore.recent import RecentStreams
from libs.eventstore.records import StreamId
from libs.eventstore.streams import KeeperOptions
from libs.runtime import Check, Runtime, connect_bus
from libs.runtime.command_host import CommandHost, HostOptions
from libs.runtime.rebuilding import RebuildDesk
from libs.runtime.shard_owner import OwnerParts, ShardOwner
from services.games.config import GamesSettings
from services.games.decider import Fact, GameState
from services.games.handlers.credit import Credits
from services.games.handlers.keeper import GameKeeper, kind_of, read_command
from services.games.handlers.live import LiveDelivery
from services.games.handlers.outages import PULSE_S, Outage, Outages
from services.games.handlers.presence import PresenceKeeper
from services.games.handlers.public import PublicList
from services.games.handlers.queries import GameQueries
from services.games.handlers.watchers import Watchers
from services.games.projections import effects, rebuild_running
from services.games.queries import public_in, running_in, taken_up_by
from services.games.tasks import every

PRESENCE_EVERY_S: Final = 1.0
PUBLIC_EVERY_S: Final = 1.0
REBUILD_WITHIN_S: Final = 600.0


class Games:
    """The service."""

    name = SERVICE

    def __init__(self, runtime: Runtime, settings: GamesSettings) -> None:
        self._runtime = runtime
        self._settings = settings
        self._tasks = runtime.keeper(SERVICE)
        self._bus: Bus | None = None
        self.store = PostgresStore(
            settings.database_url, service=SERVICE, shards=settings.games_shards
        )
        self.recent = RecentStreams(self.store)
        self.watchers = Watchers()
        now_ms = runtime.now_ms
        options: KeeperOptions[GameState, Fact] = KeeperOptions(effects=effects, now_ms=now_ms)
        self.outages = Outages(now_ms)
        self.keeper = GameKeeper(self.store, self.watchers, self.outages, options)
        self._owner: ShardOwner | None = None
        self._subscriptions: list[Subscription] = []
        self._desks: list[RebuildDesk] = []

    @property
    def shards(self) -> Collection[int]:
        """The shards that are served here now."""
        return () if self._owner is None else self._owner.owned

    def checks(self) -> Mapping[str, Check]:
        """Ready with a bus, its share of the shards and living tasks."""
        owner = {} if self._owner is None else self._owner.checks()
        return {**owner, "started": self._check_started, "presence": self._tasks.check}

    def _check_started(self) -> str | None:
        return None if self._owner is not None else "not started"

    async def start(self) -> None:
        """Connect, take shards, serve. Raises StartError."""
        bus = self._bus = await connect_bus(self._runtime, SERVICE)
        await self.store.start()
        now_ms, watchers = self._runtime.now_ms, self.watchers
        live = LiveDelivery(bus, watchers, self.keeper.players)
        presence = PresenceKeeper(watchers, live, self.keeper, now_ms)
        self.store.on_commit(live.committed)
        instance = secrets.token_hex(6)
        public = PublicList(
            instance, partial(public_in, self.store.reads), watchers.spectators, bus
        )
        presence.on_changed = public.recount
        self.store.on_commit(public.committed)
        self.store.on_shard_closed(public.hand_over)
        self._owner = self._make_owner(bus, instance, public)
        self._subscriptions = [bus.subscribe("gateway.beat", presence.on_beat)]
        await bus.flush()
        self._owner.start()
        self._desks = [self._make_desk(bus, n) for n in range(self._settings.games_shards)]
        for desk in self._desks:
            desk.open()
        self._tasks.keep("presence", lambda: every(PRESENCE_EVERY_S, presence.tick))
        self._tasks.keep("public games", lambda: every(PUBLIC_EVERY_S, public.tell))
        self._tasks.keep("pulse", lambda: every(PULSE_S, self._pulse))

    async def _pulse(self) -> None:
        self.outages.pulse()

    def _make_owner(self, bus: Bus, instance: str, public: PublicList) -> ShardOwner:
        now_ms = self._runtime.now_ms
        taken_up = partial(taken_up_by, self.store.reads)
        queries = GameQueries(self.keeper, self.recent, self.watchers, public, taken_up, now_ms)
        credits_ = Credits(self.keeper, self._running_in, now_ms)

        async def prepare(shard: int, heartbeat_ms: int | None) -> None:
            await public.take_over(shard)
            await credits_.shard(shard, heartbeat_ms, "takeover")

        async def after_outage(from_ms: int, to_ms: int) -> None:
            await self._make_good(self.outages.bus_back(from_ms, to_ms), credits_)

        def on_still(outage: Outage) -> None:
            self.watchers.restart_absences(now_ms())
            self._tasks.keep("standstill", lambda: self._make_good(outage, credits_))

        self.outages.on_still = on_still
        host_options = HostOptions(
            service=SERVICE,
            instance=instance,
            decode=read_command,
            kind=kind_of,
            answer_query=queries.answer,
            prepare=prepare,
        )
        host = CommandHost(bus, self.store, self.keeper, host_options, self._runtime.metrics)
        parts = OwnerParts.in_postgres(
            self.store, self._settings.database_url, after_outage=after_outage
        )
        owner = ShardOwner(bus, parts, host, self._runtime, shards=self._settings.games_shards)
        bus.on_disconnected(lambda: self.outages.bus_lost(owner.last_beat_ms))
        return owner

    async def _make_good(self, outage: Outage, credits_: Credits) -> None:
        """Nobody pays for an outage, and nobody was away because of it."""
        self.watchers.restart_absences(self._runtime.now_ms())
        await credits_.shards(sorted(self.shards), outage)
        self.outages.over(outage)

    def _make_desk(self, bus: Bus, shard: int) -> RebuildDesk:
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
                    await rebuild_running(PostgresTransaction(connection), shard, head)
            finally:
                await link.close()

        return RebuildDesk(bus, f"{SERVICE}.{shard}", rebuild, lambda: 0)

    async def _running_in(self, shard: int) -> list[StreamId]:
        return await running_in(self.store.reads, shard)

    async def stop(self) -> None:
        """Answer what has arrived, hand the shards over, close."""
        await self._tasks.stop()
        for desk in self._desks:
            await desk.close()
        for subscription in self._subscriptions:
            subscription.unsubscribe()
        if self._owner is not None:
            await self._owner.stop()
        await self.store.close()
        if self._bus is not None:
            await self._bus.close()


def build(runtime: Runtime, settings: GamesSettings) -> Games:
    """The service as a process runs it."""
    return Games(runtime, settings)
