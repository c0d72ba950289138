"""What a position of Dara is worth as it stands, in hundredths of a stone, for the side to act."""

from numba import njit

from libs.engines.dara.kernel.bits import count, fours, reachable_threes, threes
from libs.engines.dara.kernel.moves import mixed
from libs.engines.dara.layout import (
    ALL,
    COLUMN,
    GRAIN,
    HAND,
    KEY,
    OTHER,
    OTHER_HAND,
    OWN,
    SEED,
    STONE,
)

STEP_WORTH = 2
PAIR_WORTH = 8
THREAT_WORTH = 18
FIRST_THREAT_WORTH = 45
"""For the side to act alone: it takes a stone next."""


@njit(cache=True)
def evaluate(mem, frame):
    """Stones, steps, open pairs, rows that can be made next turn, and a grain of chance."""
    own, other = mem[frame + OWN], mem[frame + OTHER]
    free = ALL & ~(own | other)
    lead = count(own) + mem[frame + HAND] - count(other) - mem[frame + OTHER_HAND]
    score = STONE * lead + STEP_WORTH * (_steps(own, free) - _steps(other, free))
    score += PAIR_WORTH * (_open_pairs(own, free) - _open_pairs(other, free))
    threats = count(reachable_threes(own, free))
    score += THREAT_WORTH * (threats - count(reachable_threes(other, free)))
    if threats and mem[frame + HAND] + mem[frame + OTHER_HAND] == 0:
        score += FIRST_THREAT_WORTH
    return score + (mixed(mem[frame + KEY] ^ mem[SEED]) & mem[GRAIN]) - (mem[GRAIN] >> 1)


@njit(cache=True)
def _steps(stones, free):
    """How many steps to a free square there are, forbidden rows and all."""
    along = count(stones << 1 & free) + count(stones >> 1 & free)
    return along + count(stones << COLUMN & free) + count(stones >> COLUMN & free)


@njit(cache=True)
def _open_pairs(stones, free):
    """Free squares where one more stone would make a row of exactly three."""
    return count(threes(stones) & free & ~fours(stones))
