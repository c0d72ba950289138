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
            score = int(search(self._mem, self._stop, 0, depth, -HIGHEST, HIGHEST))
            # Also of a search that was stopped: it looks at the best turn so far first.
            best = line(self._mem, 0)
            if best and (not self._considered or not self._best):
                self._best, self._score = best, score
            values = self._values_at(depth)
            if values is None:
                break
            # Turns are compared as deeply as they are searched; none is better than the best.
            self._best, self._score, self._depth = best, score, depth
            self._values = [min(value, in_stones(score)) for value in values]
            self._mem[layout.BEST] = best[0]
            if abs(score) > layout.SURE and layout.MATE - abs(score) <= depth:
                break

    def run_on(self, turn: int, deepest: int) -> None:
        """Values one turn that is played in any case, and those asked about."""
        self._best = (turn,)
        for depth in range(1, deepest + 1):
            score = self._value(turn, depth)
            best = (turn, *line(self._mem, 1))
            values = self._values_at(depth)
            if score is None or values is None:
                break
            self._best, self._score, self._depth, self._values = best, score, depth, values

    def _values_at(self, depth: int) -> list[float] | None:
        """The values of the turns asked about; None if the search was stopped."""
        values: list[float] = []
        for turn in self._considered:
            if self._is_stopped():
                break
            value = self._value(turn, depth)
            values.append(in_stones(value or 0))
        return None if self._is_stopped() else values

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
