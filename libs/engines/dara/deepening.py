"""One search, deeper and deeper: the best turn so far, and the values of the turns asked about."""

from collections.abc import Sequence
from typing import Final

import numpy as np

from libs.engines.dara import layout
from libs.engines.dara.kernel.moves import play
from libs.engines.dara.kernel.search import search
from libs.engines.dara.position import Words, line, text
from libs.engines.port import WON, Reply
from libs.engines.stopping import StopFlag

HIGHEST: Final = layout.ENDLESS - 1


class Deepening:
    """Works on an array that is set up; ends when the flag is set or the deepest is reached."""

    def __init__(self, mem: Words, stop: StopFlag, considered: Sequence[int]) -> None:
        self._mem = mem
        self._stop = np.frombuffer(stop.memory, np.int64)
        self._considered = considered
        self._values = [0.0] * len(considered)
        self._best: tuple[int, ...] = ()
        self._score = 0
        self._depth = 0

    def run(self, deepest: int) -> None:
        """Looks for the best turn up to a depth."""
        for depth in range(1, deepest + 1):
            score = search(self._mem, self._stop, 0, depth, -HIGHEST, HIGHEST)
            # Also of a search that was stopped: it looks at the best turn so far first.
            if best := line(self._mem, 0):
                self._best, self._score = best, int(score)
                self._mem[layout.BEST] = best[0]
            if self._is_stopped():
                break
            self._depth = depth
            self._consider(depth)
            is_sure = abs(self._score) > layout.SURE
            if self._is_stopped() or (is_sure and layout.MATE - abs(self._score) <= depth):
                break

    def run_on(self, turn: int, deepest: int) -> None:
        """Values one turn that is played in any case, and those asked about."""
        for depth in range(1, deepest + 1):
            score = self._value(turn, depth)
            if score is None:
                break
            self._best, self._score, self._depth = (turn, *line(self._mem, 1)), score, depth
            self._consider(depth)
        self._best = self._best or (turn,)

    def _consider(self, depth: int) -> None:
        for number, turn in enumerate(self._considered):
            value = self._value(turn, depth)
            if value is None:
                break
            self._values[number] = in_stones(value)

    def _value(self, turn: int, depth: int) -> int | None:
        """The score of a turn; None if the search was stopped."""
        play(self._mem, 0, turn)
        score = -int(search(self._mem, self._stop, 1, depth - 1, -HIGHEST, HIGHEST))
        return None if self._is_stopped() else score

    def _is_stopped(self) -> bool:
        return bool(self._mem[layout.STOPPED])

    def reply(self, fallback: int, seconds: float) -> Reply:
        """The answer; `fallback` is the turn if the time did not suffice for any thought."""
        best = self._best or (fallback,)
        return Reply(
            turn=text(best[0]),
            score=in_stones(self._score),
            depth=self._depth,
            nodes=int(self._mem[layout.NODES]),
            seconds=seconds,
            pv=tuple(text(turn) for turn in best),
            considered=tuple(self._values),
        )


def in_stones(score: int) -> float:
    """A kernel's score in stones; a sure end as the port has it."""
    if abs(score) <= layout.SURE:
        return score / layout.STONE
    turns = layout.MATE - abs(score)
    return WON - turns if score > 0 else turns - WON
