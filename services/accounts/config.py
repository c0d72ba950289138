"""Settings of the accounts service."""

from collections.abc import Mapping
from typing import Final

from libs.contracts.accounts import SHARDS
from libs.runtime import Settings, read_settings
from libs.runtime.settings import Count

SESSION_DAYS: Final = 90


class AccountsSettings(Settings, frozen=True, kw_only=True):
    """What the accounts service needs beyond what every process does."""

    accounts_shards: Count = SHARDS
    session_days: Count = SESSION_DAYS
    """A session that nobody used for so long ends."""


def read(environment: Mapping[str, str]) -> AccountsSettings:
    """The settings of this process. Raises SettingsError with a sentence for each wrong one."""
    return read_settings(AccountsSettings, environment)
