"""Reads and single writes of the sessions' table."""

from typing import Any, Final, Protocol

from libs.contracts.accounts import Player
from libs.contracts.ids import PlayerId

TOUCH_AFTER_MS: Final = 3_600_000
"""How exact `last_seen_ms` is: a session in use costs one write an hour."""

_FIND: Final = """
SELECT player, name, is_guest, last_seen_ms
FROM sessions JOIN players ON players.id = sessions.player
WHERE token_hash = $1 AND last_seen_ms > $2
"""
_TOUCH: Final = """
UPDATE sessions SET last_seen_ms = $2 WHERE token_hash = $1 AND last_seen_ms < $2
"""
_CLOSE: Final = "DELETE FROM sessions WHERE token_hash = $1 RETURNING player"
_EXPIRE: Final = """
WITH gone AS (DELETE FROM sessions WHERE last_seen_ms <= $1 RETURNING 1) SELECT count(*) FROM gone
"""


class Reads(Protocol):
    """What the tables are read through, and single statements that may be repeated."""

    async def fetchrow(self, sql: str, *args: object) -> Any:
        """The first row of a query, None if there is none."""

    async def execute(self, sql: str, *args: object) -> None:
        """One small write."""


class SessionTable:
    """Sessions by the SHA-256 of their token. All raise `StoreUnavailableError`."""

    def __init__(self, reads: Reads, lifetime_ms: int) -> None:
        self._reads = reads
        self._lifetime_ms = lifetime_ms

    async def find(self, token_hash: str, now_ms: int) -> Player | None:
        """Who holds the session; None if it doesn't exist, was closed or has run out."""
        row = await self._reads.fetchrow(_FIND, token_hash, now_ms - self._lifetime_ms)
        if row is None:
            return None
        if now_ms - row["last_seen_ms"] > TOUCH_AFTER_MS:
            await self._reads.execute(_TOUCH, token_hash, now_ms)
        return Player(PlayerId(row["player"]), row["name"], row["is_guest"])

    async def close(self, token_hash: str) -> None:
        """Ends the session; one that doesn't exist is left as it is."""
        await self._reads.fetchrow(_CLOSE, token_hash)

    async def expire(self, now_ms: int) -> int:
        """Removes the sessions that have run out; says how many."""
        row = await self._reads.fetchrow(_EXPIRE, now_ms - self._lifetime_ms)
        return int(row[0])
