"""Turns of Dara: which are legal, and why one is not."""

from collections.abc import Iterator

from libs.rules.dara.board import ALL_POINTS, BOARD, NEIGHBOURS, has_four, has_three
from libs.rules.dara.notation import NOTATION
from libs.rules.stones.layout import Placed, indices
from libs.rules.stones.notation import NONE, Step
from libs.rules.stones.progress import ProgressState
from libs.rules.stones.state import moved, refuse_moving, refuse_placing, refuse_taken


def refusal(state: ProgressState, turn: str) -> str | None:
    """Why a turn is not legal, or None."""
    step = NOTATION.read(turn)
    if step.source == NONE:
        return refuse_placing(state, step) or _refuse_row(state, step)
    return refuse_moving(state, step) or _refuse_move(state, step)


def _refuse_row(state: ProgressState, step: Step) -> str | None:
    if has_three(state.stones[state.seat], step.target):
        return "row_while_placing"
    return None if step.taken == NONE else "no_row_closed"


def _refuse_move(state: ProgressState, step: Step) -> str | None:
    own, other = moved(state.stones[state.seat], step), state.stones[1 - state.seat]
    if not NEIGHBOURS[step.source] >> step.target & 1:
        return "not_adjacent"
    if has_four(own, step.target):
        return "row_too_long"
    has_row = has_three(own, step.target)
    if step.taken == NONE:
        return "capture_missing" if has_row and other else None
    return refuse_taken(own, other, step) if has_row else "no_row_closed"


def steps(placed: Placed) -> Iterator[Step]:
    """The placements or moves of the side to act, captures left open."""
    own, free = placed.stones[placed.seat], ALL_POINTS & ~(placed.stones[0] | placed.stones[1])
    if placed.hands == (0, 0):
        for source in indices(own):
            left = own ^ 1 << source
            for target in indices(NEIGHBOURS[source] & free):
                if not has_four(left, target):
                    yield Step(source, target, NONE)
    elif placed.hands[placed.seat]:
        for target in indices(free):
            if not has_three(own, target):
                yield Step(NONE, target, NONE)


def all_turns(state: ProgressState) -> list[str]:
    """All complete turns of the side to act, unsorted."""
    captures = [f"x{name}" for name in BOARD.names(state.stones[1 - state.seat])] or [""]
    turns: list[str] = []
    for step in steps(state.placed):
        text = NOTATION.write(step)
        if has_three(moved(state.stones[state.seat], step), step.target):
            turns += [text + capture for capture in captures]
        else:
            turns.append(text)
    return turns
