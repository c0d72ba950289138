"""Turns as the numbers that kernels know them by."""

from functools import lru_cache

from libs.engines.hanse.kernel.board import (
    COUNT_BITS,
    COUNT_MASK,
    GIVEN_SHIFT,
    HORSES,
    KINDS,
    SELL,
    SWAP,
    TAKE,
    VERB_BITS,
    VERB_MASK,
)
from libs.rules.hanse.goods import HORSE
from libs.rules.hanse.notation import Horses, Sell, Swap, Take, read, write


@lru_cache(maxsize=10_000)
def code_of(turn: str) -> int:
    """The number of a turn. Raises IllegalMoveError if it is none."""
    match read(turn):
        case Take(kind):
            return TAKE | kind << VERB_BITS
        case Horses():
            return HORSES
        case Sell(kind, number):
            return SELL | (kind | number << COUNT_BITS) << VERB_BITS
        case Swap(taken, given):
            packed = sum(n << COUNT_BITS * kind for kind, n in enumerate(taken[:HORSE]))
            paid = sum(n << COUNT_BITS * kind for kind, n in enumerate(given[:KINDS]))
            return SWAP | packed << VERB_BITS | paid << GIVEN_SHIFT


@lru_cache(maxsize=10_000)
def text_of(code: int) -> str:
    """The turn of a number. Not checked: that it is a turn's."""
    verb, rest = code & VERB_MASK, code >> VERB_BITS
    if verb == TAKE:
        return write(Take(rest))
    if verb == HORSES:
        return write(Horses())
    if verb == SELL:
        return write(Sell(rest & COUNT_MASK, rest >> COUNT_BITS))
    counts = [rest >> COUNT_BITS * place & COUNT_MASK for place in range(HORSE + KINDS)]
    return write(Swap((*counts[:HORSE], 0, 0), (*counts[HORSE:], 0)))
