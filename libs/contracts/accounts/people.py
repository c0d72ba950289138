"""Who somebody is, as others and as they themselves may see it."""

from typing import Final, Literal

import msgspec

from libs.contracts.ids import PlayerId

Role = Literal["player", "moderator"]

LONGEST_NAME: Final = 20
SHORTEST_NAME: Final = 3
SHORTEST_PASSWORD: Final = 8
LONGEST_PASSWORD: Final = 200
SETTINGS_BYTES: Final = 8 * 1024
RECOVERY_CODES: Final = 8
MOST_TOKENS: Final = 20
MOST_SESSIONS: Final = 50
"""Signing in once more ends the one that was used longest ago."""
LONGEST_TOKEN_NAME: Final = 40
MOST_NAMES: Final = 200
"""So many names may be asked for at once."""

TOKEN_PREFIX: Final = "sct."  # noqa: S105  how an API token begins, not one
"""API tokens begin with this; a session's token never holds a dot."""


class Player(msgspec.Struct, frozen=True):
    """Who somebody is, as others may see it."""

    id: PlayerId
    name: str
    is_guest: bool = True
    role: Role = "player"


class PublicPerson(msgspec.Struct, frozen=True):
    """The accounts' part of a profile."""

    player: Player
    since_ms: int


class SessionView(msgspec.Struct, frozen=True):
    """One of one's own sessions: a browser that is signed in."""

    id: str
    created_at_ms: int
    last_seen_ms: int
    """Within an hour: using a session is not written down each time."""
    device: str
    """Browser and system in a few words, "" if unknown."""
    is_current: bool


class TokenView(msgspec.Struct, frozen=True):
    """One of one's own API tokens; the token itself is shown once, when it is made."""

    id: str
    name: str
    created_at_ms: int
    last_used_ms: int | None
    """Within an hour; None if it was never used."""


class NewToken(msgspec.Struct, frozen=True):
    """An API token, this once: only its SHA-256 is kept. Sent as `Authorization: Bearer`."""

    token: str
    view: TokenView


class OwnData(msgspec.Struct, frozen=True):
    """All that accounts keeps of a person, without anything that lets somebody in."""

    player: Player
    since_ms: int
    sessions: list[SessionView]
    tokens: list[TokenView]
    settings: msgspec.Raw
    """As the client stored them, JSON; `null` if there are none."""
    recovery_codes_left: int
    password_changed_at_ms: int | None
    known_places: int
    """From so many addresses the owner has signed in; only hashes of them are kept."""
