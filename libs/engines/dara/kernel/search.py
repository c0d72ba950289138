"""Alpha-beta for Dara: principal variation search with late turns reduced."""

from numba import njit

from libs.engines.dara.kernel.bits import near
from libs.engines.dara.kernel.ends import UNDECIDED, judged, without_turns
from libs.engines.dara.kernel.evaluation import evaluate
from libs.engines.dara.kernel.moves import list_turns, play
from libs.engines.dara.kernel.ordering import next_turn, promote, reward
from libs.engines.dara.kernel.table import EXACT, LOWER, UPPER, recalled, remember, settled
from libs.engines.dara.layout import (
    ALL,
    BEST,
    COUNT,
    ENDLESS,
    FRAME,
    FRAMES,
    HAND,
    LIMIT,
    LINE,
    LINES,
    MATE,
    NODES,
    OTHER,
    OTHER_HAND,
    OWN,
    PLIES,
    REDUCED_FROM,
    SINCE,
    STOPPED,
    TURN,
)

REDUCED_DEPTH = 3
VERY_LATE = 16
SEARCH = "int64(int64[::1], int64[::1], int64, int64, int64, int64)"


@njit(cache=True)
def lengthen(mem, ply, turn):
    """The best line from here: this turn, then the line of the next ply."""
    line = LINES + ply * LINE
    after = line + LINE
    length = mem[after]
    mem[line] = length + 1
    mem[line + 1] = turn
    for i in range(1, length + 1):
        mem[line + 1 + i] = mem[after + i]


@njit(cache=True)
def leaf(mem, ply):
    """The score of a position that is not searched any further."""
    frame = FRAMES + ply * FRAME
    own, other = mem[frame + OWN], mem[frame + OTHER]
    is_moving = mem[frame + HAND] + mem[frame + OTHER_HAND] == 0
    if is_moving and not own & near(ALL & ~(own | other)):
        return ply - MATE
    if mem[LIMIT] and mem[frame + SINCE] >= mem[LIMIT]:
        return 0
    return evaluate(mem, frame)


@njit(cache=True)
def reduction(mem, depth, number):
    """How many plies less a late turn is searched at first."""
    if depth < REDUCED_DEPTH or number < mem[REDUCED_FROM]:
        return 0
    return 2 if number >= VERY_LATE and depth > REDUCED_DEPTH else 1


@njit(cache=True)
def before_turns(mem, stop, ply, depth, alpha, beta):
    """The score of a position that needs no turn to be tried, or UNDECIDED."""
    mem[NODES] += 1
    mem[LINES + ply * LINE] = 0
    if stop[0]:
        mem[STOPPED] = 1
        return -ENDLESS
    score = judged(mem, ply) if ply else UNDECIDED
    if score != UNDECIDED:
        return score
    if depth <= 0 or ply >= PLIES - 2:
        return leaf(mem, ply)
    if beta - alpha > 1:
        # On the best line the turns themselves are wanted, not only the score.
        return UNDECIDED
    return settled(recalled(mem, FRAMES + ply * FRAME), ply, depth, alpha, beta)


@njit(cache=True)
def with_turns(mem, ply):
    """Lists a frame's turns in order; the score if there are none or it is a draw, or UNDECIDED."""
    frame = FRAMES + ply * FRAME
    if not list_turns(mem, frame):
        return without_turns(mem, ply)
    if mem[LIMIT] and mem[frame + SINCE] >= mem[LIMIT]:
        return 0
    promote(mem, frame, recalled(mem, frame) & TURN if ply else mem[BEST])
    return UNDECIDED


@njit(SEARCH, cache=True, nogil=True)
def search(mem, stop, ply, depth, alpha, beta):
    """The score of a frame for its side to act, and the best line in LINES.

    Ends early when `stop` is set: STOPPED then says so, and only at the root is the result of use,
    namely the best of the turns that were finished (its line is empty if there was none).
    """
    score = before_turns(mem, stop, ply, depth, alpha, beta)
    if score == UNDECIDED:
        score = with_turns(mem, ply)
    if score != UNDECIDED:
        return score
    frame = FRAMES + ply * FRAME
    best, best_turn, bound = -ENDLESS, 0, UPPER
    for number in range(mem[frame + COUNT]):
        turn = next_turn(mem, frame, number)
        play(mem, ply, turn)
        less = reduction(mem, depth, number)
        score = alpha + 1
        if number:
            score = -search(mem, stop, ply + 1, depth - 1 - less, -alpha - 1, -alpha)
            if less and score > alpha and not mem[STOPPED]:
                score = -search(mem, stop, ply + 1, depth - 1, -alpha - 1, -alpha)
        if score > alpha and (not number or score < beta) and not mem[STOPPED]:
            score = -search(mem, stop, ply + 1, depth - 1, -beta, -alpha)
        if mem[STOPPED]:
            return best
        if score > best:
            best, best_turn = score, turn
        if score > alpha:
            alpha, bound = score, EXACT
            lengthen(mem, ply, turn)
        if alpha >= beta:
            bound = LOWER
            reward(mem, frame, turn, depth)
            break
    remember(mem, frame, ply, depth, best, bound, best_turn)
    return best
