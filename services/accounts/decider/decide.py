"""A player's stream: registered or signed up, perhaps given a role, perhaps deleted."""

import msgspec

from libs.contracts.accounts import (
    AccountCommand,
    AccountDeleted,
    AccountEvent,
    DeleteAccount,
    GiveRole,
    GuestRegistered,
    RegisterGuest,
    Role,
    RoleGiven,
    SignedUp,
    SignUp,
)
from libs.contracts.decisions import Context, Decision, Refusal
from libs.contracts.ids import SERVICE_PREFIX
from services.accounts.decider.names import guest_name


class NewGuest(msgspec.Struct, frozen=True):
    """The personal data of a new guest."""

    name: str
    token_hash: str
    device: str = ""


class Fact(msgspec.Struct, frozen=True):
    """An event, and the personal data that goes into tables, never into the log.

    Read from the log it has no personal data.
    """

    event: AccountEvent
    personal: NewGuest | SignUp | None = None
    at_ms: int = 0


class Person(msgspec.Struct, frozen=True):
    """Somebody who has been registered."""

    is_guest: bool = True
    is_deleted: bool = False
    role: Role = "player"

    @property
    def is_account(self) -> bool:
        """Whether there is an account now."""
        return not self.is_guest and not self.is_deleted


PlayerState = Person | None
"""None before somebody is registered."""


def initial_state() -> PlayerState:
    """Nobody yet."""
    return None


def decide(command: AccountCommand, state: PlayerState, context: Context) -> Decision[Fact]:
    """The decision on one command; a guest's name is drawn from the context's entropy."""
    if not context.actor.startswith(SERVICE_PREFIX):
        return Decision((), Refusal("service_only"))
    refusal = _refusal(command, state)
    if refusal is not None:
        return Decision((), Refusal(refusal))
    return Decision(_facts(command, state or Person(), context))


def _refusal(command: AccountCommand, state: PlayerState) -> str | None:
    match command:
        case RegisterGuest():
            return None if state is None else "player_exists"
        case SignUp():
            return None if state is None or state.is_guest else "already_signed_up"
        case DeleteAccount() | GiveRole():
            return None if state is not None and state.is_account else "account_needed"


def _facts(command: AccountCommand, person: Person, context: Context) -> tuple[Fact, ...]:
    match command:
        case RegisterGuest(language, token_hash, device):
            guest = NewGuest(guest_name(language, context.entropy), token_hash, device)
            return (Fact(GuestRegistered(), guest, context.at_ms),)
        case SignUp():
            return (Fact(SignedUp(), command, context.at_ms),)
        case DeleteAccount():
            return (Fact(AccountDeleted(), None, context.at_ms),)
        case GiveRole(role):
            return () if role == person.role else (Fact(RoleGiven(role), None, context.at_ms),)


def evolve(state: PlayerState, fact: Fact) -> PlayerState:
    """The state after an event."""
    before = state or Person()
    match fact.event:
        case GuestRegistered():
            return Person()
        case SignedUp():
            return Person(is_guest=False)
        case AccountDeleted():
            return msgspec.structs.replace(before, is_deleted=True)
        case RoleGiven(role):
            return msgspec.structs.replace(before, role=role)
