"""Turns of Mühle: which are legal, why one is not, and what each does."""

from libs.rules.mills.board import ALL_POINTS, BOARDS, Board
from libs.rules.mills.notation import NOTATION
from libs.rules.mills.outcome import judge
from libs.rules.mills.state import Counters, MillsState, Terms, may_fly
from libs.rules.stones.layout import indices
from libs.rules.stones.notation import NONE, Step
from libs.rules.stones.seen import NOTHING_SEEN
from libs.rules.stones.state import (
    State,
    after,
    history,
    is_final,
    moved,
    refuse_moving,
    refuse_placing,
    refuse_taken,
)


def refusal(state: MillsState, turn: str) -> str | None:
    """Why a turn is not legal, or None. Looks at that turn alone."""
    step = NOTATION.read(turn)
    if step.source == NONE:
        code = refuse_placing(state, step)
    else:
        code = refuse_moving(state, step) or _refuse_far(state, step)
    return code or _refuse_taking(state, step)


def _refuse_far(state: MillsState, step: Step) -> str | None:
    if BOARDS[state.terms.board].neighbours[step.source] >> step.target & 1:
        return None
    return None if may_fly(state.terms, state.placed) else "not_adjacent"


def _refuse_taking(state: MillsState, step: Step) -> str | None:
    board, other = BOARDS[state.terms.board], state.stones[1 - state.seat]
    own = moved(state.stones[state.seat], step)
    is_closed = board.closes(own, step.target)
    if step.taken == NONE:
        return "capture_missing" if is_closed and other else None
    if not is_closed:
        return "no_mill_closed"
    return refuse_taken(own, other, step) or _refuse_protected(board, state.terms, other, step)


def _refuse_protected(board: Board, terms: Terms, other: int, step: Step) -> str | None:
    if not terms.mill_protection or not board.closes(other, step.taken):
        return None
    return "protected_stone" if other & ~board.in_mills(other) else None


def play(state: MillsState, turn: str) -> MillsState:
    """The state after a legal turn; does not check that it is one."""
    step, terms, counters = NOTATION.read(turn), state.terms, state.counters
    placed, is_reset = after(state, step), is_final(step)
    has_mill = step.taken != NONE or _closes_in_vain(state, placed.stones[state.seat], step)
    seen = history(terms, placed, NOTHING_SEEN if is_reset else state.seen)
    counters = Counters(
        0 if has_mill else counters.since_mill + 1,
        0 if is_reset else counters.since_capture + 1,
        seen.latest,
    )
    outcome = judge(terms, placed, counters)
    return State(terms, *placed, state.ply + 1, turn, counters, seen, outcome)


def _closes_in_vain(state: MillsState, own: int, step: Step) -> bool:
    """Whether a legal turn closes a mill though there is nothing to take."""
    if state.stones[1 - state.seat]:
        return False
    return BOARDS[state.terms.board].closes(own, step.target)


def takeable(board: Board, terms: Terms, other: int) -> int:
    """The opposing stones that a mill may take: those outside mills, or all if there are none."""
    free = other & ~board.in_mills(other) if terms.mill_protection else other
    return free or other


def all_turns(state: MillsState) -> list[str]:
    """All complete turns of the side to act, unsorted."""
    board, other = BOARDS[state.terms.board], state.stones[1 - state.seat]
    points = board.layout.points
    captures = [f"x{points[i]}" for i in indices(takeable(board, state.terms, other))] or [""]
    turns: list[str] = []
    for prefix, left, targets in _steps(state, board):
        for target in indices(targets):
            step = prefix + points[target]
            if board.closes(left, target):
                turns += [step + capture for capture in captures]
            else:
                turns.append(step)
    return turns


def _steps(state: MillsState, board: Board) -> list[tuple[str, int, int]]:
    """For each stone that may go: the text before its target, the stones that stay, the targets."""
    own, free = state.stones[state.seat], ALL_POINTS & ~(state.stones[0] | state.stones[1])
    if state.hands != (0, 0):
        return [("", own, free)] if state.hands[state.seat] else []
    points, is_flying = board.layout.points, may_fly(state.terms, state.placed)
    return [
        (f"{points[i]}-", own ^ 1 << i, free if is_flying else board.neighbours[i] & free)
        for i in indices(own)
    ]
