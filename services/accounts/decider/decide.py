"""A player's stream: registered once."""

import msgspec

from libs.contracts.accounts import AccountCommand, AccountEvent, GuestRegistered
from libs.contracts.decisions import Context, Decision, Refusal
from libs.contracts.ids import SERVICE_PREFIX
from services.accounts.decider.names import guest_name


class Fact(msgspec.Struct, frozen=True):
    """An event, and the personal data that goes into tables, never into the log.

    Read from the log it has neither name nor session.
    """

    event: AccountEvent
    name: str | None = None
    token_hash: str | None = None
    at_ms: int = 0


PlayerState = GuestRegistered | None
"""None before somebody is registered."""


def initial_state() -> PlayerState:
    """Nobody yet."""
    return None


def decide(command: AccountCommand, state: PlayerState, context: Context) -> Decision[Fact]:
    """The decision on one command; the name is drawn from the context's entropy."""
    if not context.actor.startswith(SERVICE_PREFIX):
        return Decision((), Refusal("service_only"))
    if state is not None:
        return Decision((), Refusal("player_exists"))
    name = guest_name(command.language, context.entropy)
    return Decision((Fact(GuestRegistered(), name, command.token_hash, context.at_ms),))


def evolve(_state: PlayerState, fact: Fact) -> PlayerState:
    """The state after an event."""
    return fact.event
