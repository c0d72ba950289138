"""The relay: the public parts of owned shards, in order, at least once, onto durable subjects."""

import asyncio
import logging
from collections import deque
from collections.abc import Collection, Iterable
from typing import Final, Protocol

import msgspec

from libs.eventstore.errors import StoreUnavailableError
from libs.eventstore.records import PublicEvent, Recorded, RelayBatch, encode_batch
from libs.eventstore.relay_cursors import RelayCursors
from libs.eventstore.store import EventLog

_LOG: Final = logging.getLogger(__name__)

MAX_BATCH_EVENTS: Final = 500
MAX_BATCH_BYTES: Final = 400_000
"""Well below the megabyte that a NATS server takes."""

MAX_BUFFERED_EVENTS: Final = 5_000
"""Events a shard kept for the relay in memory; what is older is read from the log again."""

EVENT_OVERHEAD_BYTES: Final = 200

BUSY_EVENTS_A_SECOND: Final = 500


class Publisher(Protocol):
    """Durable publishing: returns after the acknowledgement; the same `msg_id` is stored once."""

    async def publish(self, subject: str, data: bytes, msg_id: str) -> object:
        """Stores a message. Whatever it raises: it may have been stored all the same."""
        ...


class RelayTimes(msgspec.Struct, frozen=True, kw_only=True):
    """How long the relay gathers and how long it waits after a failure, in seconds.

    `busy_gather_s` counts while more than `BUSY_EVENTS_A_SECOND` leave: a message costs everybody
    behind it the same, however many events it has. Cursors are saved when all is sent, under load
    every `save_every_s`.
    """

    gather_s: float = 0.02
    busy_gather_s: float = 0.25
    save_every_s: float = 1.0
    first_pause_s: float = 0.1
    longest_pause_s: float = 5.0


class _Message(msgspec.Struct, frozen=True):
    last_seq: int
    data: bytes


class _Feed:
    """One shard's way out. `sent` is the last acknowledged sequence, `head` the last known one."""

    __slots__ = ("buffer", "head", "message", "not_before", "pause_s", "sent", "shard")

    def __init__(self, shard: int, sent: int, head: int) -> None:
        self.shard = shard
        self.sent = sent
        self.head = head
        self.buffer: deque[PublicEvent] = deque()
        self.message: _Message | None = None
        self.not_before = 0.0
        self.pause_s = 0.0

    def add(self, event: Recorded) -> None:
        """Takes an event of a commit."""
        if event.seq <= self.head:
            return
        self.head = event.seq
        if len(self.buffer) >= MAX_BUFFERED_EVENTS:
            self.buffer.clear()  # we are behind: the log has it all
        self.buffer.append(event.to_public())

    def is_behind(self) -> bool:
        """Whether something is committed and not yet acknowledged."""
        return self.sent < self.head

    def buffered(self) -> list[PublicEvent]:
        """What follows the last acknowledged event, as far as it is in memory."""
        buffer = self.buffer
        while buffer and buffer[0].seq <= self.sent:
            buffer.popleft()
        if not buffer or buffer[0].seq != self.sent + 1:
            return []
        return [buffer[place] for place in range(min(len(buffer), MAX_BATCH_EVENTS))]


