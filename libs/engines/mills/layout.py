"""Where things lie in a search's memory, in words of 64 bits; and how turns and clocks are packed.

A turn is `source | target << 5 | taken << 10`, NOWHERE for no source (a placement) or nothing
taken. Clocks are turns since a mill, and above 32 bits turns since a placement or capture. Hands
are the side to act's stones in hand, and above four bits the other side's.
"""

from typing import Final

NOWHERE: Final = 31
NO_TURN: Final = 0x7FFF
POINT_BITS: Final = 5
POINT: Final = 31
TURN_BITS: Final = 15
CLOCK: Final = 0xFFFFFFFF
CLOCK_BITS: Final = 32
HAND: Final = 15
HAND_BITS: Final = 4
ONE_EACH: Final = 1 | 1 << CLOCK_BITS

MATE: Final = 30_000
"""Score of a won game, less a point for each turn it takes; a stone is 100."""
SURE: Final = MATE - 1_000
"""Scores from here on are won games."""
STONE: Final = 100
INFINITE: Final = 32_000

DEEPEST: Final = 96
"""Plies that a line may have."""
MOST_TURNS: Final = 512
"""More turns than any position has."""

# One word each
STOP: Final = 0
STOPPED: Final = 1
NODES: Final = 2
CROSSED: Final = 3
FLYING: Final = 4
PROTECTED: Final = 5
MILL_LIMIT: Final = 6
CAPTURE_LIMIT: Final = 7
FULL_DRAW: Final = 8
ENTRIES: Final = 9
ENTRY_MASK: Final = 10
AGE: Final = 11
MIRRORED_DEPTH: Final = 12
SEEN_MASK: Final = 13
ROOT_TURNS: Final = 14
BEST: Final = 15
BEST_SCORE: Final = 16
DONE: Final = 17
TABLE_STONES: Final = 18
NEXT_POLL: Final = 20
SEEN: Final = 21

# Areas
NEIGHBOURS: Final = 32
SYMMETRY: Final = NEIGHBOURS + 32
SYMMETRIES_KEPT: Final = 2 * 16
"""The sixteen, and their inverses."""
KILLERS: Final = SYMMETRY + SYMMETRIES_KEPT * 32
HISTORY: Final = KILLERS + 2 * DEEPEST
SPOILS: Final = HISTORY + 2 * 1024
PATH: Final = SPOILS + 2 * 32
LINE: Final = PATH + DEEPEST
TURNS: Final = LINE + DEEPEST * DEEPEST
TO_RULES: Final = TURNS + DEEPEST * MOST_TURNS
LOOKUP: Final = TO_RULES + 3 * 256
LOOKUP_WORDS: Final = 512
LIKING: Final = LOOKUP + LOOKUP_WORDS
WORDS: Final = LIKING + (1 << TURN_BITS)
