"""What of a delivered batch is new, and what is missing before it."""

from collections.abc import Mapping, Sequence
from typing import Final, Protocol

from libs.eventstore.cursors import Cursor, Source
from libs.eventstore.errors import EventStoreError
from libs.eventstore.records import PublicEvent, RelayBatch

READ_LIMIT: Final = 500

News = dict[Source, list[PublicEvent]]
"""By shard: events in order, without a gap, from the first that isn't done yet."""


class LogReader(Protocol):
    """Asks the owner of a shard for its log."""

    async def __call__(
        self, service: str, shard: int, after_seq: int, limit: int
    ) -> Sequence[PublicEvent]:
        """Events above a sequence, in order, at most `limit`; none at the head of the log."""
        ...


class Intake:
    """Puts batches in order: skips what was seen, asks the owner for what is missing."""

    def __init__(self, reader: LogReader) -> None:
        self._reader = reader
        self.skipped = 0
        self.gaps = 0

    async def collect(self, batch: RelayBatch, last: int, news: News) -> None:
        """Adds to `news` what a batch brings after `last`, or after what is there already.

        Adds nothing when it raises: what the reader raises, or `EventStoreError`.
        """
        source = (batch.service, batch.shard)
        known = news.get(source, [])
        last = known[-1].seq if known else last
        found: list[PublicEvent] = []
        for event in batch.events:
            while event.seq > last + 1:
                self.gaps += 1
                found += await self._missing(source, last, event.seq)
                last = found[-1].seq
            if event.seq == last + 1:
                found.append(event)
                last = event.seq
            else:
                self.skipped += 1
        if found:
            news[source] = known + found

    async def read(self, source: Source, after_seq: int) -> RelayBatch | None:
        """The next piece of a log, None at its head. Raises what the reader raises."""
        service, shard = source
        events = await self._reader(service, shard, after_seq, READ_LIMIT)
        return RelayBatch(service, shard, list(events)) if events else None

    async def _missing(self, source: Source, last: int, before: int) -> list[PublicEvent]:
        limit = min(READ_LIMIT, before - last - 1)
        events = await self._reader(source[0], source[1], last, limit)
        missing = [event for event in events if last < event.seq < before]
        if not missing or missing[0].seq != last + 1:
            msg = f"the log of {source} has no event {last + 1}"
            raise EventStoreError(msg)
        return missing


def without_effect(
    news: News, cursors: Mapping[Source, Cursor]
) -> tuple[list[PublicEvent], dict[Source, Cursor]]:
    """The events whose effect isn't stored, and the cursors after they are."""
    fresh: list[PublicEvent] = []
    moved: dict[Source, Cursor] = {}
    for source, events in news.items():
        cursor = cursors.get(source, Cursor())
        new = [event for event in events if event.seq > cursor.seq]
        if new:
            fresh += new
            moved[source] = cursor._replace(seq=new[-1].seq)
    return fresh, moved


def not_acted_upon(
    news: News, cursors: Mapping[Source, Cursor]
) -> tuple[list[PublicEvent], dict[Source, Cursor]]:
    """The events that the policy hasn't seen, and the cursors after it has."""
    fresh: list[PublicEvent] = []
    moved: dict[Source, Cursor] = {}
    for source, events in news.items():
        cursor = cursors.get(source, Cursor())
        new = [event for event in events if event.seq > cursor.policy_seq]
        if new:
            fresh += new
            moved[source] = cursor._replace(policy_seq=new[-1].seq)
    return fresh, moved
