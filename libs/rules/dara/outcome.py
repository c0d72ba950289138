"""When a game of Dara ends, and for whom."""

from typing import Final

from libs.rules.dara.moves import steps
from libs.rules.game import Outcome, Seat
from libs.rules.stones.layout import Placed
from libs.rules.stones.progress import ProgressCounters, ProgressTerms, drawn

FEWEST_STONES: Final = 3


def judge(terms: ProgressTerms, placed: Placed, counters: ProgressCounters) -> Outcome | None:
    """The outcome after a complete turn, or None; the first rule that applies counts."""
    mover = Seat(1 - placed.seat)
    if placed.hands == (0, 0):
        for seat, winner in ((placed.seat, mover), (mover, placed.seat)):
            if placed.stones[seat].bit_count() < FEWEST_STONES:
                return Outcome(winner, "stones")
    # Out of step, with an empty hand while the other still places, one just has no turn.
    is_waiting = placed.hands[mover] and not placed.hands[placed.seat]
    if not is_waiting and next(steps(placed), None) is None:
        return Outcome(mover, "blocked")
    return drawn(terms, counters)
