"""Streams that began here a while ago, as they were committed: reading them costs no query."""

from collections import OrderedDict
from collections.abc import Sequence
from typing import Any, Final

from libs.eventstore.records import Recorded, StreamId
from libs.eventstore.store import EventStore

MOST_EVENTS: Final = 20_000
"""Some ten megabytes."""


class RecentStreams:
    """Answers from memory for streams whose every event was committed here, else from the log.

    For what is told, as are the states in memory; whoever decides after a conflict asks the log.
    """

    def __init__(self, store: EventStore[Any], most_events: int = MOST_EVENTS) -> None:
        self._store = store
        self._most_events = most_events
        self._streams: OrderedDict[StreamId, list[Recorded]] = OrderedDict()
        self._count = 0
        store.on_commit(self._committed)
        store.on_shard_closed(self._drop_shard)

    def __len__(self) -> int:
        """How many events are kept."""
        return self._count

    async def read_stream(self, stream: StreamId, after_version: int = 0) -> list[Recorded]:
        """See `EventLog.read_stream`; what has been committed is never missing."""
        events = self._streams.get(stream)
        if events is None:
            return await self._store.read_stream(stream, after_version)
        return events[after_version:]

    def _committed(self, rows: Sequence[Recorded]) -> None:
        for row in rows:
            events = self._streams.get(row.stream)
            if events is not None:
                events.append(row)
            elif row.version == 1:
                self._streams[row.stream] = [row]
            else:
                continue
            self._count += 1
        while self._count > self._most_events:  # whatever began first goes first
            self._count -= len(self._streams.popitem(last=False)[1])

    def _drop_shard(self, shard: int) -> None:
        """From now on somebody else may write its streams."""
        for stream, events in list(self._streams.items()):
            if events[0].shard == shard:
                del self._streams[stream]
                self._count -= len(events)
