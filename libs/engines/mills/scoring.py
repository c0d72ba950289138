"""What a position is worth before anybody looks further: for the side to act, 100 a stone."""

from typing import Final

from numba import njit

from libs.engines.mills.bits import completing, in_mills, near, reaching
from libs.engines.mills.board import FULL
from libs.engines.mills.layout import CROSSED, FLYING, HAND, HAND_BITS, STONE
from libs.engines.mills.machine import count, peek

CLOSES_NOW: Final = 70
CLOSES_NEXT: Final = 12
CLOSES_TWICE: Final = 55
FREEDOM: Final = 3
SHUT_IN: Final = 8
SWINGS: Final = 25


@njit(cache=True)
def worth(memory, own, other, hands):
    """The position's worth if nothing has ended."""
    crossed = peek(memory, CROSSED)
    free = FULL & ~(own | other)
    own_stones, other_stones = count(own), count(other)
    if hands:
        score = STONE * (own_stones + (hands & HAND) - other_stones - (hands >> HAND_BITS))
        mine = count(completing(own, crossed) & free)
        theirs = count(completing(other, crossed) & free)
        score += FREEDOM * (count(near(own, crossed) & free) - count(near(other, crossed) & free))
    else:
        score = STONE * (own_stones - other_stones)
        flies, floats = False, False
        if peek(memory, FLYING):
            flies, floats = own_stones == 3, other_stones == 3
        around = near(free, crossed)
        if flies:
            mine = count(completing(own, crossed) & free)
            score += 40
        else:
            mine = count(reaching(own, crossed) & free)
            score -= SHUT_IN * count(own & ~around)
            score += SWINGS * count(in_mills(own, crossed) & around) // 3
        if floats:
            theirs = count(completing(other, crossed) & free)
            score -= 40
        else:
            theirs = count(reaching(other, crossed) & free)
            score += SHUT_IN * count(other & ~around)
            score -= SWINGS * count(in_mills(other, crossed) & around) // 3
        score += FREEDOM * (count(near(own, crossed) & free) - count(near(other, crossed) & free))
    if mine:
        return score + CLOSES_NOW + CLOSES_NEXT * mine - CLOSES_NEXT * theirs
    if theirs > 1:
        return score - CLOSES_TWICE - CLOSES_NEXT * theirs
    return score - CLOSES_NEXT * theirs
