"""Which turns are tried first: the table's, captures, killers, what has often refuted."""

from numba import njit

from libs.engines.dara.layout import (
    COUNT,
    KILLER,
    NONE,
    SECOND_KILLER,
    STEP_HISTORY,
    TAKEN,
    TAKEN_HISTORY,
    TURN,
    TURN_BITS,
    TURNS,
)

SORTED = 12
"""Turns that are brought into order; of the rest hardly any refutes."""
TABLE_RANK = 1 << 60
"""Above any rank that comes with a turn."""
KILLER_RANK = 1 << 28
MOST_HISTORY = 1 << 24
STEP = (1 << TAKEN) - 1


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
