"""Dara's board for kernels, and what lies where in the one array of words that a search works on.

Six bits a column, five squares and an empty one that keeps rows from running on into the next
column: `a1` is bit 0, `a5` bit 4, `b1` bit 6. All sets of squares are int64 with 36 bits.
"""

from typing import Final

from libs.rules.dara.board import BOARD, RANKS, STONES

COLUMN: Final = len(RANKS) + 1
"""The distance between a square and its neighbour across."""
SQUARES: Final = tuple(i // len(RANKS) * COLUMN + i % len(RANKS) for i in range(len(BOARD.points)))
"""The bit of each point of the rules' board."""
POINT_AT: Final = {square: point for point, square in enumerate(SQUARES)}
ALL: Final = sum(1 << square for square in SQUARES)
FEWEST: Final = 3

# A turn: 6 bits each for the source, the target and the stone taken.
NONE: Final = 63
TARGET: Final = 6
TAKEN: Final = 12
TURN_BITS: Final = 18
TURN: Final = (1 << TURN_BITS) - 1

# The head of the array.
NODES: Final = 0
STOPPED: Final = 1
REPETITION: Final = 2
LIMIT: Final = 3
SEED: Final = 4
GRAIN: Final = 5
"""Mask of the random part of a valuation."""
REDUCED_FROM: Final = 6
"""The number of the first turn that is searched less deeply."""
BEST: Final = 7
"""The best turn of the last search, to be looked at first."""
HEAD: Final = 16

# Positions that stood earlier in the game: key and count, found by open addressing.
SEEN: Final = HEAD
SEEN_SLOTS: Final = 4096
SEEN_MOST: Final = SEEN_SLOTS // 2

# One frame a ply: the position from the side to act, then its turns, each with its rank above.
PLIES: Final = 64
OWN: Final = 0
OTHER: Final = 1
HAND: Final = 2
OTHER_HAND: Final = 3
SINCE: Final = 4
KEY: Final = 5
SEAT: Final = 6
KILLER: Final = 7
SECOND_KILLER: Final = 8
COUNT: Final = 9
TURNS: Final = 10
MOST_TURNS: Final = STONES * 4 * STONES
"""Every stone a step in four directions, each with every capture."""
FRAME: Final = TURNS + MOST_TURNS
FRAMES: Final = SEEN + 2 * SEEN_SLOTS

# The best line from each ply: its length, then its turns.
LINE: Final = PLIES + 1
LINES: Final = FRAMES + PLIES * FRAME

# How often a step, and a capture, has refuted.
STEP_HISTORY: Final = LINES + PLIES * LINE
TAKEN_HISTORY: Final = STEP_HISTORY + 64 * 64

# The transposition table: key, then turn, depth, bound and score in one word.
TABLE: Final = TAKEN_HISTORY + 64
TABLE_BITS: Final = 20
WORDS: Final = TABLE + 2 * (1 << TABLE_BITS)

# Scores in hundredths of a stone.
STONE: Final = 100
MATE: Final = 100_000
"""A lost position, less the turns from the root."""
SURE: Final = MATE - 1_000
ENDLESS: Final = 1 << 18
