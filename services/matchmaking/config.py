"""Settings of the matchmaking service."""

from collections.abc import Mapping

from libs.contracts.matchmaking import SHARDS
from libs.runtime import Settings, read_settings
from libs.runtime.settings import Count


class MatchmakingSettings(Settings, frozen=True, kw_only=True):
    """What the matchmaking service needs beyond what every process does."""

    matchmaking_shards: Count = SHARDS


def read(environment: Mapping[str, str]) -> MatchmakingSettings:
    """The settings of this process. Raises SettingsError with a sentence for each wrong one."""
    return read_settings(MatchmakingSettings, environment)
