"""How many sequences of turns there are, by the search's own turns and ends: to check them."""

from numba import njit

from libs.engines.mills.ends import GOES_ON, decided, turns_left
from libs.engines.mills.layout import MOST_TURNS, TURN_BITS, TURNS
from libs.engines.mills.machine import peek
from libs.engines.mills.memory import Memory
from libs.engines.mills.position import Position
from libs.engines.mills.turns import clocks_after, gather, hands_after, other_after, own_after
from libs.engines.stopping import StopFlag


@njit("i8(i8, i8, i8, i8, i8, i8)", cache=True, nogil=True)
def _sequences(memory, own, other, hands, clocks, length):
    if decided(memory, own, other, hands, 0) != GOES_ON or turns_left(memory, clocks) <= 0:
        return 0
    amount = gather(memory, own, other, hands, length)
    if length == 1:
        return amount
    following, first, found = hands_after(hands), TURNS + length * MOST_TURNS, 0
    for at in range(first, first + amount):
        turn = peek(memory, at) & ((1 << TURN_BITS) - 1)
        ticking = clocks_after(memory, own, other, hands, clocks, turn)
        one, two = other_after(other, turn), own_after(own, turn)
        found += _sequences(memory, one, two, following, ticking, length - 1)
    return found


def perft(memory: Memory, position: Position, depth: int) -> list[int]:
    """Numbers of sequences of 1, 2, … `depth` turns; repetition is left out."""
    memory.begin(position, StopFlag())
    here = (position.own, position.other, position.hands, position.clocks)
    return [_sequences(memory.address, *here, length) for length in range(1, depth + 1)]
