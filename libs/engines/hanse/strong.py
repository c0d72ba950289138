"""The strong opponent: sampled rounds, turns that race over them, and what a seal is worth."""

from collections import Counter
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from libs.engines.hanse.kernel.choice import desk
from libs.engines.hanse.kernel.search import POINTS_SCALE, Race, Terms, leader, race, replies
from libs.engines.hanse.kernel.worth import Worth, phase
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

ALL_AT_STAKE: Final = 0.995
"""The same when whoever gets this seal wins the match. Points still decide between sure things."""

REPLIES: Final = 24
"""Samples in which the other's likely answer is looked for."""

FIRST: Final = 0
WAKING_S: Final = 0.003
"""What the clock's thread may be late."""

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
    """What is searched: `codes` are all legal turns, likely ones first, and `values`
    their worths; `asked` are to be valued.

    `is_decisive`: this round's seal may win the match. `is_first_sure`: the first
    turn wins it whatever is hidden, so nothing can be better.
    """

    view: Packed
    worth: Worth
    codes: list[int]
    values: list[float]
    asked: list[int]
    is_decisive: bool
    is_first_sure: bool
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
        stake = ALL_AT_STAKE if task.is_decisive else STAKE
        use = self._use(task, stake)
        prior = [use[code] - use[codes[0]] for code in codes]
        found = entrants(codes, task.asked, prior)
        flag = np.frombuffer(stop.memory, np.int64)
        dice = np.array([task.seed | 1], np.uint64)
        rules = Terms(HORIZON, stake, self._most_samples)
        with stop.within(seconds - WAKING_S):
            nodes = race(task.view, task.worth, self._desk, found, dice, flag, rules, self._slopes)
        means = found.points / np.maximum(found.runs, 1)
        best = FIRST if task.is_first_sure else leader(found)
        return Found(
            code=codes[best],
            score=float(means[best]),
            depth=HORIZON + 2,
            nodes=int(nodes),
            line=(codes[best], *self._reply(task, codes[best], dice)),
            considered=[float(means[codes.index(code)]) for code in task.asked],
        )

    def _reply(self, task: Task, code: int, dice: NDArray[np.uint64]) -> list[int]:
        """What the other would most often answer to a turn; nothing if the round is over."""
        answers = np.full(REPLIES, -1, np.int64)
        replies(task.view, task.worth, self._desk, code, dice, answers)
        often = Counter(answer for answer in answers.tolist() if answer >= 0).most_common(1)
        return [answer for answer, _ in often]

    def _use(self, task: Task, stake: float) -> dict[int, float]:
        """What each turn seems to be good for, by its worth alone."""
        slope = self._slopes[phase(task.view.board)]
        points = np.array(task.values)
        use = stake * np.tanh(points * slope) + (1.0 - stake) * points / POINTS_SCALE
        return dict(zip(task.codes, use.tolist(), strict=True))


def _entries(task: Task) -> list[int]:
    """The turns that race, each once."""
    return list(dict.fromkeys([*task.codes[:WIDEST], *task.asked]))


def entrants(codes: list[int], asked: list[int], prior: list[float]) -> Race:
    """The race before its first sample."""
    number = len(codes)
    return Race(
        codes=np.array(codes, np.int64),
        prior=np.array(prior),
        alive=np.ones(number, np.bool_),
        kept=np.array([code in asked for code in codes], np.bool_),
        runs=np.zeros(number, np.int64),
        points=np.zeros(number),
        seals=np.zeros(number),
        utility=np.zeros(number),
        against=np.zeros(number),
        spread=np.zeros(number),
    )
