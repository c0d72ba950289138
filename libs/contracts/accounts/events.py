"""Stored events of a player: no personal data, for an event can't be forgotten."""

import msgspec

from libs.contracts.accounts.people import Role


class GuestRegistered(msgspec.Struct, frozen=True, tag="accounts.guest_registered"):
    """Somebody came in as a guest."""


class SignedUp(msgspec.Struct, frozen=True, tag="accounts.signed_up"):
    """A guest, or somebody new, has an account now: from here on rated games are possible."""


class AccountDeleted(msgspec.Struct, frozen=True, tag="accounts.account_deleted"):
    """The account is gone; the player's games stay, under no name."""


class RoleGiven(msgspec.Struct, frozen=True, tag="accounts.role_given"):
    """An operator has given a role, "player" to take it back."""

    role: Role


AccountEvent = GuestRegistered | SignedUp | AccountDeleted | RoleGiven
