"""Reads and single writes of sessions and API tokens, both known by the SHA-256 of their token."""

import hashlib
from typing import Any, Final, Protocol

from libs.contracts.accounts import (
    MOST_SESSIONS,
    MOST_TOKENS,
    TOKEN_PREFIX,
    Player,
    SessionView,
    TokenView,
)
from libs.contracts.ids import PlayerId

TOUCH_AFTER_MS: Final = 3_600_000
"""How exact `last_seen_ms` is: a session in use costs one write an hour."""

SESSION_ID_SIGNS: Final = 16
"""A session's id, for its owner's list: the beginning of the hash, of which nobody gets back."""

_FIND: Final = """
SELECT player, name, is_guest, role, last_seen_ms
FROM sessions JOIN players ON players.id = sessions.player
WHERE token_hash = $1 AND last_seen_ms > $2
"""
_TOUCH: Final = """
UPDATE sessions SET last_seen_ms = $2 WHERE token_hash = $1 AND last_seen_ms < $2
"""
_FIND_API: Final = """
SELECT player, players.name, is_guest, role, coalesce(last_used_ms, 0) AS last_seen_ms
FROM tokens JOIN players ON players.id = tokens.player
WHERE token_hash = $1
"""
_TOUCH_API: Final = """
UPDATE tokens SET last_used_ms = $2 WHERE token_hash = $1 AND coalesce(last_used_ms, 0) < $2
"""
_CLOSE: Final = "DELETE FROM sessions WHERE token_hash = $1 RETURNING player"
_EXPIRE: Final = """
WITH gone AS (DELETE FROM sessions WHERE last_seen_ms <= $1 RETURNING 1) SELECT count(*) FROM gone
"""
_OPEN: Final = """
INSERT INTO sessions (token_hash, player, created_at_ms, last_seen_ms, device)
SELECT $1, player, $3, $3, $4 FROM credentials WHERE player = $2 AND changed_at_ms = $5 FOR SHARE
RETURNING player
"""
_OF_PLAYER: Final = """
SELECT token_hash, created_at_ms, last_seen_ms, device
FROM sessions WHERE player = $1 AND last_seen_ms > $2 ORDER BY last_seen_ms DESC, token_hash
"""
_END: Final = """
DELETE FROM sessions WHERE player = $1 AND left(token_hash, $2) = $3 RETURNING token_hash
"""
_END_OTHERS: Final = """
DELETE FROM sessions WHERE player = $1 AND token_hash <> $2 RETURNING token_hash
"""
_TOKENS: Final = """
SELECT id, name, created_at_ms, last_used_ms
FROM tokens WHERE player = $1 ORDER BY created_at_ms DESC, id
"""
_SURPLUS: Final = f"""
DELETE FROM sessions WHERE token_hash IN (
    SELECT token_hash FROM sessions WHERE player = $1
    ORDER BY last_seen_ms DESC, token_hash OFFSET {MOST_SESSIONS}
) RETURNING token_hash
"""  # noqa: S608  a number of ours
_MAKE_TOKEN: Final = f"""
INSERT INTO tokens (id, player, name, token_hash, created_at_ms)
SELECT $1, $2, $3, $4, $5 WHERE (SELECT count(*) FROM tokens WHERE player = $2) < {MOST_TOKENS}
RETURNING id
"""  # noqa: S608  a number of ours
_REVOKE: Final = "DELETE FROM tokens WHERE player = $1 AND id = $2 RETURNING token_hash"


class Reads(Protocol):
    """What the tables are read through, and single statements that may be repeated."""

    async def fetch(self, sql: str, *args: object) -> list[Any]:
        """The rows of a query."""

    async def fetchrow(self, sql: str, *args: object) -> Any:
        """The first row of a query, None if there is none."""

    async def execute(self, sql: str, *args: object) -> None:
        """One small write."""


