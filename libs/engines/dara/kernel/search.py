"""Alpha-beta for Dara: principal variation search with a table, killers, history, reductions."""

from numba import njit

from libs.engines.dara.kernel.bits import count, near
from libs.engines.dara.kernel.evaluation import evaluate
from libs.engines.dara.kernel.moves import K_REST, list_turns, play
from libs.engines.dara.layout import (
    ALL,
    BEST,
    COUNT,
    ENDLESS,
    FEWEST,
    FRAME,
    FRAMES,
    HAND,
    KEY,
    KILLER,
    LIMIT,
    LINE,
    LINES,
    MATE,
    NODES,
    NONE,
    OTHER,
    OTHER_HAND,
    OWN,
    PLIES,
    REDUCED_FROM,
    REPETITION,
    SECOND_KILLER,
    SEEN,
    SEEN_SLOTS,
    SINCE,
    STEP_HISTORY,
    STOPPED,
    SURE,
    TABLE,
    TABLE_BITS,
    TAKEN,
    TAKEN_HISTORY,
    TURN,
    TURN_BITS,
    TURNS,
)

UNDECIDED = 1 << 20
"""No score: the search has to find one."""
LOWER, UPPER, EXACT = 1, 2, 3
TABLE_RANK = 1 << 60
"""Above any rank that comes with a turn."""
KILLER_RANK = 1 << 28
MOST_HISTORY = 1 << 24
SORTED = 12
"""Turns that are brought into order; of the rest hardly any refutes."""
REDUCED_DEPTH = 3
VERY_LATE = 16
LIMIT_IN_SIGHT = 32
STEP = (1 << TAKEN) - 1
SEARCH = "int64(int64[::1], int64[::1], int64, int64, int64, int64)"


@njit(cache=True)
def times_seen(mem, key):
    """How often a position has stood in the game so far."""
    slot = key & SEEN_SLOTS - 1
    while mem[SEEN + 2 * slot + 1]:
        if mem[SEEN + 2 * slot] == key:
            return mem[SEEN + 2 * slot + 1]
        slot = slot + 1 & SEEN_SLOTS - 1
    return 0


@njit(cache=True)
def is_repeated(mem, ply):
    """Whether a position is a draw by repetition, or stands on the line searched already.

    One return within the search is as good as all: who gains by it can do it again.
    """
    frame = FRAMES + ply * FRAME
    key, since = mem[frame + KEY], mem[frame + SINCE]
    for back in range(2, min(since, ply) + 1, 2):
        if mem[frame - back * FRAME + KEY] == key:
            return True
    return since >= ply and times_seen(mem, key) + 1 >= mem[REPETITION]


@njit(cache=True)
def judged(mem, ply):
    """The score of a position that has ended before anybody looks for a turn, or UNDECIDED."""
    frame = FRAMES + ply * FRAME
    if mem[frame + HAND] + mem[frame + OTHER_HAND] == 0:
        if count(mem[frame + OWN]) < FEWEST:
            return ply - MATE
        if count(mem[frame + OTHER]) < FEWEST:
            return MATE - ply
        if mem[REPETITION] and is_repeated(mem, ply):
            return 0
    return UNDECIDED


@njit(cache=True)
def without_turns(mem, ply):
    """The score of a side that has no turn: lost, unless it only waits for the other to place."""
    frame = FRAMES + ply * FRAME
    return 0 if mem[frame + OTHER_HAND] and not mem[frame + HAND] else ply - MATE


@njit(cache=True)
def table_key(mem, frame):
    """A position's key, mixed with its counter where the draw for want of progress is near."""
    limit, since = mem[LIMIT], mem[frame + SINCE]
    if limit and limit - since < LIMIT_IN_SIGHT:
        return mem[frame + KEY] ^ (since + 1) * K_REST
    return mem[frame + KEY]


@njit(cache=True)
def remember(mem, frame, ply, depth, score, bound, turn):
    """Stores a result, unless a deeper one of another position would be lost for little."""
    key = table_key(mem, frame)
    slot = TABLE + 2 * (key & (1 << TABLE_BITS) - 1)
    if mem[slot] != key and (mem[slot + 1] >> TURN_BITS & 255) > depth + 3:
        return
    if score > SURE:
        score += ply
    elif score < -SURE:
        score -= ply
    mem[slot] = key
    mem[slot + 1] = (score + ENDLESS) << 28 | bound << 26 | depth << TURN_BITS | turn


@njit(cache=True)
def recalled(mem, frame):
    """What the table holds of a position, or 0."""
    key = table_key(mem, frame)
    slot = TABLE + 2 * (key & (1 << TABLE_BITS) - 1)
    return mem[slot + 1] if mem[slot] == key else 0


@njit(cache=True)
def settled(word, ply, depth, alpha, beta):
    """The score that a word of the table settles, or UNDECIDED."""
    if not word or (word >> TURN_BITS & 255) < depth:
        return UNDECIDED
    score, bound = (word >> 28) - ENDLESS, word >> 26 & 3
    if score > SURE:
        score -= ply
    elif score < -SURE:
        score += ply
    fits = bound == EXACT or (bound == LOWER and score >= beta)
    return score if fits or (bound == UPPER and score <= alpha) else UNDECIDED


@njit(cache=True)
def promote(mem, frame, remembered):
    """Ranks the table's turn first and the killers next."""
    first, second = mem[frame + KILLER], mem[frame + SECOND_KILLER]
    for place in range(frame + TURNS, frame + TURNS + mem[frame + COUNT]):
        turn = mem[place] & TURN
        if turn == remembered:
            mem[place] = TABLE_RANK | turn
        elif turn in (first, second):
            mem[place] = max(mem[place], KILLER_RANK << TURN_BITS | turn)


@njit(cache=True)
def next_turn(mem, frame, number):
    """The best ranked turn from `number` on, brought there."""
    place = frame + TURNS + number
    if number >= SORTED:
        return mem[place] & TURN
    best = place
    for other in range(place + 1, frame + TURNS + mem[frame + COUNT]):
        if mem[other] > mem[best]:
            best = other
    mem[place], mem[best] = mem[best], mem[place]
    return mem[place] & TURN


@njit(cache=True)
def reward(mem, frame, turn, depth):
    """Remembers a turn that refuted: as a killer, and in the history."""
    place = STEP_HISTORY + (turn & STEP)
    taken = turn >> TAKEN
    if taken != NONE:
        place = TAKEN_HISTORY + taken
    elif mem[frame + KILLER] != turn:
        mem[frame + SECOND_KILLER] = mem[frame + KILLER]
        mem[frame + KILLER] = turn
    mem[place] = min(MOST_HISTORY, mem[place] + depth * depth)


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


@njit(SEARCH, cache=True, nogil=True)
def search(mem, stop, ply, depth, alpha, beta):
    """The score of a frame for its side to act, and the best line in LINES.

    Ends early when `stop` is set: STOPPED then says so, and only at the root is the result of use,
    namely the best of the turns that were finished (its line is empty if there was none).
    """
    frame = FRAMES + ply * FRAME
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
    word = recalled(mem, frame)
    score = settled(word, ply, depth, alpha, beta) if beta - alpha == 1 else UNDECIDED
    if score != UNDECIDED:
        return score
    number_of_turns = list_turns(mem, frame)
    if not number_of_turns:
        return without_turns(mem, ply)
    if mem[LIMIT] and mem[frame + SINCE] >= mem[LIMIT]:
        return 0
    promote(mem, frame, mem[BEST] if ply == 0 else word & TURN)
    best, best_turn, bound = -ENDLESS, 0, UPPER
    for number in range(number_of_turns):
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
