"""Commands to a player's stream, from the accounts service alone.

What is personal in them goes into tables in the event's transaction, never into the event.
"""

import msgspec

from libs.contracts.accounts.people import Role


class RegisterGuest(msgspec.Struct, frozen=True, tag="register_guest"):
    """A new person who has not signed up; the name is generated in that language.

    With the guest, a session of that token's SHA-256 begins.
    """

    language: str
    token_hash: str
    device: str = ""


class SignUp(msgspec.Struct, frozen=True, tag="sign_up"):
    """A guest, or somebody new, becomes an account.

    A session of `token_hash` begins, the one of `former_token_hash` ends. `skeleton` is what the
    name looks like: no two accounts share it.
    """

    name: str
    skeleton: str
    password_hash: str
    recovery_hashes: tuple[str, ...]
    token_hash: str
    former_token_hash: str | None = None
    device: str = ""


class DeleteAccount(msgspec.Struct, frozen=True, tag="delete_account"):
    """Name, sessions, tokens, settings: all personal data goes. What was played stays."""


class GiveRole(msgspec.Struct, frozen=True, tag="give_role"):
    """What an account may do beyond playing; for operators."""

    role: Role


AccountCommand = RegisterGuest | SignUp | DeleteAccount | GiveRole
