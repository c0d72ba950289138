"""Turns of Three Men's Morris: which are legal, and why one is not."""

from libs.rules.stones.layout import indices
from libs.rules.stones.notation import NONE
from libs.rules.stones.progress import ProgressState
from libs.rules.stones.square import ALL_POINTS
from libs.rules.stones.state import refuse_moving, refuse_placing
from libs.rules.three.board import BOARD, NEIGHBOURS
from libs.rules.three.notation import NOTATION


def refusal(state: ProgressState, turn: str) -> str | None:
    """Why a turn is not legal, or None."""
    step = NOTATION.read(turn)
    if step.source == NONE:
        return refuse_placing(state, step)
    code = refuse_moving(state, step)
    if code is None and not NEIGHBOURS[step.source] >> step.target & 1:
        return "not_adjacent"
    return code


def all_turns(state: ProgressState) -> list[str]:
    """All turns of the side to act, unsorted."""
    own, points = state.stones[state.seat], BOARD.points
    free = ALL_POINTS & ~(state.stones[0] | state.stones[1])
    if state.hands != (0, 0):
        return BOARD.names(free) if state.hands[state.seat] else []
    return [
        f"{points[source]}-{points[target]}"
        for source in indices(own)
        for target in indices(NEIGHBOURS[source] & free)
    ]
