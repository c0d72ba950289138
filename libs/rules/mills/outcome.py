"""When a game of Mühle ends, and for whom."""

from typing import Final

from libs.rules.game import Outcome, Seat
from libs.rules.mills.board import ALL_POINTS, BOARDS
from libs.rules.mills.state import Counters, Terms, may_fly
from libs.rules.stones.layout import Placed

FEWEST_STONES: Final = 3


def judge(terms: Terms, placed: Placed, counters: Counters) -> Outcome | None:
    """The outcome after a complete turn, or None; the first rule that applies counts."""
    if placed.hands == (0, 0):
        mover = Seat(1 - placed.seat)
        for seat, winner in ((placed.seat, mover), (mover, placed.seat)):
            if placed.stones[seat].bit_count() < FEWEST_STONES:
                return Outcome(winner, "stones")
        free = ALL_POINTS & ~(placed.stones[0] | placed.stones[1])
        if not free and terms.full_board_draw:
            return Outcome(None, "full_board")
        if not _can_move(terms, placed, free):
            return Outcome(mover, "blocked")
    return _drawn(terms, counters)


def _can_move(terms: Terms, placed: Placed, free: int) -> bool:
    if free and may_fly(terms, placed):
        return True
    neighbours = BOARDS[terms.board].neighbours
    stones = placed.stones[placed.seat]
    while stones:  # nearly always the first or second one can: judged after every turn
        lowest = stones & -stones
        if neighbours[lowest.bit_length() - 1] & free:
            return True
        stones ^= lowest
    return False


def _drawn(terms: Terms, counters: Counters) -> Outcome | None:
    if terms.repetition is not None and counters.repeated >= terms.repetition:
        return Outcome(None, "repetition")
    if terms.no_mill_limit is not None and counters.since_mill >= 2 * terms.no_mill_limit:
        return Outcome(None, "no_mill")
    if terms.no_capture_limit is not None and counters.since_capture >= terms.no_capture_limit:
        return Outcome(None, "no_capture")
    return None
