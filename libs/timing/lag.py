"""How much of the network's delay is given back: bounded, measured, from a small stock.

The server measures the round trip with its own pings; a client's word about its delay is never
used. The stock stops a player from thinking on the network's account all game long.
"""

from typing import Final

import msgspec

CONSTANT_MS: Final = 20
"""Given beyond the measured round trip: what sending and painting take."""

MOST_A_TURN_MS: Final = 500
STOCK_MS: Final = 2_000
REFILL_MS: Final = 100


class LagQuota(msgspec.Struct, frozen=True):
    """One seat's stock of lag credit, in milliseconds."""

    left_ms: int = STOCK_MS

    def credit_for(self, round_trip_ms: int) -> int:
        """The credit for one turn at a measured round trip, within the stock."""
        wanted_ms = min(max(0, round_trip_ms) + CONSTANT_MS, MOST_A_TURN_MS)
        return min(wanted_ms, self.left_ms)

    def after(self, credit_ms: int) -> "LagQuota":
        """The stock after a turn that was given `credit_ms`, refilled a little."""
        return LagQuota(min(STOCK_MS, max(0, self.left_ms - credit_ms) + REFILL_MS))
