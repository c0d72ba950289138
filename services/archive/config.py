"""Settings of the archive."""

from collections.abc import Mapping

from libs.contracts.games import SHARDS
from libs.runtime import Settings, read_settings
from libs.runtime.settings import Count


class ArchiveSettings(Settings, frozen=True, kw_only=True):
    """What the archive needs beyond what every process does."""

    games_shards: Count = SHARDS


def read(environment: Mapping[str, str]) -> ArchiveSettings:
    """The settings of this process. Raises SettingsError with a sentence for each wrong one."""
    return read_settings(ArchiveSettings, environment)
