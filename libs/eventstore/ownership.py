"""Who owns which shard: locks, fair shares, heartbeats, hand-over."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Iterable
from typing import Any, Final, Protocol

import msgspec

from libs.eventstore.errors import ShardLostError, StoreUnavailableError
from libs.eventstore.locks import ShardLocks
from libs.eventstore.peers import Peers
from libs.eventstore.store import EventStore

_LOG: Final = logging.getLogger(__name__)


class OwnershipTimes(msgspec.Struct, frozen=True, kw_only=True):
    """How often an owner does what, in seconds."""

    turn_s: float = 0.4
    beat_s: float = 1.0
    failed_gain_pause_s: float = 1.0
    now_ms: Callable[[], int] = lambda: time.time_ns() // 1_000_000


class ShardHandler(Protocol):
    """What a service does when shards come and go. One call at a time for one shard."""

    async def gained(self, shard: int, heartbeat_ms: int | None) -> None:
        """The shard is open; `heartbeat_ms` is its former owner's last. May append, and listens
        to commands from now on. What it raises gives the shard back.
        """
        ...

    async def release(self, shard: int) -> None:
        """Listens no more and lets what is under way end: the shard is still open."""
        ...

    async def lost(self, shard: int) -> None:
        """The shard is somebody else's already: listens no more, says no more.

        Also called for a shard whose `gained` failed.
        """
        ...


class Ownership:
    """Takes this instance's share of a service's shards, keeps it alive, and gives it up.

    `owned` are the shards whose `gained` is done and that are not being handed over.
    """

    def __init__(
        self,
        store: EventStore[Any],
        locks: ShardLocks,
        peers: Peers,
        handler: ShardHandler,
        *,
        shards: int,
        times: OwnershipTimes | None = None,
    ) -> None:
        self._store = store
        self._locks = locks
        self._peers = peers
        self._handler = handler
        self._shards = range(shards)
        self._times = OwnershipTimes() if times is None else times
        self.owned: set[int] = set()
        self.last_beat_ms = 0
        self._gaining: set[int] = set()
        self._to_bury: list[int] = []
        self._not_before: dict[int, float] = {}
        self._is_beating = True
        self._is_leaving = False
        self._wake = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        locks.on_lost(self._all_lost)
        store.on_shard_lost(self._one_lost)
        peers.on_change(self._wake.set)

    def start(self) -> None:
        """Begins to take shards."""
        self._peers.start()
        self._tasks = [
            asyncio.create_task(self._run(), name="ownership"),
            asyncio.create_task(self._beat(), name="heartbeats"),
        ]

    async def stop(self) -> None:
        """Drains and frees all shards, tells the others, ends."""
        self._is_leaving = True
        self._wake.set()
        if self._tasks:
            await self._tasks[0]
            self._tasks[1].cancel()
            await asyncio.gather(*self._tasks, return_exceptions=True)
        self._peers.leave()
        await self._locks.close()

    def pause_heartbeats(self) -> None:
        """From now on time counts as an outage of ours (nobody can reach the owner)."""
        self._is_beating = False

    def resume_heartbeats(self) -> None:
        """The owner can be reached again."""
        self._is_beating = True

    def _all_lost(self) -> None:
        """The locks are gone: whoever is waiting for a commit must not wait any longer."""
        for shard in (*self.owned, *self._gaining):
            self._store.abandon_shard(shard)
            self._bury(shard)

    def _one_lost(self, shard: int) -> None:
        self._bury(shard)

    def _bury(self, shard: int) -> None:
        if shard in self.owned:
            self.owned.discard(shard)
            self._to_bury.append(shard)
            self._wake.set()

    async def _run(self) -> None:
        while not self._is_leaving:
            try:
                await self._turn()
            except StoreUnavailableError as error:
                _LOG.warning("no contact with the database: %s", error)
            except Exception:  # noqa: BLE001 (who stops turning would hold its shards for ever)
                _LOG.exception("a turn of the ownership failed")
            self._wake.clear()
            if not self._is_leaving and not self._to_bury:
                await _wait(self._wake, self._times.turn_s)
        await self._bury_lost()
        await asyncio.gather(*map(self._hand_over, sorted(self.owned)))

    async def _turn(self) -> None:
        await self._bury_lost()
        self._peers.announce(self.owned)
        share = -(-len(self._shards) // self._peers.count())
        if len(self.owned) > share:
            surplus = sorted(self.owned)[share:]
            await asyncio.gather(*map(self._hand_over, surplus))
            self._peers.announce(self.owned)
        elif len(self.owned) < share:
            await self._take(share - len(self.owned))

    async def _take(self, count: int) -> None:
        now = asyncio.get_running_loop().time()
        wanted = self._peers.in_my_order(
            shard
            for shard in self._shards
            if shard not in self.owned and self._not_before.get(shard, 0.0) <= now
        )
        taken = await self._locks.take(wanted, count)
        if not taken:
            return
        self._gaining.update(taken)
        try:
            beats = await self._locks.last_beats(taken)
            gains = (self._gain(shard, beats.get(shard)) for shard in taken)
            failures = await asyncio.gather(*gains, return_exceptions=True)
        finally:
            self._gaining.clear()
        for shard, failure in zip(taken, failures, strict=True):
            if failure is not None:
                await self._give_back(shard, failure)
        if self._is_beating:
            # From now on an outage has a beginning, also in the first second.
            await self._beat_once(shard for shard in taken if shard in self.owned)
        self._peers.announce(self.owned)

    async def _gain(self, shard: int, heartbeat_ms: int | None) -> None:
        await self._store.open_shard(shard)
        await self._handler.gained(shard, heartbeat_ms)
        if not self._store.is_open(shard):
            raise ShardLostError(shard)
        self.owned.add(shard)

    async def _give_back(self, shard: int, failure: BaseException) -> None:
        _LOG.error("shard %02x could not be taken over", shard, exc_info=failure)
        self._store.abandon_shard(shard)
        pause_s = self._times.failed_gain_pause_s
        self._not_before[shard] = asyncio.get_running_loop().time() + pause_s
        await self._safely(self._handler.lost(shard))
        await self._unlock(shard)

    async def _hand_over(self, shard: int) -> None:
        """Lets what is under way end, then frees the shard for the next."""
        self.owned.discard(shard)
        await self._safely(self._handler.release(shard))
        await self._store.close_shard(shard)
        if self._is_beating:
            await self._beat_once([shard])
        await self._unlock(shard)

    async def _bury_lost(self) -> None:
        while self._to_bury:
            shard = self._to_bury.pop()
            await self._safely(self._handler.lost(shard))
            await self._unlock(shard)

    @staticmethod
    async def _safely(work: Awaitable[None]) -> None:
        """A handler that fails must not keep the lock of its shard."""
        (failure,) = await asyncio.gather(work, return_exceptions=True)
        if failure is not None:
            _LOG.error("a shard's handler failed", exc_info=failure)

    async def _unlock(self, shard: int) -> None:
        try:
            await self._locks.release(shard)
        except StoreUnavailableError as error:
            _LOG.warning("shard %02x is freed by the end of the connection: %s", shard, error)

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(self._times.beat_s)
            if self._is_beating and self.owned:
                await self._beat_once(self.owned)

    async def _beat_once(self, shards: Iterable[int]) -> None:
        now_ms = self._times.now_ms()
        try:
            await self._locks.beat(sorted(shards), now_ms)
        except StoreUnavailableError as error:
            _LOG.warning("no heartbeat: %s", error)
        else:
            self.last_beat_ms = now_ms


async def _wait(event: asyncio.Event, limit_s: float) -> None:
    try:
        async with asyncio.timeout(limit_s):
            await event.wait()
    except TimeoutError:
        return
