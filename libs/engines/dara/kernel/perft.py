"""Counts turn sequences, to compare the kernels' rules with those of `libs.rules`."""

from numba import njit

from libs.engines.dara.kernel.ends import UNDECIDED, judged
from libs.engines.dara.kernel.moves import list_turns, play
from libs.engines.dara.layout import FRAME, FRAMES, TURN, TURNS


@njit("int64(int64[::1], int64, int64)", cache=True, nogil=True)
def perft(mem, ply, depth):
    """The number of turn sequences of that length from a frame on; none goes on after an end."""
    frame = FRAMES + ply * FRAME
    if judged(mem, ply) != UNDECIDED:
        return 0
    number = list_turns(mem, frame)
    if depth == 1:
        return number
    total = 0
    for place in range(frame + TURNS, frame + TURNS + number):
        play(mem, ply, mem[place] & TURN)
        total += perft(mem, ply + 1, depth - 1)
    return total
