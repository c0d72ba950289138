"""The search: principal variation search with a table of positions, killers and history."""

from typing import Final

from numba import njit

from libs.engines.mills.board import POINTS
from libs.engines.mills.ends import GOES_ON, judged, leaf
from libs.engines.mills.known import NOT_KNOWN, known
from libs.engines.mills.layout import (
    BEST,
    BEST_SCORE,
    DEEPEST,
    DONE,
    HISTORY,
    INFINITE,
    KILLERS,
    LIKING,
    LINE,
    MIRRORED_DEPTH,
    MOST_TURNS,
    NEXT_POLL,
    NO_TURN,
    NODES,
    NOWHERE,
    PATH,
    POINT,
    POINT_BITS,
    ROOT_TURNS,
    SPOILS,
    STOP,
    STOPPED,
    SURE,
    TABLE_STONES,
    TURN_BITS,
    TURNS,
)
from libs.engines.mills.machine import count, peek, poke
from libs.engines.mills.remembered import (
    AT_LEAST,
    AT_MOST,
    BYTE,
    DEPTH_AT,
    EXACTLY,
    HANDS_AT,
    KIND_AT,
    LIMIT_AT,
    SCORE_AT,
    canonical,
    image_of,
    limited,
    recall,
    remember,
)
from libs.engines.mills.scoring import worth
from libs.engines.mills.turns import (
    TAKEN_BITS,
    clocks_after,
    gather,
    hands_after,
    other_after,
    own_after,
    pick,
    promote,
)

POLL_EVERY: Final = 2048


@njit(cache=True)
def _poll(memory):
    if peek(memory, NODES) >= peek(memory, NEXT_POLL):
        poke(memory, NEXT_POLL, peek(memory, NODES) + POLL_EVERY)
        if peek(peek(memory, STOP), 0):
            poke(memory, STOPPED, 1)


@njit(cache=True)
def _reward(memory, turn, depth_ply):
    """Remembers a turn that refuted the other side's last one."""
    depth, ply = depth_ply >> 8, depth_ply & 255
    taken = turn >> TAKEN_BITS
    if taken != NOWHERE:
        at = SPOILS + (ply & 1) * 32 + taken
    else:
        one = peek(memory, KILLERS + 2 * ply)
        if one != turn:
            poke(memory, KILLERS + 2 * ply + 1, one)
            poke(memory, KILLERS + 2 * ply, turn)
        at = (
            HISTORY
            + (ply & 1) * 1024
            + ((turn & POINT) << POINT_BITS)
            + (turn >> POINT_BITS & POINT)
        )
    poke(memory, at, peek(memory, at) + depth * depth)


@njit(cache=True)
def _extend_line(memory, turn, ply):
    """The line from here: this turn, then the line found behind it."""
    here, behind = LINE + ply * DEEPEST, LINE + (ply + 1) * DEEPEST
    poke(memory, here, turn)
    at = 0
    while at < DEEPEST - 1:
        following = peek(memory, behind + at)
        poke(memory, here + at + 1, following)
        if following == NO_TURN:
            break
        at += 1


@njit(cache=True)
def _frontier(memory, own, other, hands, clocks, ply, beta):
    """The best of the positions one ply ahead, or one that is good enough."""
    amount = gather(memory, own, other, hands, ply)
    first = TURNS + ply * MOST_TURNS
    next_hands = hands_after(hands)
    best = -INFINITE
    at = first
    while at < first + amount:
        turn = peek(memory, at) & ((1 << TURN_BITS) - 1)
        at += 1
        score = -leaf(
            memory,
            other_after(other, turn),
            own_after(own, turn),
            next_hands,
            clocks_after(memory, own, other, hands, clocks, turn),
            ply + 1,
        )
        if score > best:
            best = score
            if score >= beta:
                break
    poke(memory, NODES, peek(memory, NODES) + at - first)
    return best if amount else 0


