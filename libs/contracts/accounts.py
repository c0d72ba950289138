"""Accounts: guests with a generated name and their sessions.

Names are personal data: they live in a table, not in events.
"""

from typing import Final

import msgspec

from libs.contracts.ids import PlayerId

SERVICE: Final = "accounts"
SHARDS: Final = 4


class Player(msgspec.Struct, frozen=True):
    """Who somebody is, as others may see it."""

    id: PlayerId
    name: str
    is_guest: bool = True


class RegisterGuest(msgspec.Struct, frozen=True, tag="register_guest"):
    """A new person who has not signed up; the name is generated in that language.

    From the accounts service alone: with the guest, a session of that token's SHA-256 begins.
    """

    language: str
    token_hash: str


AccountCommand = RegisterGuest


class GuestRegistered(msgspec.Struct, frozen=True, tag="accounts.guest_registered"):
    """Somebody came in as a guest."""


AccountEvent = GuestRegistered


class OpenGuestSession(msgspec.Struct, frozen=True, tag="open_guest_session"):
    """Registers a guest and opens a session at once. Answer: `OpenedSession`."""

    language: str = "de"


class OpenedSession(msgspec.Struct, frozen=True):
    """`token` goes into the cookie; only its SHA-256 is stored."""

    token: str
    player: Player


class FindSession(msgspec.Struct, frozen=True, tag="find_session"):
    """Who holds this token? Answer: `Player`, or refused `no_session`."""

    token: str


class CloseSession(msgspec.Struct, frozen=True, tag="close_session"):
    """The token stops working at once, everywhere (`accounts.session_closed`)."""

    token: str


AccountQuery = OpenGuestSession | FindSession | CloseSession


class SessionClosed(msgspec.Struct, frozen=True):
    """Published on `accounts.session_closed`: gateways forget the session and close its sockets."""

    token_hash: str
