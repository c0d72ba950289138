"""What `query.accounts` answers: sessions, accounts, names. Any instance can.

Whoever asks has found out who the person is: `player` is believed. Passwords travel inside the
house and are kept nowhere; `Visit.address` is kept as a hash, to slow down guessing.
"""

import msgspec

from libs.contracts.accounts.people import Player, Role
from libs.contracts.ids import PlayerId


class Visit(msgspec.Struct, frozen=True):
    """Where somebody comes from: the address that limits count by, browser and system."""

    address: str
    device: str = ""


class OpenGuestSession(msgspec.Struct, frozen=True, tag="open_guest_session"):
    """Registers a guest and opens a session at once. Answer: `OpenedSession`."""

    language: str = "de"
    device: str = ""


class OpenedSession(msgspec.Struct, frozen=True):
    """`token` goes into the cookie; only its SHA-256 is stored."""

    token: str
    player: Player


class FindSession(msgspec.Struct, frozen=True, tag="find_session"):
    """Who holds this token (a session's or an API token)? Answer: `Player`.

    Refused: `no_session`.
    """

    token: str


class CloseSession(msgspec.Struct, frozen=True, tag="close_session"):
    """The token stops working at once, everywhere (`accounts.session_closed`)."""

    token: str


class OpenAccount(msgspec.Struct, frozen=True, tag="open_account"):
    """Sign up; the guest of `token` becomes the account. Answer: `OpenedAccount`.

    Refused: `bad_name`, `name_reserved`, `name_taken`, `bad_password`, `already_signed_up`,
    `too_many_attempts`.
    """

    name: str
    password: str
    token: str | None
    visit: Visit


class OpenedAccount(msgspec.Struct, frozen=True):
    """The new session, and codes that are shown this once."""

    token: str
    player: Player
    recovery_codes: list[str]


class SignIn(msgspec.Struct, frozen=True, tag="sign_in"):
    """A session for who knows name and password; the one of `token` ends.

    Answer: `OpenedSession`. Refused: `wrong_password`, also when nobody has that name;
    `too_many_attempts` with `wait_s`.
    """

    name: str
    password: str
    token: str | None
    visit: Visit


class Recover(msgspec.Struct, frozen=True, tag="recover"):
    """A new password for who has a recovery code; all sessions and API tokens end.

    Answer: `OpenedSession`. Refused: `wrong_recovery_code` (also when nobody has that name),
    `bad_password`, `too_many_attempts`.
    """

    name: str
    code: str
    password: str
    token: str | None
    visit: Visit


class ChangeName(msgspec.Struct, frozen=True, tag="change_name"):
    """Answer: `Player`. Refused: as `OpenAccount`, `wrong_password`, `account_needed`."""

    player: PlayerId
    name: str
    password: str
    visit: Visit


class ChangePassword(msgspec.Struct, frozen=True, tag="change_password"):
    """All sessions but that of `token` end. Refused: as `ChangeName`."""

    player: PlayerId
    old: str
    new: str
    token: str
    visit: Visit


class RenewRecoveryCodes(msgspec.Struct, frozen=True, tag="renew_recovery_codes"):
    """The former codes stop working. Answer: list of codes. Refused: as `ChangeName`."""

    player: PlayerId
    password: str
    visit: Visit


class CloseAccount(msgspec.Struct, frozen=True, tag="close_account"):
    """Delete the account. Refused: as `ChangeName`."""

    player: PlayerId
    password: str
    visit: Visit


class SessionsOf(msgspec.Struct, frozen=True, tag="sessions_of"):
    """Answer: list of `SessionView`; `token` is the current one's."""

    player: PlayerId
    token: str


class EndSession(msgspec.Struct, frozen=True, tag="end_session"):
    """End one of one's own sessions; one that has ended is none any more. Answer: empty."""

    player: PlayerId
    session: str


class SettingsOf(msgspec.Struct, frozen=True, tag="settings_of"):
    """Answer: the settings as they were kept (JSON), `null` if there are none."""

    player: PlayerId


class KeepSettings(msgspec.Struct, frozen=True, tag="keep_settings"):
    """Settings that follow the person; `body` is JSON of at most `SETTINGS_BYTES`."""

    player: PlayerId
    body: bytes


class TokensOf(msgspec.Struct, frozen=True, tag="tokens_of"):
    """Answer: list of `TokenView`."""

    player: PlayerId


class MakeToken(msgspec.Struct, frozen=True, tag="make_token"):
    """A new API token, for who knows the password. Answer: `NewToken`.

    Refused: `account_needed`, `wrong_password`, `too_many_attempts`, `bad_token_name`,
    `too_many_tokens`.
    """

    player: PlayerId
    name: str
    password: str
    visit: Visit


class RevokeToken(msgspec.Struct, frozen=True, tag="revoke_token"):
    """The API token stops working at once; a foreign or unknown one is left as it is."""

    player: PlayerId
    id: str


class OwnDataOf(msgspec.Struct, frozen=True, tag="own_data_of"):
    """Answer: `OwnData` (JSON)."""

    player: PlayerId
    token: str


class NamesOf(msgspec.Struct, frozen=True, tag="names_of"):
    """Answer: `dict[PlayerId, str | None]`; None: there is no such person, or not any more."""

    players: list[PlayerId]


class PersonOf(msgspec.Struct, frozen=True, tag="person_of"):
    """Answer: `PublicPerson`. Refused: `player_not_found`, also for who has gone."""

    player: PlayerId


class NameRole(msgspec.Struct, frozen=True, tag="name_role"):
    """An operator gives the account of that name a role. Answer: `Player`.

    Refused: `player_not_found`.
    """

    name: str
    role: Role


AccountQuery = (
    OpenGuestSession | FindSession | CloseSession | OpenAccount | SignIn | Recover | ChangeName
    | ChangePassword | RenewRecoveryCodes | CloseAccount | SessionsOf | EndSession | SettingsOf
    | KeepSettings | TokensOf | MakeToken | RevokeToken | OwnDataOf | NamesOf | PersonOf | NameRole
)  # fmt: skip


class SessionClosed(msgspec.Struct, frozen=True):
    """Published on `accounts.session_closed`: gateways forget the session and close its sockets.

    Also for an API token.
    """

    token_hash: str


class PlayerChanged(msgspec.Struct, frozen=True):
    """Published on `accounts.player_changed`: another name or role; None: the account is gone.

    Gateways forget what they know of the player; of one who has gone they close all sockets.
    """

    id: PlayerId
    player: Player | None
