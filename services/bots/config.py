"""Settings of the bots service."""

from collections.abc import Mapping
from typing import Annotated

import msgspec

from libs.contracts.games import SHARDS
from libs.runtime import Settings, read_settings
from libs.runtime.settings import Count, Seconds
from services.bots.decider.pace import Pace

Workers = Annotated[int, msgspec.Meta(ge=0, le=256)]
DelayMs = Annotated[int, msgspec.Meta(ge=0, le=5_000)]


class BotsSettings(Settings, frozen=True, kw_only=True):
    """What the bots service needs beyond what every process does."""

    games_shards: Count = SHARDS
    bot_workers: Workers = 0
    """Worker processes; 0: one for each core that this process may use."""
    bot_engines: str = "libs.engines.registry"
    bot_least_delay_ms: DelayMs = 400
    bot_most_delay_ms: DelayMs = 700
    """A turn comes so long after the other's at the earliest: it is to be seen moving."""
    easy_seconds: Seconds = 0.1
    medium_seconds: Seconds = 0.3
    strong_seconds: Seconds = 1.0
    offer_seconds: Seconds = 0.3
    hint_seconds: Seconds = 1.0
    evaluation_seconds: Seconds = 0.8
    review_seconds: Seconds = 0.4
    """For each own turn that is reviewed."""

    def pace(self) -> Pace:
        """How long computers think."""
        return Pace(
            easy=self.easy_seconds,
            medium=self.medium_seconds,
            strong=self.strong_seconds,
            offer=self.offer_seconds,
            hint=self.hint_seconds,
            evaluation=self.evaluation_seconds,
            review=self.review_seconds,
            least_delay_ms=self.bot_least_delay_ms,
            most_delay_ms=self.bot_most_delay_ms,
        )


def read(environment: Mapping[str, str]) -> BotsSettings:
    """The settings of this process. Raises SettingsError with a sentence for each wrong one."""
    return read_settings(BotsSettings, environment)
