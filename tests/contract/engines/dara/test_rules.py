"""The kernels of Dara know the same rules as `libs.rules`: turns, counts, ends."""

import random
from collections.abc import Iterator
from typing import Any

import pytest

from libs.engines.dara import layout
from libs.engines.dara.kernel.bits import reachable_threes
from libs.engines.dara.kernel.ends import UNDECIDED, judged, without_turns
from libs.engines.dara.kernel.moves import list_turns
from libs.engines.dara.kernel.perft import perft
from libs.engines.dara.position import empty_words, listed, put, text
from libs.rules.dara import Dara
from libs.rules.dara.board import BOARD
from libs.rules.referee.games import adapter
from libs.rules.referee.perft import perft as perft_by_rules
from libs.rules.stones.layout import indices
from libs.rules.stones.progress import ProgressState
from tests.contract.rules.naive.positions import text_at_random

pytestmark = pytest.mark.contract

DARA = Dara()
OPTIONS = DARA.options(None, {})
MEM = empty_words()
ANYWHERE = layout.NONE << layout.TAKEN | layout.NONE
"""A placement's bits, but for its square."""


def random_games(number: int) -> Iterator[list[ProgressState]]:
    """The states of random games, of which the last may have ended."""
    for seed in range(number):
        dice = random.Random(seed)
        states = [DARA.setup(OPTIONS)]
        while states[-1].outcome is None:
            state = states[-1]
            states.append(DARA.play(state, dice.choice(DARA.legal_turns(state, state.seat))))
        yield states


def set_up(state: Any) -> None:
    put(MEM, state.placed)
    MEM[layout.REPETITION] = MEM[layout.LIMIT] = 0


def count(state: ProgressState, depth: int) -> list[int]:
    set_up(state)
    return [int(perft(MEM, 0, length)) for length in range(1, depth + 1)]


def test_the_number_of_turn_sequences_from_the_start() -> None:
    expected = [30, 870, 24360, 657720]
    assert count(DARA.setup(OPTIONS), 4) == expected


def test_the_number_of_turn_sequences_from_every_phase_of_random_games() -> None:
    rules, phases = adapter("dara"), {"placing": 0, "moving": 0, "few": 0}
    for states in random_games(40):
        few = [i for i, state in enumerate(states) if fewest(state) < 5][:1]
        for place in (7, 20, 23, 24, 30, 45, *few):
            state = states[min(place, len(states) - 2)]
            depth = 3 if len(DARA.legal_turns(state, state.seat)) < 15 else 2
            assert count(state, depth) == list(perft_by_rules(rules, state, depth)), state
            phases[DARA.phase(state) or ""] += 1
            phases["few"] += fewest(state) < 5
    assert all(found >= 10 for found in phases.values()), phases


def fewest(state: ProgressState) -> int:
    return min(
        bits.bit_count() + hand for bits, hand in zip(state.stones, state.hands, strict=True)
    )


def test_turns_and_ends_of_any_position_agree() -> None:
    dice = random.Random(8)
    for _ in range(3_000):
        state = DARA.setup_at(OPTIONS, text_at_random(dice, BOARD.points, 12))
        set_up(state)
        if state.outcome is None:
            list_turns(MEM, layout.FRAMES)
            assert sorted(listed(MEM)) == DARA.legal_turns(state, state.seat)
            assert judged(MEM, 0) == UNDECIDED
            continue
        score = judged(MEM, 0)
        if score == UNDECIDED:
            assert not list_turns(MEM, layout.FRAMES)
            score = without_turns(MEM, 0)
        has_won = state.outcome.winner == state.seat
        assert score == (layout.MATE if has_won else -layout.MATE), DARA.position(state)


def test_rows_within_reach_are_rows_and_hardly_any_is_missed() -> None:
    dice, found, missed = random.Random(2), 0, 0
    for _ in range(1_000):
        state = DARA.setup_at(OPTIONS, moving_at_random(dice))
        if state.outcome is None:
            set_up(state)
            own, other = MEM[layout.FRAMES + layout.OWN], MEM[layout.FRAMES + layout.OTHER]
            squares = int(reachable_threes(own, layout.ALL & ~(own | other)))
            names = {text(square << layout.TARGET | ANYWHERE) for square in indices(squares)}
            turns = DARA.legal_turns(state, state.seat)
            closing = {turn.split("x")[0][3:] for turn in turns if "x" in turn}
            assert names <= closing
            found, missed = found + len(names), missed + len(closing - names)
    assert found > 20 * missed > 0


def moving_at_random(dice: random.Random) -> str:
    points = dice.sample(BOARD.points, len(BOARD.points))
    white, black = dice.randint(3, 12), dice.randint(3, 12)
    sides = ",".join(points[:white]), ",".join(points[white : white + black])
    return f"W:{sides[0]} B:{sides[1]} H:0,0 T:white"


def test_the_side_that_waits_for_the_other_to_place_has_not_lost() -> None:
    state = DARA.setup_at(OPTIONS, "W:a1 B:b1 H:0,3 T:white")
    set_up(state)
    assert state.outcome is None
    assert not list_turns(MEM, layout.FRAMES)
    assert without_turns(MEM, 0) == 0
