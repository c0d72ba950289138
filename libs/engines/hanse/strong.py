"""The strong opponent: sampled rounds, turns that race over them, and what a seal is worth."""

from typing import Final, NamedTuple

import numpy as np

from libs.engines.hanse.kernel.choice import desk
from libs.engines.hanse.kernel.search import Race, Terms, leader, race
from libs.engines.hanse.kernel.worth import Worth
from libs.engines.hanse.packing import Packed
from libs.engines.hanse.weights import slopes
from libs.engines.stopping import StopFlag

WIDEST: Final = 24
"""Turns that enter the race: the best by worth, and those asked about."""

HORIZON: Final = 6
"""Turns played after the one that is tried: the other's best reply, the own follow-up, and so on,
until the worth of the position is taken for what is to come."""

STAKE: Final = 0.85
"""How much of a round's use is its seal, the rest being points."""

ALL_AT_STAKE: Final = 0.98
"""The same when whoever gets this seal wins the match. Points still decide between sure things."""

UNBOUNDED: Final = 1 << 62


class Found(NamedTuple):
    """A turn and what it is worth, in points ahead at the end of the round."""

    code: int
    score: float
    depth: int
    nodes: int
    line: tuple[int, ...]
    considered: list[float]


class Task(NamedTuple):
    """What is searched: `codes` are all legal turns, likely ones first; `asked` are to be valued.

    `is_decisive`: whoever gets this round's seal wins the match, or either may.
    """

    view: Packed
    worth: Worth
    codes: list[int]
    asked: list[int]
    is_decisive: bool
    seed: int


class Searcher:
    """Holds what every search needs."""

    def __init__(self, most_samples: int | None = None) -> None:
        self._slopes = slopes()
        self._desk = desk()
        self._most_samples = UNBOUNDED if most_samples is None else most_samples

    def search(self, task: Task, seconds: float, stop: StopFlag) -> Found:
        """The turn with the best prospects within the time; what was asked is valued over the same
        samples.
        """
        codes = _entries(task)
        found = _at_the_start(codes, task.asked)
        flag = np.frombuffer(stop.memory, np.int64)
        dice = np.array([task.seed | 1], np.uint64)
        stake = ALL_AT_STAKE if task.is_decisive else STAKE
        rules = Terms(HORIZON, stake, self._most_samples)
        with stop.within(seconds):
            nodes = race(task.view, task.worth, self._desk, found, dice, flag, rules, self._slopes)
        means = found.points / np.maximum(found.runs, 1)
        best = leader(found)
        return Found(
            code=codes[best],
            score=float(means[best]),
            depth=HORIZON + 2,
            nodes=int(nodes),
            line=(codes[best],),
            considered=[float(means[codes.index(code)]) for code in task.asked],
        )


def _entries(task: Task) -> list[int]:
    """The turns that race, each once."""
    return list(dict.fromkeys([*task.codes[:WIDEST], *task.asked]))


def _at_the_start(codes: list[int], asked: list[int]) -> Race:
    number = len(codes)
    return Race(
        codes=np.array(codes, np.int64),
        alive=np.ones(number, np.bool_),
        kept=np.array([code in asked for code in codes], np.bool_),
        runs=np.zeros(number, np.int64),
        points=np.zeros(number),
        utility=np.zeros(number),
        against=np.zeros(number),
        spread=np.zeros(number),
    )
