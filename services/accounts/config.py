"""Settings of the accounts service."""

from collections.abc import Mapping
from typing import Annotated, Final

import msgspec

from libs.contracts.accounts import SHARDS
from libs.runtime import Settings, read_settings
from libs.runtime.settings import Count

SESSION_DAYS: Final = 90

Kibibytes = Annotated[int, msgspec.Meta(ge=8, le=4 * 1024 * 1024)]


class AccountsSettings(Settings, frozen=True, kw_only=True):
    """What the accounts service needs beyond what every process does.

    `argon2_memory_kib` and `argon2_passes` are the second recommendation of RFC 9106, with one
    lane; a password that was hashed with other figures is hashed anew when its owner signs in.
    """

    accounts_shards: Count = SHARDS
    session_days: Count = SESSION_DAYS
    """A session that nobody used for so long ends."""
    argon2_memory_kib: Kibibytes = 64 * 1024
    argon2_passes: Count = 3
    argon2_at_once: Count = 1
    """So many passwords are hashed side by side; each takes that memory, and a core for about a
    fifth of a second that turns of games may want, too."""
    argon2_waiting: Count = 40
    """So many may wait for it, no longer than a gateway waits; more are told `unavailable`."""


def read(environment: Mapping[str, str]) -> AccountsSettings:
    """The settings of this process. Raises SettingsError with a sentence for each wrong one."""
    return read_settings(AccountsSettings, environment)
