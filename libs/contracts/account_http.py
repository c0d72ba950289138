"""HTTP bodies (JSON) of accounts, names and profiles.

POST /api/sign-up                      SignUpForm → SignedUp; a guest becomes the account
POST /api/sign-in                      SignInForm → Me
POST /api/recover                      RecoverForm → Me; the code works once
POST /api/account/name                 NewName → Me
POST /api/account/password             NewPassword → Me; the other sessions end
POST /api/account/recovery-codes       PasswordForm → RecoveryCodes; the former ones end
POST /api/account/delete               PasswordForm → Me with player null
GET  /api/account/sessions             → list of SessionView
POST /api/account/sessions/<id>/close  → list of SessionView
GET  /api/account/settings             → JSON as it was kept, null at first
PUT  /api/account/settings             any JSON object of at most 8 kB → the same
GET  /api/account/tokens               → list of TokenView
POST /api/account/tokens               TokenForm → NewToken
POST /api/account/tokens/<id>/revoke   → list of TokenView
GET  /api/account/export               → Export, as a file
GET  /api/names?ids=a,b,c              → Names
GET  /api/players/<player>             → Profile

Signing in, up and recovering set a new session's cookie; sockets of the former session are closed
with 1008 `session_closed`: connect again. Routes below /api/account refuse API tokens; another
password ends them all.
"""

from typing import Final

import msgspec

from libs.contracts.accounts import NewToken, OwnData, Player, SessionView, TokenView
from libs.contracts.archive import GameSummary
from libs.contracts.http import Me
from libs.contracts.ids import PlayerId
from libs.contracts.lobby import OwnTraces
from libs.contracts.ratings import PlayerRatings, Wallet


class SignUpForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A name of 3 to 20 letters, digits, `_`, `-`, `.`; a password of 8 to 200 characters."""

    name: str
    password: str


class SignInForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Upper and lower case of the name don't matter."""

    name: str
    password: str


class RecoverForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`password` is the new one."""

    name: str
    code: str
    password: str


class SignedUp(msgspec.Struct, frozen=True):
    """The codes are shown this once: there is no mail to send a forgotten password to."""

    me: Me
    recovery_codes: list[str]


class NewName(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Another name; the former one is free for others at once."""

    name: str
    password: str


class NewPassword(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Another password."""

    old: str
    new: str


class PasswordForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What must be confirmed by the password."""

    password: str


class RecoveryCodes(msgspec.Struct, frozen=True):
    """Each works once."""

    recovery_codes: list[str]


class TokenForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the token is for, in the owner's words: 1 to 40 characters."""

    name: str
    password: str


class Export(msgspec.Struct, frozen=True):
    """All data of one's own; a part whose service was silent is None, so is a guest's wallet."""

    account: OwnData
    running: list[GameSummary] | None
    games: list[GameSummary] | None
    ratings: PlayerRatings | None
    wallet: Wallet | None
    lobby: OwnTraces | None


class Names(msgspec.Struct, frozen=True):
    """Name by id; None: deleted. Computers are not among them: their id says who they are."""

    names: dict[PlayerId, str | None]


class PlayRecord(msgspec.Struct, frozen=True):
    """Finished games against people."""

    won: int
    drawn: int
    lost: int


class Profile(msgspec.Struct, frozen=True):
    """A person as everybody may see them; a part whose service was silent is None."""

    player: Player
    since_ms: int
    elo: dict[str, int] | None = None
    """By family: "mills", "hanse"."""
    points: int | None = None
    record: PlayRecord | None = None
    recent: list[GameSummary] | None = None


BODIES: Final = (
    SignUpForm,
    SignedUp,
    SignInForm,
    RecoverForm,
    NewName,
    NewPassword,
    PasswordForm,
    RecoveryCodes,
    TokenForm,
    SessionView,
    TokenView,
    NewToken,
    Export,
    Names,
    Profile,
)
"""What is sent and answered, for what is generated."""
