"""When a game of Three Men's Morris ends, and for whom."""

from libs.rules.game import Outcome, Seat
from libs.rules.stones.layout import Placed, indices
from libs.rules.stones.progress import ProgressCounters, ProgressTerms, drawn
from libs.rules.stones.square import ALL_POINTS, lined_up
from libs.rules.three.board import NEIGHBOURS


def judge(terms: ProgressTerms, placed: Placed, counters: ProgressCounters) -> Outcome | None:
    """The outcome after a complete turn, or None; the first rule that applies counts."""
    line = lined_up(placed)
    if line is not None:
        return line
    free = ALL_POINTS & ~(placed.stones[0] | placed.stones[1])
    own = indices(placed.stones[placed.seat])
    if placed.hands == (0, 0) and not any(NEIGHBOURS[point] & free for point in own):
        return Outcome(Seat(1 - placed.seat), "blocked")
    return drawn(terms, counters)
