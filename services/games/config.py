"""Settings of the games service."""

from libs.contracts.games import SHARDS
from libs.runtime.settings import Count, Settings


class GamesSettings(Settings, frozen=True, kw_only=True):
    """What the games service needs beyond what every process does."""

    games_shards: Count = SHARDS
