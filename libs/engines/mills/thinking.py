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


class Found(NamedTuple):
    """The best turn, its score (100 a stone), the depth finished, the line, all packed."""

    turn: int
    score: int
    depth: int
    line: tuple[int, ...]


def legal(memory: Memory, position: Position) -> list[int]:
    """All turns of the side to act, packed, most promising first."""
    amount = gather(memory.address, position.own, position.other, position.hands, 0)
    ranked = memory.words[layout.TURNS : layout.TURNS + amount]
    return [int(entry) & TURN_MASK for entry in np.sort(ranked)[::-1]]


def think(
    memory: Memory,
    position: Position,
    turns: Sequence[int],
    *,
    deepest: int = DEEPEST,
    liking: Sequence[int] = (),
) -> Found:
    """The best of some turns. `liking`: added to the turns' scores, one for each, or none.

    One ply is always finished, whatever the stop flag says.
    """
    words = memory.words
    words[layout.ROOT_TURNS] = len(turns)
    words[layout.TURNS : layout.TURNS + len(turns)] = turns
    words[layout.LIKING : layout.LIKING + (1 << layout.TURN_BITS)] = 0
    words[[layout.LIKING + turn for turn in turns][: len(liking)]] = liking
    if len(turns) == 1:
        deepest = min(deepest, DEEP_ENOUGH_FOR_ONE)
    found = Found(turns[0], 0, 0, (turns[0],))
    for depth in range(1, deepest + 1):
        words[layout.DONE] = 0
        here = (position.own, position.other, position.hands, position.clocks)
        deepen(memory.address, *here, depth)
        if words[layout.DONE] == 0:
            break
        is_stopped = bool(words[layout.STOPPED])
        found = _found(memory, depth - is_stopped)
        if is_stopped or layout.MATE - abs(found.score) <= depth:
            break
    return found


def _found(memory: Memory, depth: int) -> Found:
    words = memory.words
    line = words[layout.LINE : layout.LINE + layout.DEEPEST].tolist()
    turn, score = int(words[layout.BEST]), int(words[layout.BEST_SCORE])
    return Found(turn, score, depth, tuple(line[: line.index(layout.NO_TURN)]))
