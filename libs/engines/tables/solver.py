"""Solves one pair of counts, `own` against `opp` and the other way round, from smaller tables."""

from collections.abc import Callable
from itertools import pairwise
from typing import Final, NamedTuple

import numpy as np
from numba import typeof
from numpy.typing import NDArray

from libs.engines.tables.lookup import EMPTY, Lookup
from libs.engines.tables.rulesets import FEWEST, RULE_SETS, RuleSet
from libs.engines.tables.solving import begin, finish, step_back
from libs.engines.tables.symmetry import (
    POINTS,
    SYMMETRIES,
    Masks,
    class_size,
    combinations,
    moved,
    orbits,
)
from libs.rules.mills.board import BOARDS

HIGHEST: Final = 255
SLICES: Final = 20


class LongWinError(Exception):
    """A win takes more turns than a byte can say."""


class Lines(NamedTuple):
    """A board and its rules for the solver's compiled code."""

    neighbours: NDArray[np.int64]
    partners: NDArray[np.int64]  # [point, mill] → the mill's other two points
    mills: NDArray[np.int64]
    is_flying: bool
    is_protected: bool


class Side(NamedTuple):
    """All positions of so many own against so many opposing stones, while they are being solved."""

    owns: int
    opps: int
    start: int  # of the own sets in the lookup
    lowest: Masks  # the lowest own set of each class
    same: NDArray[np.uint16]  # symmetries that keep it, as bits
    sets: Masks  # opposing sets, over the points left by the own ones
    known: NDArray[np.uint8]  # bytes as stored
    awaited: NDArray[np.uint8]  # the byte that captures alone give
    left: NDArray[np.uint16]  # weighted quiet moves that do not lose yet


class Solved(NamedTuple):
    """A table: its bytes, placements by value, and the longest win in turns."""

    own: int
    opp: int
    data: NDArray[np.uint8]
    wins: int
    draws: int
    losses: int
    longest: int


Tell = Callable[[float], None]


def lines_of(rules: RuleSet) -> Lines:
    """The board of a rule set as arrays."""
    board = BOARDS[rules.board]
    partners = np.zeros((POINTS, max(map(len, board.partners))), np.int64)
    for point, pairs in enumerate(board.partners):
        partners[point] = [
            pairs[i] if i < len(pairs) else pairs[0] for i in range(partners.shape[1])
        ]
    return Lines(
        np.array(board.neighbours, np.int64),
        partners,
        np.array(board.mills, np.int64),
        rules.is_flying,
        rules.is_protected,
    )


def solve(rules: RuleSet, own: int, opp: int, smaller: Lookup, tell: Tell) -> list[Solved]:
    """One table, or the two of different counts. `smaller` must know what a capture leads to.

    `tell` hears about the part done, from 0 to 1. Raises LongWinError.
    """
    lines = lines_of(rules)
    lookup, starts = _with_sets(smaller, (own, opp))
    sides = [_side(own, opp, starts[own])]
    if own != opp:
        sides.append(_side(opp, own, starts[opp]))
    highest = 0
    for i, side in enumerate(sides):
        for first, last in _slices(len(side.lowest)):
            highest = max(highest, begin(lines, lookup, side, first, last))
            tell((i + last / len(side.lowest)) / len(sides) / 3)
    _go_back(lines, lookup, sides, highest, tell)
    return [_finished(lookup, side) for side in sides]


def compile_kernels() -> None:
    """Compiles what `solve` needs, or takes it from the cache."""
    lookup, starts = _with_sets(EMPTY, (FEWEST, FEWEST))
    side = _side(FEWEST, FEWEST, starts[FEWEST])
    lines = lines_of(next(iter(RULE_SETS.values())))
    for kernel, arguments in (
        (begin, (lines, lookup, side, 0, 0)),
        (step_back, (lines, lookup, side, side, 0)),
        (finish, (lookup, side)),
    ):
        kernel.compile(tuple(typeof(argument) for argument in arguments))


def _go_back(lines: Lines, lookup: Lookup, sides: list[Side], highest: int, tell: Tell) -> None:
    byte, decided, total = 1, 0, sum(len(side.known) for side in sides)
    while byte <= highest:
        if byte == HIGHEST:
            raise LongWinError
        for side, before in zip(sides, reversed(sides), strict=True):
            number, is_any = step_back(lines, lookup, side, before, byte)
            decided += number
            highest = max(highest, byte + 1) if is_any else highest
        tell(1 / 3 + decided / total * 2 / 3)
        byte += 1


def _finished(lookup: Lookup, side: Side) -> Solved:
    wins, draws, losses, longest = (int(value) for value in finish(lookup, side))
    return Solved(side.owns, side.opps, side.known, wins, draws, losses, max(0, longest - 1))


def _side(own: int, opp: int, start: int) -> Side:
    lowest = orbits(own)[0]
    same = np.zeros(len(lowest), np.uint16)
    for symmetry in range(SYMMETRIES):
        same |= (moved(lowest, symmetry) == lowest).astype(np.uint16) << np.uint16(symmetry)
    size = class_size(own, opp)
    return Side(
        own,
        opp,
        start,
        lowest,
        same,
        combinations(POINTS - own, opp),
        np.zeros(size, np.uint8),
        np.zeros(size, np.uint8),
        np.zeros(size, np.uint16),
    )


def _with_sets(smaller: Lookup, counts: tuple[int, int]) -> tuple[Lookup, NDArray[np.int64]]:
    """The lookup with the own sets of these counts beside those of the smaller tables."""
    starts, lowest = smaller.starts.copy(), smaller.lowest
    for own in counts:
        if starts[own] < 0:
            starts[own] = len(lowest)
            lowest = np.concatenate([lowest, orbits(own)[1]])
    for array in (starts, lowest):
        array.setflags(write=False)
    return smaller._replace(starts=starts, lowest=lowest), starts


def _slices(length: int) -> list[tuple[int, int]]:
    bounds = [length * i // SLICES for i in range(SLICES + 1)]
    return list(pairwise(bounds))
