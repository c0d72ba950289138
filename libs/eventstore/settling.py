"""What became of a commit whose connection was lost."""

from collections.abc import Sequence

from libs.eventstore.errors import SeqTakenError
from libs.eventstore.pending import Part
from libs.eventstore.records import Recorded
from libs.eventstore.store import ShardLog, TxT


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
