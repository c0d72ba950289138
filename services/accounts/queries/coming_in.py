"""Coming in: guests, signing up, signing in, recovery codes; each ends the session before it."""

import secrets
from typing import Final

import msgspec

from libs.contracts.accounts import (
    OpenAccount,
    OpenedAccount,
    OpenedSession,
    OpenGuestSession,
    Player,
    Recover,
    RegisterGuest,
    SignIn,
    SignUp,
    Visit,
)
from libs.contracts.envelope import Answer
from libs.contracts.ids import PlayerId
from services.accounts.decider import (
    LANGUAGES,
    chosen_names,
    fault_of_name,
    fault_of_password,
    passwords,
    skeleton,
)
from services.accounts.decider.recovery import BYTES, recovery_codes, recovery_hash
from services.accounts.queries.guarding import RefusedError
from services.accounts.queries.parts import Parts
from services.accounts.queries.people import Entry
from services.accounts.queries.sessions import hash_of

TOKEN_BYTES: Final = 32

_pack = msgspec.msgpack.Encoder().encode


def new_token() -> str:
    """A session's token: 256 random bits."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def checked_name(name: str) -> tuple[str, str]:
    """A name as it is kept, and what it looks like. Raises RefusedError."""
    name = chosen_names.normal(name)
    fault = fault_of_name(name)
    if fault is not None:
        raise RefusedError(fault)
    return name, skeleton(name)


def checked_password(password: str, name: str) -> str:
    """A new password as it is hashed. Raises RefusedError."""
    password = passwords.normal(password)
    fault = fault_of_password(password, name)
    if fault is not None:
        raise RefusedError(fault)
    return password


class Door:
    """Opens sessions."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    async def open_guest(self, query: OpenGuestSession) -> Answer:
        """A new guest: event, name and session in one transaction of the shard's owner."""
        token = new_token()
        language = query.language if query.language in LANGUAGES else LANGUAGES[0]
        command = RegisterGuest(language, hash_of(token), query.device)
        answer = await self._parts.owners.send(self._parts.owners.new_player(), command)
        if answer.code is not None:
            return answer
        found = await self._parts.sessions.find(token, self._parts.now_ms())
        if found is None:
            return Answer("unavailable")
        return Answer(data=_pack(OpenedSession(token, found)))

    async def open_account(self, query: OpenAccount) -> Answer:
        """A guest, or somebody new, becomes an account. Raises RefusedError."""
        name, looks = checked_name(query.name)
        password = checked_password(query.password, name)
        before = await self._who(query.token)
        if before is not None and not before.is_guest:
            raise RefusedError("already_signed_up")
        player = self._parts.owners.new_player() if before is None else before.id
        if await self._parts.people.is_taken(looks, player):
            raise RefusedError("name_taken")
        token, codes = new_token(), recovery_codes(secrets.token_bytes(BYTES))
        former = None if before is None or query.token is None else hash_of(query.token)
        command = SignUp(
            name,
            looks,
            await self._parts.hashing.hash(password),
            tuple(recovery_hash(player, code) for code in codes),
            hash_of(token),
            former,
            query.visit.device,
        )
        answer = await self._parts.owners.send(player, command)
        if answer.code is not None:
            return answer
        self._parts.announcing.closed([] if former is None else [former])
        now = Player(player, name, is_guest=False)
        self._parts.announcing.changed(player, now)
        return Answer(data=_pack(OpenedAccount(token, now, codes)))

    async def sign_in(self, query: SignIn) -> Answer:
        """A session for who knows the password. Raises RefusedError."""
        password = passwords.normal(query.password)
        entry = await self._parts.guard.let_in(query.name, password, query.visit)
        answer = await self._opened(
            entry.player, query.visit, entry.changed_at_ms, "wrong_password"
        )
        await self._end(query.token)
        hashing = self._parts.hashing
        if hashing.is_outdated(entry.password_hash):
            await self._parts.people.rehash(entry, await hashing.hash(password))
        return answer

    async def recover(self, query: Recover) -> Answer:
        """Another password by a code that works once. Raises RefusedError.

        The password is hashed for unknown people, too: the time tells nothing.
        """
        password = checked_password(query.password, chosen_names.normal(query.name))
        changed_at_ms = 0
        ended: list[str] = []

        async def use(entry: Entry | None) -> bool:
            nonlocal changed_at_ms
            password_hash = await self._parts.hashing.hash(password)
            player = PlayerId("") if entry is None else entry.player.id
            code_hash = recovery_hash(player, query.code)
            now_ms = self._parts.now_ms()
            found = await self._parts.people.recover(player, code_hash, password_hash, now_ms)
            if found is None:
                return False
            changed_at_ms, closed = found
            ended.extend(closed)
            return True

        entry = await self._parts.guard.by_code(query.name, query.visit, use)
        ended += await self._parts.sessions.end_others(entry.player.id)
        self._parts.announcing.closed(ended)
        await self._end(query.token)
        return await self._opened(entry.player, query.visit, changed_at_ms, "wrong_recovery_code")

    async def _opened(
        self, player: Player, visit: Visit, changed_at_ms: int, refusal: str
    ) -> Answer:
        """A new session, unless the password was changed, or the account deleted, just now."""
        token, now_ms = new_token(), self._parts.now_ms()
        sessions = self._parts.sessions
        if not await sessions.open(token, player.id, now_ms, visit.device, changed_at_ms):
            raise RefusedError(refusal)
        self._parts.announcing.closed(await sessions.end_surplus(player.id))
        return Answer(data=_pack(OpenedSession(token, player)))

    async def _who(self, token: str | None) -> Player | None:
        return (
            None if token is None else await self._parts.sessions.find(token, self._parts.now_ms())
        )

    async def _end(self, token: str | None) -> None:
        """The browser's session before this one."""
        if token is not None:
            await self._parts.sessions.close(hash_of(token))
            self._parts.announcing.closed([hash_of(token)])
