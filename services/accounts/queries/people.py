"""Reads and single writes of people: names, what lets them in, settings."""

from typing import Final

import msgspec

from libs.contracts.accounts import Player, PublicPerson
from libs.contracts.ids import PlayerId
from libs.eventstore.errors import RowExistsError
from services.accounts.queries.sessions import Reads

_ENTRY: Final = """
SELECT id, name, role, password_hash, changed_at_ms, EXISTS (
    SELECT 1 FROM known_places WHERE player = id AND place = $2
) AS is_known_place
FROM players JOIN credentials ON player = id
"""
_BY_SKELETON: Final = _ENTRY + "WHERE skeleton = $1"
_BY_ID: Final = _ENTRY + "WHERE id = $1"
_REMEMBER_PLACE: Final = """
INSERT INTO known_places (player, place, seen_at_ms) SELECT $1, $2, $3
WHERE EXISTS (SELECT 1 FROM players WHERE id = $1)
ON CONFLICT (player, place) DO UPDATE SET seen_at_ms = $3
"""
_RENAME: Final = """
UPDATE players SET name = $2, skeleton = $3 WHERE id = $1 AND NOT is_guest RETURNING id
"""
_REHASH: Final = """
UPDATE credentials SET password_hash = $3 WHERE player = $1 AND password_hash = $2
"""
_CHANGE: Final = """
WITH changed AS (
    UPDATE credentials SET password_hash = $3, changed_at_ms = greatest($4, $2 + 1)
    WHERE player = $1 AND changed_at_ms = $2 RETURNING player
), closed AS (
    DELETE FROM sessions USING changed
    WHERE sessions.player = changed.player AND token_hash <> $5 RETURNING token_hash
), revoked AS (
    DELETE FROM tokens USING changed WHERE tokens.player = changed.player RETURNING token_hash
)
SELECT EXISTS (SELECT 1 FROM changed),
    ARRAY(SELECT token_hash FROM closed UNION ALL SELECT token_hash FROM revoked)
"""
_RECOVER: Final = """
WITH used AS (
    UPDATE credentials SET password_hash = $3, changed_at_ms = greatest($4, changed_at_ms + 1),
        recovery_hashes = array_remove(recovery_hashes, $2)
    WHERE player = $1 AND $2 = ANY (recovery_hashes) RETURNING player, changed_at_ms
), closed AS (
    DELETE FROM sessions USING used WHERE sessions.player = used.player RETURNING token_hash
), revoked AS (
    DELETE FROM tokens USING used WHERE tokens.player = used.player RETURNING token_hash
)
SELECT (SELECT changed_at_ms FROM used),
    ARRAY(SELECT token_hash FROM closed UNION ALL SELECT token_hash FROM revoked)
"""
_NEW_CODES: Final = """
UPDATE credentials SET recovery_hashes = $3 WHERE player = $1 AND changed_at_ms = $2
RETURNING player
"""
_IS_TAKEN: Final = "SELECT 1 FROM players WHERE skeleton = $1 AND id <> $2"
_PERSON: Final = "SELECT id, name, is_guest, role, created_at_ms FROM players WHERE id = $1"
_NAMES: Final = "SELECT id, name FROM players WHERE id = ANY ($1::text[])"
_SETTINGS: Final = "SELECT body FROM settings WHERE player = $1"
_KEEP_SETTINGS: Final = """
INSERT INTO settings (player, body) SELECT id, $2 FROM players WHERE id = $1
ON CONFLICT (player) DO UPDATE SET body = $2
"""
_CREDENTIALS: Final = """
SELECT changed_at_ms, cardinality(recovery_hashes),
    (SELECT count(*) FROM known_places WHERE player = $1)
FROM credentials WHERE player = $1
"""


class Entry(msgspec.Struct, frozen=True):
    """An account as its password is checked."""

    player: Player
    password_hash: str
    changed_at_ms: int
    """When the password was set: another one means that it has been changed meanwhile."""
    is_known_place: bool
    """The owner has signed in from the caller's address before."""


