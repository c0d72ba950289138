"""The search's own turns and ends are those of the rules: perft counts agree."""

import random

import pytest

from libs.engines.mills.memory import Memory
from tests.contract.engines.mills.counting import (
    MILLS,
    RULE_SETS,
    by_rules,
    by_search,
    random_state,
    start,
)

pytestmark = pytest.mark.contract

FROM_THE_START = {
    "nine": [24, 552, 12144, 255024, 5140800],
    "twelve": [24, 552, 12144, 255024, 5150880],
}
"""Counted by the rules (`tests/golden/test_perft.py`). Nobody can fly or be protected so early."""


@pytest.mark.parametrize("variant", MILLS.variants)
@pytest.mark.parametrize(
    "overrides", RULE_SETS, ids=lambda given: "-".join(map(str, given.values()))
)
def test_perft_from_the_start(variant: str, overrides: dict[str, object]) -> None:
    state = start(variant, overrides)
    expected = FROM_THE_START[str(overrides["board"])]
    assert by_search(Memory(), state, len(expected)) == expected


def test_perft_of_200_random_positions_with_random_options() -> None:
    dice, memory = random.Random(4), Memory()
    for _ in range(200):
        state = random_state(dice)
        depth = 3 if len(MILLS.legal_turns(state, state.seat)) < 25 else 2
        expected = by_rules(state, depth)
        assert by_search(memory, state, depth) == expected, MILLS.view(state, state.seat)


@pytest.mark.parametrize("limit", [1, 2])
def test_perft_counts_draws_by_a_limit_in_the_opening(limit: int) -> None:
    state = start("battlemills-9", {"no_mill_limit": limit})
    assert by_search(Memory(), state, 4) == by_rules(state, 4)
