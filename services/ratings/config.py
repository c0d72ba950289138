"""Settings of the ratings service."""

from collections.abc import Mapping

from libs.contracts import accounts, games
from libs.runtime import Settings, read_settings
from libs.runtime.settings import Count


class RatingsSettings(Settings, frozen=True, kw_only=True):
    """What ratings needs beyond what every process does."""

    games_shards: Count = games.SHARDS
    accounts_shards: Count = accounts.SHARDS
    unstarted_s: Count = 60
    """So long a reservation may wait for its game; then the games' owner is asked about it."""
    sweep_every_s: Count = 15


def read(environment: Mapping[str, str]) -> RatingsSettings:
    """The settings of this process. Raises SettingsError with a sentence for each wrong one."""
    return read_settings(RatingsSettings, environment)
