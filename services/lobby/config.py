"""Settings of the lobby service."""

from collections.abc import Mapping

from libs.contracts import accounts
from libs.runtime import Settings, read_settings
from libs.runtime.settings import Count


class LobbySettings(Settings, frozen=True, kw_only=True):
    """What the lobby needs beyond what every process does."""

    accounts_shards: Count = accounts.SHARDS
    settle_ms: Count = 1_500
    """So long a new owner hears who is here before it says so: nobody is to seem gone."""
    grace_ms: Count = 10_000
    """Who has lost the last connection stays so long: a page may be loading again."""
    silence_ms: Count = 3_500
    """A gateway that says nothing for so long is dead, and its people have no connection."""
    seeks_every_s: Count = 30
    """So often open offers are asked for anew, should a word about one have been lost."""


def read(environment: Mapping[str, str]) -> LobbySettings:
    """The settings of this process. Raises SettingsError with a sentence for each wrong one."""
    return read_settings(LobbySettings, environment)
