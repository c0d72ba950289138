"""Settings of the matchmaking service."""

from collections.abc import Mapping

from libs.contracts import accounts
from libs.contracts.matchmaking import SHARDS
from libs.runtime import Settings, read_settings
from libs.runtime.settings import Count, Seconds


class MatchmakingSettings(Settings, frozen=True, kw_only=True):
    """What the matchmaking service needs beyond what every process does."""

    matchmaking_shards: Count = SHARDS
    accounts_shards: Count = accounts.SHARDS
    rooms_due_every_s: Seconds = 1.0
    """So often somebody looks which challenges and seeks have expired."""


def read(environment: Mapping[str, str]) -> MatchmakingSettings:
    """The settings of this process. Raises SettingsError with a sentence for each wrong one."""
    return read_settings(MatchmakingSettings, environment)
