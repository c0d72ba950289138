"""Settings of the clocks service."""

from collections.abc import Mapping
from typing import Annotated

import msgspec

from libs.contracts.games import SHARDS
from libs.runtime import Settings, read_settings
from libs.runtime.settings import Count

GraceMs = Annotated[int, msgspec.Meta(ge=0, le=5_000)]


class ClocksSettings(Settings, frozen=True, kw_only=True):
    """What the clocks service needs beyond what every process does."""

    games_shards: Count = SHARDS
    claim_grace_ms: GraceMs = 100
    """A turn that reached us in time may still be on its way to its owner."""


def read(environment: Mapping[str, str]) -> ClocksSettings:
    """The settings of this process. Raises SettingsError with a sentence for each wrong one."""
    return read_settings(ClocksSettings, environment)
