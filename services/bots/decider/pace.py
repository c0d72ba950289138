"""How long computers think, and when their answers may be seen."""

from zlib import crc32

import msgspec

from libs.contracts.ids import GameId
from libs.rules.strength import Strength


class Pace(msgspec.Struct, frozen=True, kw_only=True):
    """Seconds of thinking, before the pool shrinks them under load; delays in milliseconds."""

    easy: float
    medium: float
    strong: float
    offer: float
    hint: float
    evaluation: float
    review: float
    least_delay_ms: int
    most_delay_ms: int

    def seconds(self, strength: Strength) -> float:
        """For a turn of that strength."""
        match strength:
            case "easy":
                return self.easy
            case "medium":
                return self.medium
            case "strong":
                return self.strong

    def delay_ms(self, game: GameId, position: int) -> int:
        """So long after the other's turn an answer comes at the earliest: nobody would see a
        stone move that moves at once. It differs from turn to turn, not when a job is repeated.
        """
        span = max(1, self.most_delay_ms - self.least_delay_ms + 1)
        return self.least_delay_ms + crc32(f"{game}:{position}".encode()) % span
