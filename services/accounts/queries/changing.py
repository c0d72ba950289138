"""Changes of an account, each confirmed by its password: name, password, codes, the end."""

import secrets

import msgspec

from libs.contracts.accounts import (
    ChangeName,
    ChangePassword,
    CloseAccount,
    DeleteAccount,
    GiveRole,
    NameRole,
    RenewRecoveryCodes,
)
from libs.contracts.envelope import Answer
from services.accounts.decider import skeleton
from services.accounts.decider.recovery import BYTES, recovery_codes, recovery_hash
from services.accounts.queries.coming_in import checked_name, checked_password
from services.accounts.queries.guarding import RefusedError
from services.accounts.queries.parts import Parts
from services.accounts.queries.sessions import hash_of

_pack = msgspec.msgpack.Encoder().encode


class Changes:
    """Changes accounts. All raise RefusedError."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    async def name(self, query: ChangeName) -> Answer:
        """Another name, if nobody else's looks like it."""
        name, looks = checked_name(query.name)
        entry = await self._parts.guard.confirm(query.player, query.password, query.visit)
        if not await self._parts.people.rename(query.player, name, looks):
            raise RefusedError("name_taken")
        now = msgspec.structs.replace(entry.player, name=name)
        self._parts.announcing.changed(query.player, now)
        return Answer(data=_pack(now))

    async def password(self, query: ChangePassword) -> Answer:
        """Another password; only the session that asks goes on."""
        entry = await self._parts.guard.confirm(query.player, query.old, query.visit)
        password_hash = await self._parts.hashing.hash(
            checked_password(query.new, entry.player.name)
        )
        kept = hash_of(query.token)
        closed = await self._parts.people.new_password(
            entry, password_hash, kept, self._parts.now_ms()
        )
        if closed is None:
            raise RefusedError("wrong_password")
        closed += await self._parts.sessions.end_others(query.player, kept)
        self._parts.announcing.closed(closed)
        return Answer()

    async def codes(self, query: RenewRecoveryCodes) -> Answer:
        """Other recovery codes."""
        entry = await self._parts.guard.confirm(query.player, query.password, query.visit)
        codes = recovery_codes(secrets.token_bytes(BYTES))
        hashes = [recovery_hash(query.player, code) for code in codes]
        if not await self._parts.people.new_codes(entry, hashes):
            raise RefusedError("wrong_password")
        return Answer(data=_pack(codes))

    async def close(self, query: CloseAccount) -> Answer:
        """The account is gone, and everywhere at once."""
        await self._parts.guard.confirm(query.player, query.password, query.visit)
        answer = await self._parts.owners.send(query.player, DeleteAccount())
        if answer.code is None:
            self._parts.announcing.changed(query.player, None)
        return answer

    async def role(self, query: NameRole) -> Answer:
        """What an operator lets an account do."""
        entry = await self._parts.people.by_skeleton(skeleton(query.name), "")
        if entry is None:
            raise RefusedError("player_not_found")
        answer = await self._parts.owners.send(entry.player.id, GiveRole(query.role))
        if answer.code is not None:
            return answer
        now = msgspec.structs.replace(entry.player, role=query.role)
        self._parts.announcing.changed(now.id, now)
        return Answer(data=_pack(now))
