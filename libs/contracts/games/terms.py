"""What is played, and by whom."""

from typing import Any, Final, Literal

import msgspec

from libs.contracts.ids import PlayerId
from libs.timing import TimeControl

SERVICE: Final = "games"
SHARDS: Final = 16


class SeatInfo(msgspec.Struct, frozen=True):
    """Who sits there; the name as it was at the start."""

    player: PlayerId
    name: str


class GameTerms(msgspec.Struct, frozen=True):
    """What is played: a registered game, its variant, changed options, the time control."""

    game: str
    variant: str
    options: dict[str, Any]
    time: TimeControl
    kind: Literal["friendly", "rated", "practice", "hotseat"] = "friendly"
    """Practice: against a computer; no clock, no brake, turns can be taken back, help is given.
    Hotseat: two people at one device, whose account or session has both seats."""
    stake_taler: int = 0
    """What each of the two risks; 0, or 10 to 100 in tens in a rated game."""

    def is_clocked_online(self) -> bool:
        """Whether it takes up its players: nobody plays two such games at a time."""
        return self.kind in ("friendly", "rated") and self.time.is_timed()

    def is_hotseat(self) -> bool:
        """Whether two people play at one device, unseen by others."""
        return self.kind == "hotseat"

    def is_unseen(self) -> bool:
        """Whether nobody but those who sit there may watch it, at any time."""
        return self.is_practice() or self.is_hotseat()

    def is_practice(self) -> bool:
        """Whether a person plays a computer, unseen by others and as slowly as they like."""
        return self.kind == "practice"
