"""The transposition table: what has been found out about positions."""

from numba import njit

from libs.engines.dara.kernel.ends import UNDECIDED
from libs.engines.dara.kernel.moves import K_REST
from libs.engines.dara.layout import (
    ENDLESS,
    KEY,
    LIMIT,
    SINCE,
    SURE,
    TABLE,
    TABLE_BITS,
    TURN_BITS,
)

LOWER, UPPER, EXACT = 1, 2, 3
LIMIT_IN_SIGHT = 32
SCORE_SHIFT = 28
BOUND_SHIFT = 26


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
    mem[slot + 1] = (
        (score + ENDLESS) << SCORE_SHIFT | bound << BOUND_SHIFT | depth << TURN_BITS | turn
    )


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
    score, bound = (word >> SCORE_SHIFT) - ENDLESS, word >> BOUND_SHIFT & 3
    if score > SURE:
        score -= ply
    elif score < -SURE:
        score += ply
    fits = bound == EXACT or (bound == LOWER and score >= beta)
    return score if fits or (bound == UPPER and score <= alpha) else UNDECIDED
