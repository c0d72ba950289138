"""What the log says after a lost connection."""

from collections.abc import Sequence
from typing import Final

from libs.eventstore.errors import SeqTakenError
from libs.eventstore.pending import OpenShard, Part
from libs.eventstore.records import Recorded
from libs.eventstore.store import ShardLog, TxT

FIRST_PAUSE_S: Final = 0.05
LONGEST_PAUSE_S: Final = 1.0
"""Between two looks at a log that can't be read."""


async def ends_at_head(log: ShardLog[TxT], shard: OpenShard) -> bool:
    """Whether the log ends where this writer has left it.

    Longer, somebody else has written; shorter, it is a restored copy, and writing on would leave a
    gap. Raises `StoreUnavailableError`.
    """
    before = max(shard.head - 1, 0)
    end = await log.read_back(shard.number, before, 2)
    return [event.seq for event in end] == ([shard.head] if shard.head else [])


async def read_or_write(log: ShardLog[TxT], part: Part[TxT], rows: Sequence[Recorded]) -> bool:
    """Whether the shard's log holds a part's rows in their place, written now if need be.

    If the rows aren't there, the old connection may still be about to commit them; writing the
    same sequences again decides it, because the keys let only one through. A log that ends before
    our head has lost something (a restored copy): it isn't ours. Raises what `ShardLog.insert`
    raises, but for `SeqTakenError`, and `StoreUnavailableError`.
    """
    shard, head = part.shard.number, part.shard.head
    if head and not await log.read_back(shard, head - 1, 1):
        return False
    stored = await log.read_back(shard, head, len(rows))
    if not stored:
        try:
            await log.insert(rows, part.effects())
        except SeqTakenError:
            stored = await log.read_back(shard, head, len(rows))
        else:
            return True
    return stored == list(rows)
