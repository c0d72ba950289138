"""The composition root: which parts the matchmaking service has, and how it starts and stops."""

import secrets
from collections.abc import Collection, Mapping, Sequence
from typing import Final

from libs.bus import Bus
from libs.contracts.matchmaking import SERVICE, RoomCommand, RoomEvent
from libs.eventstore.connection import PostgresTransaction
from libs.eventstore.consumer import Consumer, ConsumerOptions
from libs.eventstore.cursors import PostgresConsumerStore
from libs.eventstore.locks import PostgresLocks
from libs.eventstore.postgres import PostgresStore
from libs.eventstore.records import PublicEvent
from libs.eventstore.relay import PostgresRelayCursors
from libs.eventstore.streams import KeeperOptions
from libs.runtime import Check, Runtime, connect_bus
from libs.runtime.command_host import CommandHost, HostOptions
from libs.runtime.consumer_host import BusLogReader, ConsumerHost
from libs.runtime.shard_owner import OwnerParts, ShardOwner
from services.matchmaking.config import MatchmakingSettings
from services.matchmaking.decider import Afterwards, RoomState
from services.matchmaking.handlers import LiveRooms, RoomKeeper, kind_of, read_command
from services.matchmaking.policies import Starting
from services.matchmaking.queries import RoomQueries

POLICY: Final = "matchmaking-starting"


async def no_effect(_tx: PostgresTransaction, _events: Sequence[PublicEvent]) -> None:
    """The policy alone acts upon events: there is no table to write."""


class Matchmaking:
    """The service."""

    name = SERVICE

    def __init__(self, runtime: Runtime, settings: MatchmakingSettings) -> None:
        self._runtime = runtime
        self._settings = settings
        self.store = PostgresStore(
            settings.database_url, service=SERVICE, shards=settings.matchmaking_shards
        )
        self._bus: Bus | None = None
        self._owner: ShardOwner | None = None
        self._policy: ConsumerHost | None = None

    @property
    def shards(self) -> Collection[int]:
        """The shards that are served here now."""
        return () if self._owner is None else self._owner.owned

    def checks(self) -> Mapping[str, Check]:
        """Ready with a bus, its share of the shards and a living policy."""
        owner = {} if self._owner is None else self._owner.checks()
        policy = {} if self._policy is None else self._policy.checks()
        named = {f"policy_{name}": check for name, check in policy.items()}
        return {**owner, **named, "started": self._check_started}

    def _check_started(self) -> str | None:
        return None if self._owner is not None else "not started"

    async def start(self) -> None:
        """Connect, take shards, serve. Raises StartError."""
        bus = self._bus = await connect_bus(self._runtime, SERVICE)
        await self.store.start()
        self._owner = self._make_owner(bus)
        self._policy = self._make_policy(bus)
        self._owner.start()
        self._policy.start()

    def _make_owner(self, bus: Bus) -> ShardOwner:
        options: KeeperOptions[RoomState, RoomEvent] = KeeperOptions(
            observer=LiveRooms(bus).changed, now_ms=self._runtime.now_ms
        )
        keeper = RoomKeeper(bus, self.store, options)
        host_options: HostOptions[RoomCommand | Afterwards] = HostOptions(
            service=SERVICE,
            instance=secrets.token_hex(6),
            decode=read_command,
            kind=kind_of,
            answer_query=RoomQueries(keeper).answer,
        )
        host = CommandHost(bus, self.store, keeper, host_options, self._runtime.metrics)
        parts = OwnerParts(
            self.store,
            PostgresLocks(self._settings.database_url, SERVICE),
            PostgresRelayCursors(self.store.reads),
        )
        shards = self._settings.matchmaking_shards
        return ShardOwner(bus, parts, host, self._runtime, shards=shards)

    def _make_policy(self, bus: Bus) -> ConsumerHost:
        sources = {SERVICE: self._settings.matchmaking_shards}
        consumer = Consumer(
            POLICY,
            PostgresConsumerStore(self._settings.database_url, service=SERVICE, consumer=POLICY),
            BusLogReader(bus),
            no_effect,
            ConsumerOptions(sources=sources, policy=Starting(bus, self._runtime.now_ms)),
        )
        return ConsumerHost(bus, consumer, self._runtime, sources=sources)

    async def stop(self) -> None:
        """Answer what has arrived, hand the shards over, close."""
        if self._policy is not None:
            await self._policy.stop()
        if self._owner is not None:
            await self._owner.stop()
        await self.store.close()
        if self._bus is not None:
            await self._bus.close()


def build(runtime: Runtime, settings: MatchmakingSettings) -> Matchmaking:
    """The service as a process runs it."""
    return Matchmaking(runtime, settings)