def hash_of(token: str) -> str:
    """What is known here of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


class SessionTable:
    """Sessions and API tokens. All raise `StoreUnavailableError`."""

    def __init__(self, reads: Reads, lifetime_ms: int) -> None:
        self._reads = reads
        self._lifetime_ms = lifetime_ms

    async def find(self, token: str, now_ms: int) -> Player | None:
        """Who holds the token; None if it doesn't exist, was closed or has run out."""
        token_hash = hash_of(token)
        if token.startswith(TOKEN_PREFIX):
            row, touch = await self._reads.fetchrow(_FIND_API, token_hash), _TOUCH_API
        else:
            oldest_ms = now_ms - self._lifetime_ms
            row, touch = await self._reads.fetchrow(_FIND, token_hash, oldest_ms), _TOUCH
        if row is None:
            return None
        if now_ms - row["last_seen_ms"] > TOUCH_AFTER_MS:
            await self._reads.execute(touch, token_hash, now_ms)
        return Player(PlayerId(row["player"]), row["name"], row["is_guest"], row["role"])

    async def open(
        self, token: str, player: PlayerId, now_ms: int, device: str, changed_at_ms: int
    ) -> bool:
        """Begins a session; not if the password has been changed, or the account has gone."""
        row = await self._reads.fetchrow(
            _OPEN, hash_of(token), player, now_ms, device, changed_at_ms
        )
        return row is not None

    async def close(self, token_hash: str) -> None:
        """Ends the session; one that doesn't exist is left as it is."""
        await self._reads.fetchrow(_CLOSE, token_hash)

    async def expire(self, now_ms: int) -> int:
        """Removes the sessions that have run out; says how many."""
        row = await self._reads.fetchrow(_EXPIRE, now_ms - self._lifetime_ms)
        return int(row[0])

    async def of_player(self, player: PlayerId, token: str, now_ms: int) -> list[SessionView]:
        """A player's sessions, the last used first; `token` is the current one's."""
        rows = await self._reads.fetch(_OF_PLAYER, player, now_ms - self._lifetime_ms)
        current = hash_of(token)
        return [
            SessionView(
                row["token_hash"][:SESSION_ID_SIGNS],
                row["created_at_ms"],
                row["last_seen_ms"],
                row["device"],
                is_current=row["token_hash"] == current,
            )
            for row in rows
        ]

    async def end(self, player: PlayerId, session: str) -> list[str]:
        """Ends one of a player's sessions by its id; the hashes of what ended."""
        if len(session) != SESSION_ID_SIGNS:
            return []
        rows = await self._reads.fetch(_END, player, SESSION_ID_SIGNS, session)
        return [row[0] for row in rows]

    async def end_surplus(self, player: PlayerId) -> list[str]:
        """Ends those that were used longest ago when there are too many; their hashes."""
        return [row[0] for row in await self._reads.fetch(_SURPLUS, player)]

    async def end_others(self, player: PlayerId, kept_token_hash: str = "") -> list[str]:
        """Ends all of a player's sessions but one; the hashes of what ended.

        After a change of the password: it sees those that began while the change was made, and
        `open` lets none begin any more with the former one.
        """
        rows = await self._reads.fetch(_END_OTHERS, player, kept_token_hash)
        return [row[0] for row in rows]

    async def tokens_of(self, player: PlayerId) -> list[TokenView]:
        """A player's API tokens, the newest first."""
        return [TokenView(*row) for row in await self._reads.fetch(_TOKENS, player)]

    async def make_token(self, player: PlayerId, view: TokenView, token: str) -> bool:
        """Keeps a new API token; False if the player has enough of them."""
        row = await self._reads.fetchrow(
            _MAKE_TOKEN, view.id, player, view.name, hash_of(token), view.created_at_ms
        )
        return row is not None

    async def revoke_token(self, player: PlayerId, token_id: str) -> list[str]:
        """Ends one of a player's API tokens; the hashes of what ended."""
        return [row[0] for row in await self._reads.fetch(_REVOKE, player, token_id)]