class PeopleTable:
    """People. All raise `StoreUnavailableError`."""

    def __init__(self, reads: Reads) -> None:
        self._reads = reads

    async def by_skeleton(self, looks: str, place: str) -> Entry | None:
        """The account whose name looks like this."""
        return await self._entry(_BY_SKELETON, looks, place)

    async def by_id(self, player: PlayerId, place: str) -> Entry | None:
        """That account; None for guests and for who has gone."""
        return await self._entry(_BY_ID, player, place)

    async def _entry(self, sql: str, key: str, place: str) -> Entry | None:
        row = await self._reads.fetchrow(sql, key, place)
        if row is None:
            return None
        player = Player(PlayerId(row["id"]), row["name"], is_guest=False, role=row["role"])
        return Entry(player, row["password_hash"], row["changed_at_ms"], row["is_known_place"])

    async def remember_place(self, player: PlayerId, place: str, now_ms: int) -> None:
        """The owner has signed in from there."""
        await self._reads.execute(_REMEMBER_PLACE, player, place, now_ms)

    async def is_taken(self, looks: str, but_by: str) -> bool:
        """Whether somebody else's name looks like this."""
        return await self._reads.fetchrow(_IS_TAKEN, looks, but_by) is not None

    async def rename(self, player: PlayerId, name: str, looks: str) -> bool:
        """Another name; False if somebody else's looks like it."""
        try:
            return await self._reads.fetchrow(_RENAME, player, name, looks) is not None
        except RowExistsError:
            return False

    async def rehash(self, entry: Entry, password_hash: str) -> None:
        """The same password, hashed with other figures."""
        await self._reads.execute(_REHASH, entry.player.id, entry.password_hash, password_hash)

    async def new_password(
        self, entry: Entry, password_hash: str, kept_token_hash: str, now_ms: int
    ) -> list[str] | None:
        """Another password; the hashes of the sessions and API tokens that ended with it.

        None if it has been changed meanwhile.
        """
        is_done, closed = await self._reads.fetchrow(
            _CHANGE,
            entry.player.id,
            entry.changed_at_ms,
            password_hash,
            now_ms,
            kept_token_hash,
        )
        return closed if is_done else None

    async def recover(
        self, player: PlayerId, code_hash: str, password_hash: str, now_ms: int
    ) -> tuple[int, list[str]] | None:
        """A code is used up for another password: when that was, the hashes of all that ended.

        None if there is no such code.
        """
        changed_at_ms, closed = await self._reads.fetchrow(
            _RECOVER, player, code_hash, password_hash, now_ms
        )
        return None if changed_at_ms is None else (changed_at_ms, closed)

    async def new_codes(self, entry: Entry, hashes: list[str]) -> bool:
        """Other recovery codes; False if the password has been changed meanwhile."""
        row = await self._reads.fetchrow(_NEW_CODES, entry.player.id, entry.changed_at_ms, hashes)
        return row is not None

    async def person(self, player: PlayerId) -> PublicPerson | None:
        """What everybody may know of somebody."""
        row = await self._reads.fetchrow(_PERSON, player)
        if row is None:
            return None
        found = Player(PlayerId(row["id"]), row["name"], row["is_guest"], row["role"])
        return PublicPerson(found, row["created_at_ms"])

    async def names(self, players: list[PlayerId]) -> dict[PlayerId, str | None]:
        """Names by id, None for who has gone."""
        rows = await self._reads.fetch(_NAMES, players)
        found = {PlayerId(row["id"]): row["name"] for row in rows}
        return {player: found.get(player) for player in players}

    async def settings(self, player: PlayerId) -> str:
        """What the client has kept, as JSON; `null` if nothing."""
        row = await self._reads.fetchrow(_SETTINGS, player)
        return "null" if row is None else str(row["body"])

    async def keep_settings(self, player: PlayerId, body: str) -> None:
        """Keeps them; for who has gone, nothing."""
        await self._reads.execute(_KEEP_SETTINGS, player, body)

    async def credentials(self, player: PlayerId) -> tuple[int | None, int, int]:
        """When the password was changed; how many recovery codes are left, and places known."""
        row = await self._reads.fetchrow(_CREDENTIALS, player)
        return (None, 0, 0) if row is None else (row[0], row[1], row[2])
