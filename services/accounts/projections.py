"""Rows beside events, in the same transaction: the person, the name, what lets them in."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final, Protocol

from libs.contracts.accounts import (
    AccountDeleted,
    GuestRegistered,
    Role,
    RoleGiven,
    SignedUp,
    SignUp,
)
from libs.eventstore.errors import EffectRefusedError, RowExistsError
from libs.eventstore.records import StreamId
from services.accounts.decider import Fact, NewGuest, PlayerState

SKELETON_KEY: Final = "players_skeleton"
"""The constraint that keeps names apart."""

_NUMBER: Final = """
INSERT INTO given_names (name, given) VALUES ($1, 1)
ON CONFLICT (name) DO UPDATE SET given = given_names.given + 1
RETURNING given
"""
_GUEST: Final = "INSERT INTO players (id, name, created_at_ms) VALUES ($1, $2, $3)"
_SESSION: Final = """
INSERT INTO sessions (token_hash, player, created_at_ms, last_seen_ms, device)
VALUES ($1, $2, $3, $3, $4)
"""
_ACCOUNT: Final = """
INSERT INTO players (id, name, skeleton, is_guest, created_at_ms) VALUES ($1, $2, $3, false, $4)
ON CONFLICT (id) DO UPDATE SET name = $2, skeleton = $3, is_guest = false
"""
_CREDENTIALS: Final = """
INSERT INTO credentials (player, password_hash, recovery_hashes, changed_at_ms)
VALUES ($1, $2, $3, $4)
"""
_END_SESSION: Final = "DELETE FROM sessions WHERE token_hash = $1 AND player = $2"
_DELETE: Final = "DELETE FROM players WHERE id = $1"
_ROLE: Final = "UPDATE players SET role = $2 WHERE id = $1"


class Transaction(Protocol):
    """What an effect writes through."""

    async def execute(self, sql: str, *args: object) -> str:
        """Runs one statement. Raises RowExistsError."""

    async def fetchval(self, sql: str, *args: object) -> Any:
        """The first column of the first row."""


Effect = Callable[[Transaction], Awaitable[None]]


def effects(player: StreamId, facts: Sequence[Fact], _before: PlayerState) -> Effect:
    """The rows that belong to a decision's events."""

    async def write(tx: Transaction) -> None:
        for fact in facts:
            await _write(tx, player, fact)

    return write


async def _write(tx: Transaction, player: StreamId, fact: Fact) -> None:
    match fact.event, fact.personal:
        case GuestRegistered(), NewGuest() as guest:
            await _register(tx, player, guest, fact.at_ms)
        case SignedUp(), SignUp() as account:
            await _sign_up(tx, player, account, fact.at_ms)
        case AccountDeleted(), _:
            await tx.execute(_DELETE, player)  # sessions, tokens and all the rest go with it
        case RoleGiven(role), _:
            await _give_role(tx, player, role)
        case _:
            raise ValueError(f"{type(fact.event).__name__} came without its personal data")


async def _register(tx: Transaction, player: StreamId, guest: NewGuest, at_ms: int) -> None:
    """A name that was given before gets a number."""
    number = await tx.fetchval(_NUMBER, guest.name)
    name = guest.name if number == 1 else f"{guest.name} {number}"
    await tx.execute(_GUEST, player, name, at_ms)
    await tx.execute(_SESSION, guest.token_hash, player, at_ms, guest.device)


async def _sign_up(tx: Transaction, player: StreamId, account: SignUp, at_ms: int) -> None:
    """Of two who want names that look alike at the same instant, the second is refused."""
    try:
        await tx.execute(_ACCOUNT, player, account.name, account.skeleton, at_ms)
    except RowExistsError as error:
        if error.constraint != SKELETON_KEY:
            raise
        raise EffectRefusedError("name_taken") from error
    hashes = list(account.recovery_hashes)
    await tx.execute(_CREDENTIALS, player, account.password_hash, hashes, at_ms)
    if account.former_token_hash is not None:
        await tx.execute(_END_SESSION, account.former_token_hash, player)
    await tx.execute(_SESSION, account.token_hash, player, at_ms, account.device)


async def _give_role(tx: Transaction, player: StreamId, role: Role) -> None:
    await tx.execute(_ROLE, player, role)
