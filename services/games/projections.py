"""Which games run: a table kept in the transactions that begin and end them."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Protocol

from libs.contracts.games import GameEnded, GameStarted
from libs.eventstore.records import StreamId, shard_of
from services.games.decider import Fact, GameState


class Transaction(Protocol):
    """What an effect writes through."""

    async def execute(self, sql: str, *args: object) -> str:
        """Runs one statement."""


Effect = Callable[[Transaction], Awaitable[None]]


def effects(stream: StreamId, facts: Sequence[Fact], _before: GameState) -> Effect | None:
    """The statement that goes with a game's start or end, None for everything between."""
    is_begun = isinstance(facts[0].event, GameStarted)
    is_over = isinstance(facts[-1].event, GameEnded)
    if is_begun == is_over:
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


class RebuiltRunning:
    """Makes the table of one shard again from its log."""

    def __init__(self) -> None:
        self._streams: set[StreamId] = set()

    def apply(self, stream: StreamId, kind: str) -> None:
        """One event of the log, in order."""
        if kind == GameStarted.__struct_config__.tag:
            self._streams.add(stream)
        elif kind == GameEnded.__struct_config__.tag:
            self._streams.discard(stream)

    async def write(self, tx: Transaction, shard: int) -> None:
        """Replaces the shard's rows."""
        await tx.execute("DELETE FROM running WHERE shard = $1", shard)
        await tx.execute(
            "INSERT INTO running (stream, shard) SELECT unnest($1::text[]), $2",
            sorted(self._streams),
            shard,
        )