class Relay:
    """Relays the shards that are open here, several at once, each with one message in flight.

    A message's id names its last event: whatever else an heir sends with the same id has been
    sent before. `lag_events` counts what is committed and not yet acknowledged.
    """

    def __init__(
        self,
        log: EventLog,
        cursors: RelayCursors,
        publisher: Publisher,
        *,
        service: str,
        times: RelayTimes | None = None,
    ) -> None:
        self._log = log
        self._cursors = cursors
        self._publisher = publisher
        self._service = service
        self._times = RelayTimes() if times is None else times
        self._feeds: dict[int, _Feed] = {}
        self._unsaved: dict[int, int] = {}
        self._saved_at = 0.0
        self._is_busy = False
        self._round_at = 0.0
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self.published = 0
        self.failures = 0

    @property
    def lag_events(self) -> int:
        """Events that are committed and not yet acknowledged, over all shards."""
        return sum(feed.head - feed.sent for feed in self._feeds.values())

    def start(self) -> None:
        """Begins to relay."""
        self._task = asyncio.create_task(self._run(), name="relay")

    async def stop(self) -> None:
        """Ends at once: whoever owns the shards next goes on from the cursors."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
            self._task = None

    async def open_shard(self, shard: int) -> None:
        """Goes on with a shard after its cursor. Raises `StoreUnavailableError`."""
        sent = await self._cursors.load(shard)
        feed = self._feeds[shard] = _Feed(shard, sent, sent)
        feed.head = max(feed.head, await self._log.head(shard))
        self._wake.set()

    def close_shard(self, shard: int) -> None:
        """Relays a shard no more; what is on its way may still arrive."""
        self._feeds.pop(shard, None)

    def observe(self, events: Iterable[Recorded]) -> None:
        """Takes new events; this is what belongs into `EventStore.on_commit`."""
        for event in events:
            feed = self._feeds.get(event.shard)
            if feed is not None:
                feed.add(event)
        self._wake.set()

    async def _run(self) -> None:
        while True:
            await self._wake.wait()
            times = self._times
            await asyncio.sleep(times.busy_gather_s if self._is_busy else times.gather_s)
            self._wake.clear()
            try:
                behind = self._behind()
                self._note_rate()
                await self._send_all(behind)
                await self._save_in_time()
            except Exception:  # noqa: BLE001 (a relay that ends would be missed much later)
                _LOG.exception("a round of the relay failed")
                await asyncio.sleep(self._times.first_pause_s)
            if self._unsaved or self._behind():
                self._wake.set()

    def _note_rate(self) -> None:
        """How much leaves decides how long is gathered."""
        now = asyncio.get_running_loop().time()
        waiting, passed_s = self.lag_events, now - self._round_at
        self._is_busy = waiting > BUSY_EVENTS_A_SECOND * passed_s
        self._round_at = now

    def _behind(self) -> list[_Feed]:
        return [feed for feed in self._feeds.values() if feed.is_behind()]

    async def _send_all(self, feeds: Collection[_Feed]) -> None:
        now = asyncio.get_running_loop().time()
        due = [feed for feed in feeds if feed.not_before <= now]
        results = await asyncio.gather(*map(self._send, due), return_exceptions=True)
        for feed, failure in zip(due, results, strict=True):
            if isinstance(failure, Exception):
                self._put_off(feed, failure)

    def _put_off(self, feed: _Feed, failure: Exception) -> None:
        self.failures += 1
        times = self._times
        feed.pause_s = min(max(times.first_pause_s, 2 * feed.pause_s), times.longest_pause_s)
        feed.not_before = asyncio.get_running_loop().time() + feed.pause_s
        _LOG.warning("shard %02x is relayed again in %.1f s: %r", feed.shard, feed.pause_s, failure)

    async def _send(self, feed: _Feed) -> None:
        """One message of a shard. One that failed is sent again as it was: same id, same events."""
        if feed.message is None:
            feed.message = await self._next_message(feed)
        message = feed.message
        if message is None:
            return
        service, shard = self._service, feed.shard
        msg_id = f"{service}:{shard}:{message.last_seq}"
        await self._publisher.publish(f"ev.{service}.{shard}", message.data, msg_id)
        self.published += message.last_seq - feed.sent
        feed.sent = message.last_seq
        feed.message = None
        feed.pause_s = 0.0
        if self._feeds.get(shard) is feed:
            self._unsaved[shard] = feed.sent

    async def _next_message(self, feed: _Feed) -> _Message | None:
        events = feed.buffered()
        if not events:
            stored = await self._log.read_shard(feed.shard, feed.sent, MAX_BATCH_EVENTS)
            events = [event.to_public() for event in stored]
        size = 0
        for count, event in enumerate(events):
            size += len(event.public) + EVENT_OVERHEAD_BYTES
            if count and size > MAX_BATCH_BYTES:
                events = events[:count]
                break
        if not events:
            return None
        data = encode_batch(RelayBatch(self._service, feed.shard, events))
        return _Message(events[-1].seq, data)

    async def _save_in_time(self) -> None:
        """An older cursor only means that something is sent again: no need for one a message."""
        now = asyncio.get_running_loop().time()
        is_time = not self._behind() or now - self._saved_at >= self._times.save_every_s
        if self._unsaved and is_time:
            self._saved_at = now
            await self._save_cursors()

    async def _save_cursors(self) -> None:
        cursors = dict(self._unsaved)
        try:
            await self._cursors.save(cursors)
        except StoreUnavailableError as error:
            _LOG.warning("the relay's cursors were not saved: %s", error)
            await asyncio.sleep(self._times.first_pause_s)
            return
        for shard, seq in cursors.items():
            if self._unsaved.get(shard) == seq:
                del self._unsaved[shard]
