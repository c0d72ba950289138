"""The strong opponent's search: turns race each other over the same sampled rounds."""

from typing import Final, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from libs.engines.hanse.kernel.board import (
    COUNCIL_MEANS,
    COUNCIL_POINTS,
    ENDED,
    SEAT,
)
from libs.engines.hanse.kernel.choice import SURE, best_turn
from libs.engines.hanse.kernel.dealing import deal
from libs.engines.hanse.kernel.play import lead, play, verdict
from libs.engines.hanse.kernel.worth import phase

DROP_AFTER: Final = 24
"""Samples that every turn gets before the first may be dropped, and between two droppings."""

DROP_SIGMAS: Final = 3.0
SETTLED: Final = 240
"""Samples that a turn left alone still gets, so that its score can be relied on."""


POINTS_SCALE: Final = 30.0
"""Points that count as much as a seal, where points count at all."""

PRIOR_SAMPLES: Final = 8
"""How many samples the guess from worth alone is as good as."""


class Race(NamedTuple):
    """What the race has found: sums over samples for each turn, in the order of `codes`.

    `prior`: how much better than turn 0 each seems by worth alone, counting as much as some
    samples. `alive` turns run on, `kept` ones are never dropped, `runs` counts. `seals` is +1 for
    a seal won and -1 for one lost, `against` the utility less that of turn 0 in the same sample,
    `spread` the sum of its squares.
    """

    codes: NDArray[np.int64]
    prior: NDArray[np.float64]
    alive: NDArray[np.bool_]
    kept: NDArray[np.bool_]
    runs: NDArray[np.int64]
    points: NDArray[np.float64]
    seals: NDArray[np.float64]
    utility: NDArray[np.float64]
    against: NDArray[np.float64]
    spread: NDArray[np.float64]


class Terms(NamedTuple):
    """How far a round is played, how much a seal counts beside points, when to stop at last."""

    horizon: int
    stake: float
    most_samples: int


@njit(cache=True, nogil=True)
def race(view, worth, desk, found, dice, stop, terms, slopes):
    """Runs until the flag is set, one turn is left, or there are enough samples.

    Returns how many rounds were played out. The first turn always gets every sample.
    """
    board, deck = view.board.copy(), np.zeros(64, np.int64)
    council = np.zeros_like(view.values)
    trial = board.copy()
    nodes, samples = 0, 0
    while samples == 0 or (samples < terms.most_samples and not stop[0]):
        board[:] = view.board
        deal(board, deck, council, view, dice)
        first = 0.0
        for turn in range(len(found.codes)):
            if not found.alive[turn]:
                continue
            if stop[0] and samples:
                break
            trial[:] = board
            play(trial, deck, council, view.sums, found.codes[turn])
            points, wins = outcome(
                trial, deck, council, view.sums, worth, desk, terms.horizon, slopes
            )
            utility = terms.stake * wins + (1.0 - terms.stake) * points / POINTS_SCALE
            if turn == 0:
                first = utility
            found.runs[turn] += 1
            found.points[turn] += points
            found.seals[turn] += wins
            found.utility[turn] += utility
            found.against[turn] += utility - first
            found.spread[turn] += (utility - first) ** 2
            nodes += 1
        samples += 1
        if samples % DROP_AFTER == 0 and drop(found) == 1 and samples >= SETTLED:
            break
    return nodes


@njit(cache=True, nogil=True)
def outcome(board, deck, council, sums, worth, desk, horizon, slopes):
    """Plays on for so many turns; the points ahead and the chance of the seal, for seat 0."""
    number = 0
    while not board[ENDED]:
        code, value = best_turn(board, sums, worth, desk)
        if number >= horizon and abs(value) < SURE / 2:
            side = 1.0 if board[SEAT] == 0 else -1.0
            points = side * value
            for seat in range(2):
                surplus = board[COUNCIL_POINTS + seat] - board[COUNCIL_MEANS + seat]
                points += surplus if seat == 0 else -surplus
            return points, np.tanh(points * slopes[phase(board)])
        play(board, deck, council, sums, code)
        number += 1
    return 1.0 * lead(board, 0), 1.0 * verdict(board, 0)


@njit(cache=True, nogil=True)
def drop(found):
    """Drops turns that are clearly behind the leader. Returns how many are left."""
    first = leader(found)
    most = found.against[first] / found.runs[first]
    left = 0
    for turn in range(len(found.codes)):
        if not found.alive[turn]:
            continue
        if turn != first and not found.kept[turn]:
            runs = found.runs[turn]
            mean = found.against[turn] / runs
            variance = found.spread[turn] / runs - mean * mean
            variance += found.spread[first] / found.runs[first] - most * most
            if most - mean > DROP_SIGMAS * np.sqrt(max(0.0, variance) / runs):
                found.alive[turn] = False
        left += found.alive[turn]
    return left


@njit(cache=True, nogil=True)
def leader(found):
    """The place of the turn in front, among those that still run."""
    first, most = 0, -1e9
    for turn in range(len(found.codes)):
        if found.alive[turn]:
            mean = found.against[turn] + PRIOR_SAMPLES * found.prior[turn]
            mean /= found.runs[turn] + PRIOR_SAMPLES
            if mean > most:
                first, most = turn, mean
    return first


@njit(cache=True, nogil=True)
def replies(view, worth, desk, code, dice, answers):
    """Writes the other's answer to a turn in one sample each, where the round still goes on."""
    board, deck = view.board.copy(), np.zeros(64, np.int64)
    council = np.zeros_like(view.values)
    for place in range(len(answers)):
        board[:] = view.board
        deal(board, deck, council, view, dice)
        play(board, deck, council, view.sums, code)
        if not board[ENDED]:
            answers[place] = best_turn(board, view.sums, worth, desk)[0]
