"""Settings of the games service."""

from collections.abc import Mapping

from libs.contracts.games import SHARDS
from libs.runtime.settings import Count, Settings, read_settings


class GamesSettings(Settings, frozen=True, kw_only=True):
    """What the games service needs beyond what every process does."""

    games_shards: Count = SHARDS


def read(environment: Mapping[str, str]) -> GamesSettings:
    """The settings. Raises SettingsError."""
    return read_settings(GamesSettings, environment)
