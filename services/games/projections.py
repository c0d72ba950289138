"""Which games run on time: a table kept in the transactions that begin and end them.

Practice games are left out: nothing falls due in them, so no outage has to be credited, and they
may stay open for ever without costing whoever takes their shard over anything.
"""

from collections.abc import Awaitable, Callable, Sequence
from typing import Final, Protocol

from libs.contracts.games import GameEnded, GameEvent, GameStarted
from libs.eventstore.records import StreamId, shard_of
from services.games.decider import Fact, GameState

STARTED: Final = str(GameStarted.__struct_config__.tag)
ENDED: Final = str(GameEnded.__struct_config__.tag)

_ON_TIME: Final = "convert_from(public, 'UTF8')::json -> 'terms' ->> 'kind' <> 'practice'"
_GATHER: Final = f"""
CREATE TEMPORARY TABLE gathered ON COMMIT DROP AS
SELECT stream FROM events WHERE shard = {{shard:d}} AND seq <= {{head:d}} AND type = '{STARTED}'
AND {_ON_TIME}
EXCEPT
SELECT stream FROM events WHERE shard = {{shard:d}} AND seq <= {{head:d}} AND type = '{ENDED}'
"""  # noqa: S608  two numbers and names of ours; such a statement takes no arguments
_BEGUN: Final = f"""
INSERT INTO running (stream, shard) SELECT stream, $1 FROM gathered
UNION SELECT stream, shard FROM events WHERE shard = $1 AND seq > $2 AND type = '{STARTED}'
AND {_ON_TIME}
"""  # noqa: S608  a name of ours
_OVER: Final = f"""
DELETE FROM running WHERE stream IN
    (SELECT stream FROM events WHERE shard = $1 AND seq > $2 AND type = '{ENDED}')
"""  # noqa: S608  a name of ours


class Transaction(Protocol):
    """What an effect writes through."""

    async def execute(self, sql: str, *args: object) -> str:
        """Runs one statement."""


Effect = Callable[[Transaction], Awaitable[None]]


def effects(stream: StreamId, facts: Sequence[Fact], before: GameState) -> Effect | None:
    """The statement that goes with a game's start or end, None for everything between."""
    first = facts[0].event
    is_begun = isinstance(first, GameStarted)
    is_over = isinstance(facts[-1].event, GameEnded)
    if is_begun == is_over:
        return None
    if _is_practice(first, before):
        return None

    async def begin(tx: Transaction) -> None:
        await tx.execute(
            "INSERT INTO running (stream, shard) VALUES ($1, $2) ON CONFLICT DO NOTHING",
            stream,
            shard_of(stream),
        )

    async def finish(tx: Transaction) -> None:
        await tx.execute("DELETE FROM running WHERE stream = $1", stream)

    return begin if is_begun else finish


def _is_practice(first: GameEvent, before: GameState) -> bool:
    if isinstance(first, GameStarted):
        return first.terms.is_practice()
    return before is not None and before.started.terms.is_practice()


async def rebuild_running(tx: Transaction, shard: int, head: int) -> None:
    """Makes a shard's rows again from its log, in one transaction; `head` is a recent sequence.

    What was up to `head` is read beforehand, so that starts and ends wait only for what came since.
    """
    await tx.execute(_GATHER.format(shard=shard, head=head))
    await tx.execute("LOCK TABLE running IN SHARE ROW EXCLUSIVE MODE")
    await tx.execute("DELETE FROM running WHERE shard = $1", shard)
    await tx.execute(_BEGUN, shard, head)
    await tx.execute(_OVER, shard, head)
