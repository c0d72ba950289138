"""Turns of Mühle: which are legal, why one is not, and what each does."""

from libs.rules.game import IllegalMoveError, Seat
from libs.rules.mills.board import ALL_POINTS, Board
from libs.rules.mills.notation import NONE, POINTS, Step, read
from libs.rules.mills.outcome import judge
from libs.rules.mills.state import Counters, State, Terms, may_fly, with_position
from libs.rules.stones.layout import Placed, indices
from libs.rules.stones.seen import NOTHING_SEEN


def check(state: State, turn: str) -> None:
    """Raises IllegalMoveError unless the turn is legal. Looks at that turn alone."""
    if state.outcome is not None:
        raise IllegalMoveError("game_over", turn)
    step = read(turn)
    refuse = _refuse_placing if step.source == NONE else _refuse_moving
    code = refuse(state, step) or _refuse_taking(state, step)
    if code is not None:
        raise IllegalMoveError(code, turn)


def _refuse_placing(state: State, step: Step) -> str | None:
    if not state.hands[state.seat]:
        return "hand_empty"
    if (state.stones[0] | state.stones[1]) >> step.target & 1:
        return "point_occupied"
    return None


def _refuse_moving(state: State, step: Step) -> str | None:
    if state.hands != (0, 0):
        return "hand_not_empty" if state.hands[state.seat] else "still_placing"
    own, other = state.stones[state.seat], state.stones[1 - state.seat]
    if not own >> step.source & 1:
        return "not_your_stone" if other >> step.source & 1 else "no_stone_there"
    if (own | other) >> step.target & 1:
        return "point_occupied"
    if not state.board.neighbours[step.source] >> step.target & 1:
        return None if may_fly(state.terms, state.placed) else "not_adjacent"
    return None


def _refuse_taking(state: State, step: Step) -> str | None:
    board, other = state.board, state.stones[1 - state.seat]
    own = _moved(state.stones[state.seat], step)
    is_closed = board.closes(own, step.target)
    if step.taken == NONE:
        return "capture_missing" if is_closed and other else None
    if not is_closed:
        return "no_mill_closed"
    if not other >> step.taken & 1:
        return "own_stone_taken" if own >> step.taken & 1 else "nothing_to_take"
    if not state.terms.mill_protection or not board.closes(other, step.taken):
        return None
    return "protected_stone" if other & ~board.in_mills(other) else None


def _moved(own: int, step: Step) -> int:
    """The mover's stones after the placement or move."""
    if step.source != NONE:
        own ^= 1 << step.source
    return own | 1 << step.target


def play(state: State, turn: str) -> State:
    """The state after a legal turn; does not check that it is one."""
    step, seat = read(turn), state.seat
    own, other = _moved(state.stones[seat], step), state.stones[1 - seat]
    is_placed, is_capture = step.source == NONE, step.taken != NONE
    has_mill = is_capture or (not other and state.board.closes(own, step.target))
    if is_capture:
        other ^= 1 << step.taken
    hands = state.hands
    if is_placed:
        hands = (hands[0] - 1, hands[1]) if seat == 0 else (hands[0], hands[1] - 1)
    stones = (own, other) if seat == 0 else (other, own)
    turned = Seat(1 - seat)
    seen = NOTHING_SEEN if is_placed or is_capture else state.seen
    seen = with_position(seen, state.terms, stones, turned)
    counters = Counters(
        0 if has_mill else state.counters.since_mill + 1,
        0 if is_placed or is_capture else state.counters.since_capture + 1,
        seen.latest,
    )
    outcome = judge(state.terms, Placed(stones, hands, turned), counters)
    return State(state.terms, stones, hands, turned, state.ply + 1, turn, counters, seen, outcome)


def takeable(board: Board, terms: Terms, other: int) -> int:
    """The opposing stones that a mill may take: those outside mills, or all if there are none."""
    free = other & ~board.in_mills(other) if terms.mill_protection else other
    return free or other


def legal_turns(state: State) -> list[str]:
    """All complete turns of the side to act, sorted; none after the end."""
    if state.outcome is not None:
        return []
    board = state.board
    other = state.stones[1 - state.seat]
    captures = [f"x{POINTS[i]}" for i in indices(takeable(board, state.terms, other))] or [""]
    turns: list[str] = []
    for prefix, left, targets in _steps(state):
        for target in indices(targets):
            step = prefix + POINTS[target]
            if board.closes(left, target):
                turns += [step + capture for capture in captures]
            else:
                turns.append(step)
    turns.sort()
    return turns


def _steps(state: State) -> list[tuple[str, int, int]]:
    """For each stone that may go: the text before its target, the stones that stay, the targets."""
    own, free = state.stones[state.seat], ALL_POINTS & ~(state.stones[0] | state.stones[1])
    if state.hands != (0, 0):
        return [("", own, free)] if state.hands[state.seat] else []
    is_flying, neighbours = may_fly(state.terms, state.placed), state.board.neighbours
    return [
        (f"{POINTS[i]}-", own ^ 1 << i, free if is_flying else neighbours[i] & free)
        for i in indices(own)
    ]
