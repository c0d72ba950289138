"""Counting positions: the same as counting in a list, and old collections never change."""

import gc

import pytest
from hypothesis import given
from hypothesis import strategies as st

from libs.rules.stones.seen import NOTHING_SEEN, Seen, seen_from

pytestmark = pytest.mark.unit

KEYS = st.lists(st.integers(0, 20), max_size=80)


@given(KEYS)
def test_it_counts_like_a_list(keys: list[int]) -> None:
    seen = NOTHING_SEEN
    for number, key in enumerate(keys, start=1):
        seen = seen.add(key)
        assert seen.latest == keys[:number].count(key)
    assert seen.pairs() == [[f"{key:x}", keys.count(key)] for key in sorted(set(keys))]


@given(KEYS, st.integers(0, 20), st.integers(0, 20))
def test_two_ways_on_from_one_history_do_not_meet(keys: list[int], one: int, other: int) -> None:
    seen = NOTHING_SEEN
    for key in keys:
        seen = seen.add(key)
    before = seen.pairs()
    assert seen.add(one).latest == keys.count(one) + 1
    assert seen.add(other).latest == keys.count(other) + 1
    assert seen.pairs() == before


@given(KEYS, KEYS)
def test_what_a_view_shows_can_be_gone_on_from(keys: list[int], more: list[int]) -> None:
    seen = NOTHING_SEEN
    for key in keys:
        seen = seen.add(key)
    rebuilt = seen_from([(f"{key:x}", keys.count(key)) for key in set(keys)], seen.latest)
    for key in more:
        seen, rebuilt = seen.add(key), rebuilt.add(key)
        assert rebuilt.latest == seen.latest
    assert rebuilt.pairs() == seen.pairs()
    assert rebuilt.latest == seen.latest


def test_many_positions_lie_on_few_levels() -> None:
    seen = NOTHING_SEEN
    for key in range(10_000):
        seen = seen.add(key)
    sizes = []
    level: Seen | None = seen
    while level is not None:
        sizes.append(len(level.top))
        level = level.below
    assert len(sizes) < 20
    assert sizes == sorted(set(sizes))


def test_turns_leave_nothing_for_the_garbage_collector_to_look_at() -> None:
    seen = NOTHING_SEEN
    for key in range(100):
        seen = seen.add(key)
        assert not gc.is_tracked(seen)
        assert not gc.is_tracked(seen.top)