@njit("i8(i8, i8, i8, i8, i8, i8, i8, i8, i8)", cache=True)
def visit(memory, own, other, hands, clocks, depth, ply, alpha, beta):
    """The position's score for the side to act, `depth` plies looked ahead."""
    poke(memory, NODES, peek(memory, NODES) + 1)
    is_wide = beta - alpha > 1
    poke(memory, LINE + ply * DEEPEST, NO_TURN)
    score = judged(memory, own, other, hands, clocks, ply)
    if score != GOES_ON:
        return score
    if hands == 0 and count(own) + count(other) <= peek(memory, TABLE_STONES):
        score = known(memory, own, other, clocks, depth, ply)
        if score != NOT_KNOWN:
            return score
    if depth == 0:
        return worth(memory, own, other, hands)
    _poll(memory)
    if peek(memory, STOPPED):
        return 0
    if depth == 1 and not is_wide:
        return _frontier(memory, own, other, hands, clocks, ply, beta)
    plain = own | other << POINTS
    key, which = plain, 0
    if depth >= peek(memory, MIRRORED_DEPTH) and hands:
        key, which = canonical(own, other)
    key |= hands << HANDS_AT | limited(memory, clocks, depth) << LIMIT_AT
    found = recall(memory, key)
    remembered = NO_TURN
    if found:
        remembered = image_of(memory, found & NO_TURN, which + 16)
        kind = found >> KIND_AT & 3
        score = found >> SCORE_AT
        if score > SURE:
            score -= ply
        elif score < -SURE:
            score += ply
        if (
            not is_wide
            and found >> DEPTH_AT & BYTE >= depth
            and (
                kind == EXACTLY
                or (kind == AT_LEAST and score >= beta)
                or (kind == AT_MOST and score <= alpha)
            )
        ):
            return score
    amount = gather(memory, own, other, hands, ply)
    if amount == 0:
        return 0
    promote(memory, ply, amount, remembered)
    poke(memory, PATH + ply, plain)
    next_hands = hands_after(hands)
    first = TURNS + ply * MOST_TURNS
    best, best_turn, floor = -INFINITE, NO_TURN, alpha
    for at in range(first, first + amount):
        turn = pick(memory, at, first + amount)
        one, two = other_after(other, turn), own_after(own, turn)
        ticking = clocks_after(memory, own, other, hands, clocks, turn)
        if at == first:
            score = -visit(memory, one, two, next_hands, ticking, depth - 1, ply + 1, -beta, -floor)
        else:
            score = -visit(
                memory, one, two, next_hands, ticking, depth - 1, ply + 1, -floor - 1, -floor
            )
            if floor < score < beta:
                score = -visit(
                    memory, one, two, next_hands, ticking, depth - 1, ply + 1, -beta, -floor
                )
        if peek(memory, STOPPED):
            return 0
        if score > best:
            best = score
            if score > floor:
                floor, best_turn = score, turn
                if is_wide:
                    _extend_line(memory, turn, ply)
                if score >= beta:
                    _reward(memory, turn, depth << 8 | ply)
                    break
    kind = AT_LEAST if best >= beta else EXACTLY if best > alpha else AT_MOST
    kept = best
    if best > SURE:
        kept = best + ply
    elif best < -SURE:
        kept = best - ply
    remember(memory, key, image_of(memory, best_turn, which), kind, depth, kept)
    return best


@njit("void(i8, i8, i8, i8, i8, i8)", cache=True, nogil=True)
def deepen(memory, own, other, hands, clocks, depth):
    """One more depth from the root over its turns, the best so far first; keeps the best found.

    A turn's liking is added to its score while turns are compared; what is kept is without it.
    """
    poke(memory, PATH, own | other << POINTS)
    amount = peek(memory, ROOT_TURNS)
    next_hands = hands_after(hands)
    floor = -INFINITE
    for at in range(TURNS, TURNS + amount):
        turn = peek(memory, at)
        one, two = other_after(other, turn), own_after(own, turn)
        ticking = clocks_after(memory, own, other, hands, clocks, turn)
        bar = max(floor - peek(memory, LIKING + turn), -INFINITE)
        score = bar
        if at > TURNS:
            score = -visit(memory, one, two, next_hands, ticking, depth - 1, 1, -bar - 1, -bar)
        if at == TURNS or score > bar:
            score = -visit(memory, one, two, next_hands, ticking, depth - 1, 1, -INFINITE, -bar)
        if peek(memory, STOPPED):
            return
        poke(memory, DONE, at - TURNS + 1)
        if at == TURNS or score > bar:
            floor = score + peek(memory, LIKING + turn)
            poke(memory, BEST, turn)
            poke(memory, BEST_SCORE, score)
            _extend_line(memory, turn, 0)
            for place in range(at, TURNS, -1):
                poke(memory, place, peek(memory, place - 1))
            poke(memory, TURNS, turn)
