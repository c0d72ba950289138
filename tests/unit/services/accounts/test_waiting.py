"""Waits after wrong passwords: none at first, then growing, never for ever."""

import itertools

import pytest

from services.accounts.decider.waiting import ADDRESS_WAITS_MS, NAME_WAITS_MS


@pytest.mark.parametrize(
    ("waits", "free", "longest_s"), [(NAME_WAITS_MS, 5, 300), (ADDRESS_WAITS_MS, 20, 900)]
)
def test_waits_grow_up_to_a_bound(waits: tuple[int, ...], free: int, longest_s: int) -> None:
    assert set(waits[: free + 1]) == {0}
    assert waits[free + 1] == 2_000
    assert all(one < other for one, other in itertools.pairwise(waits[free:]))
    assert waits[-1] == longest_s * 1000


def test_a_name_can_be_guessed_at_some_hundred_times_a_day_at_most() -> None:
    day_ms = 24 * 3_600_000
    at_the_bound = (day_ms - sum(NAME_WAITS_MS)) // NAME_WAITS_MS[-1]
    assert len(NAME_WAITS_MS) + at_the_bound < 310
