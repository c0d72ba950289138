"""Rows beside events, in the same transaction: the player with a name of its own, the session."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final, Protocol

from libs.eventstore.records import StreamId
from services.accounts.decider import Fact, PlayerState

_NUMBER: Final = """
INSERT INTO given_names (name, given) VALUES ($1, 1)
ON CONFLICT (name) DO UPDATE SET given = given_names.given + 1
RETURNING given
"""
_PLAYER: Final = "INSERT INTO players (id, name, created_at_ms) VALUES ($1, $2, $3)"
_SESSION: Final = """
INSERT INTO sessions (token_hash, player, created_at_ms, last_seen_ms) VALUES ($1, $2, $3, $3)
"""


class Transaction(Protocol):
    """What an effect writes through."""

    async def execute(self, sql: str, *args: object) -> str:
        """Runs one statement."""

    async def fetchval(self, sql: str, *args: object) -> Any:
        """The first column of the first row."""


Effect = Callable[[Transaction], Awaitable[None]]


def effects(player: StreamId, facts: Sequence[Fact], _before: PlayerState) -> Effect:
    """The rows of a new guest. A name that was given before gets a number."""
    (fact,) = facts

    async def register(tx: Transaction) -> None:
        number = await tx.fetchval(_NUMBER, fact.name)
        name = fact.name if number == 1 else f"{fact.name} {number}"
        await tx.execute(_PLAYER, player, name, fact.at_ms)
        await tx.execute(_SESSION, fact.token_hash, player, fact.at_ms)

    return register
