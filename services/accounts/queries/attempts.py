"""Guesses at passwords, slowed down: counted before they are looked at, by hashed keys."""

import hashlib
from typing import Final

import msgspec

from services.accounts.decider.waiting import (
    ADDRESS_WAITS_MS,
    FORGET_AFTER_MS,
    KNOWN_FOR_MS,
    NAME_WAITS_MS,
)
from services.accounts.queries.sessions import Reads

# No wait is written as until 0, not as until now: of two attempts at the same instant, the one
# that came first may be counted second. The first failure never means a wait.
_ENTER: Final = """
INSERT INTO attempts AS a (key, failed, until_ms, last_ms)
VALUES ($1, 1, 0, $2)
ON CONFLICT (key) DO UPDATE SET
    (failed, until_ms, last_ms) = (
        SELECT n,
            coalesce($2 + nullif(($3::bigint[])[least(n + 1, cardinality($3::bigint[]))], 0), 0),
            $2
        FROM (SELECT CASE WHEN a.last_ms < $4 THEN 1 ELSE a.failed + 1 END AS n) AS counted
    )
WHERE a.until_ms <= $2
RETURNING key
"""
_UNTIL: Final = "SELECT until_ms FROM attempts WHERE key = $1"
_FORGIVE: Final = "DELETE FROM attempts WHERE key = $1"
_TAKE_BACK: Final = """
UPDATE attempts SET failed = greatest(failed - 1, 0), until_ms = 0 WHERE key = $1
"""
_EXPIRE: Final = """
WITH attempts_gone AS (DELETE FROM attempts WHERE last_ms < $1)
DELETE FROM known_places WHERE seen_at_ms < $2
"""


class Count(msgspec.Struct, frozen=True):
    """One thing that guesses are counted by, and the waits that go with it."""

    key: str
    waits_ms: tuple[int, ...]


def hashed(*parts: str) -> str:
    """Names and addresses are not kept in the clear."""
    return hashlib.sha256("\n".join(parts).encode(errors="replace")).hexdigest()


def by_name(looks: str) -> Count:
    """All guesses at a name, wherever they come from."""
    return Count(hashed("name", looks), NAME_WAITS_MS)


def by_name_and_place(looks: str, place: str) -> Count:
    """Guesses at a name from a place where its owner has signed in before."""
    return Count(hashed("known", looks, place), NAME_WAITS_MS)


def by_session(player: str) -> Count:
    """Guesses at a password by who is signed in already."""
    return Count(hashed("session", player), NAME_WAITS_MS)


def by_address(place: str) -> Count:
    """All guesses from a place, at whatever names."""
    return Count(hashed("address", place), ADDRESS_WAITS_MS)


class AttemptsTable:
    """Attempts without success so far. All raise `StoreUnavailableError`."""

    def __init__(self, reads: Reads) -> None:
        self._reads = reads

    async def enter(self, count: Count, now_ms: int) -> int:
        """Counts an attempt, as one that fails; 0, or the milliseconds until one is allowed.

        Counting first keeps a hundred guesses at the same instant from all being the first.
        """
        waits, oldest_ms = list(count.waits_ms), now_ms - FORGET_AFTER_MS
        if await self._reads.fetchrow(_ENTER, count.key, now_ms, waits, oldest_ms) is not None:
            return 0
        row = await self._reads.fetchrow(_UNTIL, count.key)
        return 1 if row is None else max(1, row["until_ms"] - now_ms)

    async def forgive(self, count: Count) -> None:
        """It was the owner: all guesses so far are forgotten."""
        await self._reads.execute(_FORGIVE, count.key)

    async def take_back(self, count: Count) -> None:
        """The attempt was none that failed. The others stay counted, or anybody with an account
        of their own could wipe out their guesses at other people's.
        """
        await self._reads.execute(_TAKE_BACK, count.key)

    async def expire(self, now_ms: int) -> None:
        """Forgets what has not mattered for long."""
        await self._reads.execute(_EXPIRE, now_ms - FORGET_AFTER_MS, now_ms - KNOWN_FOR_MS)
