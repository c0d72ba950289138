"""A consumer: the effects of other services' events, each once, whatever gets delivered."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Final, Generic

import msgspec

from libs.eventstore.cursors import ConsumerStore, Cursor, Source
from libs.eventstore.errors import EffectFailedError, EventStoreError, StoreUnavailableError
from libs.eventstore.intake import Intake, LogReader, News, not_acted_upon, without_effect
from libs.eventstore.records import PublicEvent, RelayBatch
from libs.eventstore.store import TxT

_LOG: Final = logging.getLogger(__name__)

MAX_EVENTS_A_TRANSACTION: Final = 2_000
FEW_EVENTS: Final = 50
"""A page with fewer ended at the head of its log. While a shard is busy no page is ever empty."""


Effect = Callable[[TxT, Sequence[PublicEvent]], Awaitable[None]]
"""Writes what events mean. Each shard's events come in order, each once; of unknown types it
takes no notice.
"""
Policy = Callable[[Sequence[PublicEvent]], Awaitable[None]]
"""Acts upon events (sends commands): at least once each, so with ids made from the events."""


class ConsumerOptions(msgspec.Struct, frozen=True, kw_only=True):
    """`sources`: how many shards each service has. The rest are seconds.

    `gather_s`: what arrives meanwhile shares a transaction, since each costs a flush to disk.
    """

    sources: Mapping[str, int]
    policy: Policy | None = None
    gather_s: float = 0.02
    poll_s: float = 15.0
    retry_s: float = 0.5


class _Item:
    """A batch that waits for its transaction."""

    __slots__ = ("batch", "future")

    def __init__(self, batch: RelayBatch, future: "asyncio.Future[None]") -> None:
        self.batch = batch
        self.future = future

    def end(self, error: BaseException | None = None) -> None:
        if self.future.done():
            return
        if error is None:
            self.future.set_result(None)
        else:
            self.future.set_exception(error)


class Consumer(Generic[TxT]):
    """Applies batches in order of their sequences; skips what it has seen, asks for what it misses.

    A policy has a cursor of its own, so it runs again after a crash and never during a rebuild:
    there the effects start anew, the policy's cursor stays.
    """

    def __init__(
        self,
        name: str,
        store: ConsumerStore[TxT],
        reader: LogReader,
        effect: Effect[TxT],
        options: ConsumerOptions,
    ) -> None:
        self.name = name
        self._store = store
        self.intake = Intake(reader)
        self._effect = effect
        self._options = options
        self._cursors: dict[Source, Cursor] | None = None
        self._queue: list[_Item] = []
        self._wake = asyncio.Event()
        self._turn = asyncio.Lock()
        self._loading = asyncio.Lock()
        self._tasks: list[asyncio.Task[None]] = []
        self.is_caught_up = asyncio.Event()
        self.events = 0
        self.transactions = 0

    async def start(self) -> None:
        """Waits for the consumer's lock, then begins to apply and to catch up with the logs."""
        reason = ""
        while self._cursors is None:
            try:
                self._cursors = await self._store.load()
            except EventStoreError as error:
                if reason != repr(error):  # a standby may wait for days
                    reason = repr(error)
                    _LOG.info("consumer %s waits: %s", self.name, reason)
                await asyncio.sleep(self._options.retry_s)
        self._tasks = [
            asyncio.create_task(self._run(), name=f"consumer {self.name}"),
            asyncio.create_task(self._keep_up(), name=f"catching up {self.name}"),
        ]

    async def stop(self) -> None:
        """Ends at once; what wasn't committed is delivered again."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._tasks = []
        await self._store.close()

    def apply(self, batch: RelayBatch) -> "asyncio.Future[None]":
        """Done when everything in the batch is stored and acted upon, now or long ago.

        Whatever it raises: deliver the batch again.
        """
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._queue.append(_Item(batch, future))
        self._wake.set()
        return future

    async def rebuild(self, clear: Callable[[TxT], Awaitable[None]]) -> None:
        """Starts anew: `clear` empties the read tables, then all events have their effect again.

        Returns when the heads of the logs are reached. Raises `EventStoreError`.
        """
        async with self._turn, self._loading:
            await self._store.reset(clear)
            self._cursors = None
        await self.catch_up()

    async def catch_up(self) -> None:
        """Reads all logs to their heads. Raises what the reader or the store raises."""
        sources = self._options.sources
        reads = [
            self._catch_up((service, shard))
            for service, shards in sources.items()
            for shard in range(shards)
        ]
        results = await asyncio.gather(*reads, return_exceptions=True)
        for failure in results:
            if failure is not None:
                raise failure
        self.is_caught_up.set()

    async def _catch_up(self, source: Source) -> None:
        while True:
            batch = await self.intake.read(source, self._base(await self._known(), source))
            if batch is None:
                return
            await self.apply(batch)
            if len(batch.events) < FEW_EVENTS:
                return

    async def _keep_up(self) -> None:
        """The last message of a shard may get lost: nobody would see that gap."""
        while True:
            try:
                await self.catch_up()
            except Exception as error:  # noqa: BLE001 (owners come and go: asked again)
                _LOG.info("consumer %s is not caught up: %r", self.name, error)
                await asyncio.sleep(self._options.retry_s)
            else:
                await asyncio.sleep(self._options.poll_s)

    async def _run(self) -> None:
        items: list[_Item] = []
        try:
            while True:
                await self._wake.wait()
                await asyncio.sleep(self._options.gather_s)
                async with self._turn:
                    items = self._take()
                    await self._apply(items)
                if not self._queue:
                    self._wake.clear()
        finally:
            for item in (*items, *self._queue):
                item.end(StoreUnavailableError(f"consumer {self.name} has stopped"))

    def _take(self) -> list[_Item]:
        """The batches of the next transaction: all that wait, as long as it isn't too many."""
        count = size = 0
        for item in self._queue:
            size += len(item.batch.events)
            if count and size > MAX_EVENTS_A_TRANSACTION:
                break
            count += 1
        items, self._queue = self._queue[:count], self._queue[count:]
        return items

    async def _apply(self, items: list[_Item]) -> None:
        try:
            await self._transact(items)
        except EffectFailedError as error:
            if len(items) == 1:
                items[0].end(error.cause)
                return
            # One batch that can't be applied must not stop the others.
            for item in [item for item in items if not item.future.done()]:
                await self._apply([item])
        except Exception as error:  # noqa: BLE001 (goes to those who wait, and they deliver again)
            self._cursors = None
            for item in items:
                item.end(error)

    async def _transact(self, items: list[_Item]) -> None:
        cursors = await self._known()
        news: News = {}
        ready: list[_Item] = []
        for item in items:
            source = (item.batch.service, item.batch.shard)
            try:
                await self.intake.collect(item.batch, self._base(cursors, source), news)
            except Exception as error:  # noqa: BLE001 (the owner doesn't answer: this one waits)
                item.end(error)
            else:
                ready.append(item)
        await self._store_effects(cursors, news)
        await self._act(cursors, news)
        for item in ready:
            item.end()

    async def _store_effects(self, cursors: dict[Source, Cursor], news: News) -> None:
        fresh, moved = without_effect(news, cursors)
        if not fresh:
            return

        async def effect(tx: TxT) -> None:
            await self._effect(tx, fresh)

        await self._store.commit(moved, effect)
        cursors.update(moved)
        self.events += len(fresh)
        self.transactions += 1

    async def _act(self, cursors: dict[Source, Cursor], news: News) -> None:
        policy = self._options.policy
        if policy is None:
            return
        fresh, moved = not_acted_upon(news, cursors)
        if fresh:
            await policy(fresh)
            await self._store.commit(moved, None)
            cursors.update(moved)

    async def _known(self) -> dict[Source, Cursor]:
        async with self._loading:
            if self._cursors is None:
                self._cursors = await self._store.load()
            return self._cursors

    def _base(self, cursors: Mapping[Source, Cursor], source: Source) -> int:
        """The last event of which nothing remains to be done."""
        cursor = cursors.get(source, Cursor())
        return cursor.seq if self._options.policy is None else min(cursor)
