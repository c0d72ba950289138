"""How far the relay has come: a cursor a shard, beside the events or in memory."""

from collections.abc import Mapping
from typing import Final, Protocol

from libs.eventstore.memory import MemoryLog
from libs.eventstore.reads import ReadPool

_SAVE: Final = """
INSERT INTO relay_cursor (shard, seq)
SELECT * FROM unnest($1::smallint[], $2::bigint[])
ON CONFLICT (shard) DO UPDATE SET seq = greatest(relay_cursor.seq, excluded.seq)
"""
_LOAD: Final = "SELECT seq FROM relay_cursor WHERE shard = $1"


class RelayCursors(Protocol):
    """Where the cursors lie. Both raise `StoreUnavailableError`."""

    async def load(self, shard: int) -> int:
        """The last sequence of a shard that was acknowledged, 0 if there is none."""
        ...

    async def save(self, cursors: Mapping[int, int]) -> None:
        """Moves cursors forward, all at once."""
        ...


class PostgresRelayCursors:
    """Implements `RelayCursors` on a service's pool."""

    def __init__(self, pool: ReadPool) -> None:
        self._pool = pool

    async def load(self, shard: int) -> int:
        """See `RelayCursors.load`."""
        return int(await self._pool.fetchval(_LOAD, shard) or 0)

    async def save(self, cursors: Mapping[int, int]) -> None:
        """See `RelayCursors.save`."""
        await self._pool.execute(_SAVE, list(cursors), list(cursors.values()))


class MemoryRelayCursors:
    """Implements `RelayCursors` on a `MemoryLog`."""

    def __init__(self, log: MemoryLog) -> None:
        self._log = log

    async def load(self, shard: int) -> int:
        """See `RelayCursors.load`."""
        await self._log.access()
        return self._log.relay_cursors.get(shard, 0)

    async def save(self, cursors: Mapping[int, int]) -> None:
        """See `RelayCursors.save`."""
        await self._log.access()
        kept = self._log.relay_cursors
        kept.update({shard: max(seq, kept.get(shard, 0)) for shard, seq in cursors.items()})
