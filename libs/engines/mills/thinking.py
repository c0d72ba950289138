"""Deeper and deeper from one position, until time is up or there is nothing more to find."""

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np

from libs.engines.mills import layout
from libs.engines.mills.memory import Memory
from libs.engines.mills.position import Position
from libs.engines.mills.search import deepen
from libs.engines.mills.turns import gather

DEEPEST: Final = 40
TURN_MASK: Final = (1 << layout.TURN_BITS) - 1
DEEP_ENOUGH_FOR_ONE: Final = 6
"""Plies for the value of the only turn."""


class Wish(NamedTuple):
    """How to think. `liking`: added to the turns' scores while they are compared, one for each.

    `asked`: turns to be valued by themselves, to the same depth as the best one.
    """

    deepest: int = DEEPEST
    liking: Sequence[int] = ()
    asked: Sequence[int] = ()


USUAL: Final = Wish()


class Found(NamedTuple):
    """The best turn, its score (100 a stone), the depth finished, the line, all packed.

    `values`: the scores of the turns asked about.
    """

    turn: int
    score: int
    depth: int
    line: tuple[int, ...]
    values: tuple[int, ...] = ()

    def is_decided(self) -> bool:
        """Whether a deeper search would find nothing else: all ends lie within the depth."""
        return all(layout.MATE - abs(score) <= self.depth for score in (self.score, *self.values))


def legal(memory: Memory, position: Position) -> list[int]:
    """All turns of the side to act, packed, most promising first."""
    amount = gather(memory.address, position.own, position.other, position.hands, 0)
    ranked = memory.words[layout.TURNS : layout.TURNS + amount]
    order = np.argsort(-(ranked >> layout.TURN_BITS), kind="stable")
    found: list[int] = (ranked[order] & TURN_MASK).tolist()
    return found


def think(memory: Memory, position: Position, turns: Sequence[int], wish: Wish = USUAL) -> Found:
    """The best of some turns. One ply is always finished, whatever the stop flag says."""
    words, deepest = memory.words, wish.deepest
    words[layout.LIKING : layout.LIKING + (1 << layout.TURN_BITS)] = 0
    words[[layout.LIKING + turn for turn in turns][: len(wish.liking)]] = wish.liking
    if len(turns) == 1 and not wish.asked:
        deepest = min(deepest, DEEP_ENOUGH_FOR_ONE)
    found, ordered = Found(turns[0], 0, 0, (turns[0],)), list(turns)
    for depth in range(1, deepest + 1):
        deeper = _best(memory, position, ordered, depth)
        ordered = words[layout.TURNS : layout.TURNS + len(turns)].tolist()
        if deeper is not None and wish.asked:
            deeper = _with_values(memory, position, deeper, wish.asked)
        if deeper is None:
            break
        found = deeper
        if words[layout.STOPPED] or found.is_decided():
            break
    return found


def _best(memory: Memory, position: Position, turns: Sequence[int], depth: int) -> Found | None:
    """The best turn at a depth, the first one searched first; None if none was finished."""
    words = memory.words
    words[layout.DONE] = 0
    words[layout.ROOT_TURNS] = len(turns)
    words[layout.TURNS : layout.TURNS + len(turns)] = turns
    here = (position.own, position.other, position.hands, position.clocks)
    deepen(memory.address, *here, depth)
    if words[layout.DONE] == 0:
        return None
    line = words[layout.LINE : layout.LINE + layout.DEEPEST].tolist()
    turn, score = int(words[layout.BEST]), int(words[layout.BEST_SCORE])
    reached = depth - int(words[layout.STOPPED])
    return Found(turn, score, reached, tuple(line[: line.index(layout.NO_TURN)]))


def _with_values(
    memory: Memory, position: Position, best: Found, asked: Sequence[int]
) -> Found | None:
    """The best turn with the values of those asked about; None if the depth was not finished."""
    values = []
    for turn in asked:
        one = None if memory.words[layout.STOPPED] else _best(memory, position, [turn], best.depth)
        if one is None or memory.words[layout.STOPPED]:
            return None
        values.append(one.score)
    return best._replace(values=tuple(values))
