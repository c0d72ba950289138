"""One instance's shards: locks, fair shares, heartbeats, relay and host, begun and ended as one."""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any

from libs.bus import Bus
from libs.eventstore.locks import PostgresLocks, ShardLocks
from libs.eventstore.ownership import Ownership, OwnershipTimes
from libs.eventstore.peers import Peers
from libs.eventstore.postgres import PostgresStore
from libs.eventstore.relay import Relay
from libs.eventstore.relay_cursors import PostgresRelayCursors, RelayCursors
from libs.eventstore.snapshots import SnapshotKeeper
from libs.eventstore.store import EventStore
from libs.runtime.command_host import CommandHost
from libs.runtime.event_stream import EventPublisher
from libs.runtime.health import Check
from libs.runtime.service import Runtime

AfterOutage = Callable[[int, int], Awaitable[None]]
"""Last heartbeat, now: nobody could reach us in between. Called after each such time."""


@dataclass(frozen=True, slots=True)
class OwnerParts:
    """What is chosen between PostgreSQL and memory. The store is started and closed outside."""

    store: EventStore[Any]
    locks: ShardLocks
    cursors: RelayCursors
    snapshots: SnapshotKeeper[Any] | None = None
    after_outage: AfterOutage | None = None

    @classmethod
    def in_postgres(
        cls, store: PostgresStore, database_url: str, *, after_outage: AfterOutage | None = None
    ) -> "OwnerParts":
        """Locks and the relay's cursors beside the events."""
        locks, cursors = (
            PostgresLocks(database_url, store.service),
            PostgresRelayCursors(store.reads),
        )
        return cls(store, locks, cursors, after_outage=after_outage)


class ShardOwner:
    """Owns a service's shards and serves them through a `CommandHost`; a `ShardHandler` itself."""

    def __init__(
        self,
        bus: Bus,
        parts: OwnerParts,
        host: CommandHost[Any, Any, Any],
        runtime: Runtime,
        *,
        shards: int,
    ) -> None:
        service = host.service
        self._bus = bus
        self._parts = parts
        self._host = host
        self._shards = shards
        self._now_ms = runtime.now_ms
        self._keeper = runtime.keeper(service)
        self._peers = Peers(bus, service, monotonic=asyncio.get_running_loop().time)
        self._relay = Relay(parts.store, parts.cursors, EventPublisher(bus), service=service)
        self._ownership = Ownership(
            parts.store,
            parts.locks,
            self._peers,
            self,
            shards=shards,
            times=OwnershipTimes(now_ms=runtime.now_ms),
        )
        parts.store.on_commit(self._relay.observe)
        bus.on_disconnected(self._ownership.pause_heartbeats)
        bus.on_reconnected(self._reachable_again)
        metrics = runtime.metrics
        metrics.relay_lag.child(service).source = lambda: float(self._relay.lag_events)
        kept, snapshots = host.keeper, parts.snapshots
        metrics.streams_held.child(service).source = lambda: float(len(kept))
        metrics.stream_loads.child(service).source = lambda: kept.counts.loads
        if snapshots is not None:
            metrics.snapshot_hits.child(service).source = lambda: snapshots.hits

    @property
    def owned(self) -> Collection[int]:
        """The shards that are served here now."""
        return self._ownership.owned

    @property
    def last_beat_ms(self) -> int:
        """When the last heartbeat was stored, 0 if none was."""
        return self._ownership.last_beat_ms

    @property
    def instance(self) -> str:
        """This instance's name among its peers."""
        return self._peers.instance

    def start(self) -> None:
        """Begin to take shards; `checks` tells when there are enough."""
        if self._parts.snapshots is not None:
            self._parts.snapshots.start()
        self._relay.start()
        self._ownership.start()

    async def stop(self) -> None:
        """Answer what has arrived, hand every shard over, end."""
        await self._keeper.stop()
        await self._ownership.stop()
        await self._relay.stop()
        if self._parts.snapshots is not None:
            await self._parts.snapshots.close()

    def checks(self) -> Mapping[str, Check]:
        """Connected, and with at least a fair share of the shards."""
        return {"bus": self._check_bus, "shards": self._check_shards, "tasks": self._keeper.check}

    def _check_bus(self) -> str | None:
        return None if self._bus.is_connected else "no connection"

    def _check_shards(self) -> str | None:
        share, owned = self._shards // self._peers.count(), len(self._ownership.owned)
        return None if owned >= share else f"{owned} of {share}"

    async def gained(self, shard: int, heartbeat_ms: int | None) -> None:
        """See `ShardHandler`: the relay first, since the host's preparations may append."""
        await self._relay.open_shard(shard)
        await self._host.gained(shard, heartbeat_ms)

    async def release(self, shard: int) -> None:
        """See `ShardHandler`."""
        await self._host.release(shard)
        self._relay.close_shard(shard)

    async def lost(self, shard: int) -> None:
        """See `ShardHandler`."""
        self._relay.close_shard(shard)
        await self._host.lost(shard)

    def _reachable_again(self) -> None:
        """Heartbeats go on once the outage is made good: a crash before that leaves it to the next.

        The bus may be lost again meanwhile; then the time since the same last heartbeat counts.
        """
        after_outage, from_ms = self._parts.after_outage, self._ownership.last_beat_ms
        if after_outage is None or not from_ms:
            self._ownership.resume_heartbeats()
            return
        to_ms = self._now_ms()

        async def make_good() -> None:
            await after_outage(from_ms, to_ms)
            if self._bus.is_connected:
                self._ownership.resume_heartbeats()

        self._keeper.keep("after outage", make_good)
