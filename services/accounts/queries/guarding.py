"""Who says a password is who they say: counted, compared, the same way whatever is wrong."""

from collections.abc import Awaitable, Callable

from libs.contracts.accounts import LONGEST_PASSWORD, Visit
from libs.contracts.envelope import Answer
from libs.contracts.ids import PlayerId
from services.accounts.decider import passwords, skeleton
from services.accounts.queries.attempts import (
    AttemptsTable,
    Count,
    by_address,
    by_name,
    by_name_and_place,
    by_session,
    hashed,
)
from services.accounts.queries.hashing import Hashing
from services.accounts.queries.people import Entry, PeopleTable

SECOND_MS = 1000


class RefusedError(Exception):
    """A query is refused; the code is stable."""

    def __init__(self, code: str, **detail: int) -> None:
        super().__init__(code)
        self.answer = Answer(code, detail=detail or None)


class Guard:
    """Slows guessing down by name and by address.

    Where an account's owner has signed in before, guesses made elsewhere don't count: nobody can
    be locked out of an account by others who keep guessing at it.
    """

    def __init__(
        self,
        people: PeopleTable,
        attempts: AttemptsTable,
        hashing: Hashing,
        now_ms: Callable[[], int],
    ) -> None:
        self._people = people
        self._attempts = attempts
        self._hashing = hashing
        self._now_ms = now_ms

    async def let_in(self, name: str, password: str, visit: Visit) -> Entry:
        """The account of that name, if it is its password.

        Raises RefusedError (`wrong_password`, `too_many_attempts`).
        """

        async def is_right(entry: Entry | None) -> bool:
            return await self._is_right(entry, password)

        return await self._by_name(name, visit, is_right, "wrong_password")

    async def by_code(
        self, name: str, visit: Visit, use: Callable[[Entry | None], Awaitable[bool]]
    ) -> Entry:
        """The account of that name, if `use` says that the recovery code is one of its own.

        Raises RefusedError (`wrong_recovery_code`, `too_many_attempts`).
        """
        return await self._by_name(name, visit, use, "wrong_recovery_code")

    async def confirm(self, player: PlayerId, password: str, visit: Visit) -> Entry:
        """That account, if it is its password.

        Raises RefusedError (`account_needed`, `wrong_password`, `too_many_attempts`).
        """
        entry = await self._people.by_id(player, place_of(visit))
        if entry is None:
            raise RefusedError("account_needed")
        own = by_session(player)
        await self._count(own)
        if not await self._is_right(entry, password):
            raise RefusedError("wrong_password")
        await self._attempts.forgive(own)
        return entry

    async def _by_name(
        self,
        name: str,
        visit: Visit,
        is_right: Callable[[Entry | None], Awaitable[bool]],
        refusal: str,
    ) -> Entry:
        looks, place = skeleton(name), place_of(visit)
        entry = await self._people.by_skeleton(looks, place)
        if entry is not None and entry.is_known_place:
            own, shared = by_name_and_place(looks, place), None
        else:
            own, shared = by_name(looks), by_address(place)
        await self._enter(own, shared)
        is_owner = await is_right(entry)
        if entry is None or not is_owner:
            raise RefusedError(refusal)
        await self._attempts.forgive(own)
        if shared is not None:
            await self._attempts.take_back(shared)
        await self._people.remember_place(entry.player.id, place, self._now_ms())
        return entry

    async def _enter(self, own: Count, shared: Count | None) -> None:
        """Counts an attempt by name and address. Raises RefusedError (`too_many_attempts`).

        The address comes first: one that has to wait must not lengthen the waits for names, or
        fill the table with names of its own. That a name has to wait is no failure of the address.
        """
        if shared is not None:
            await self._count(shared)
        try:
            await self._count(own)
        except RefusedError:
            if shared is not None:
                await self._attempts.take_back(shared)
            raise

    async def _count(self, count: Count) -> None:
        wait_ms = await self._attempts.enter(count, self._now_ms())
        if wait_ms:
            raise RefusedError("too_many_attempts", wait_s=-(-wait_ms // SECOND_MS))

    async def _is_right(self, entry: Entry | None, password: str) -> bool:
        stored = None if entry is None else entry.password_hash
        return await self._hashing.verify(
            stored, passwords.normal(password[: LONGEST_PASSWORD + 1])
        )


def place_of(visit: Visit) -> str:
    """What is kept of an address."""
    return hashed("place", visit.address)
