"""When a game of tic-tac-toe ends, and for whom."""

from libs.rules.game import Outcome
from libs.rules.stones.layout import Placed
from libs.rules.stones.square import ALL_POINTS, lined_up


def judge(placed: Placed) -> Outcome | None:
    """The outcome after a turn, or None: a line first, then the full board."""
    line = lined_up(placed)
    if line is None and placed.stones[0] | placed.stones[1] == ALL_POINTS:
        return Outcome(None, "full_board")
    return line
