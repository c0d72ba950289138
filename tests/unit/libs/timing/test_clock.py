"""Clocks are values: increments, flags, credits."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from libs.timing import Clock, LagQuota, TimeControl
from libs.timing.clock import BRAKE_MS
from libs.timing.lag import MOST_A_TURN_MS, REFILL_MS, STOCK_MS

BLITZ = TimeControl(180_000, 2_000)


def test_the_increment_comes_after_each_own_turn() -> None:
    clock = Clock.start(BLITZ, 0, 0).press(1, 5_000)
    assert clock.remaining_ms == (177_000, 180_000)
    assert clock.press(0, 9_000).remaining_ms == (177_000, 178_000)


def test_the_flag_is_down_exactly_at_the_deadline() -> None:
    clock = Clock.start(BLITZ, 0, 1_000)
    assert clock.due_at_ms() == 181_000
    assert not clock.has_fallen(180_999)
    assert clock.has_fallen(181_000)


def test_an_untimed_game_gives_each_turn_the_whole_brake() -> None:
    clock = Clock.start(TimeControl(None), 0, 0).press(1, 599_000)
    assert clock.remaining_ms == (BRAKE_MS, BRAKE_MS)
    assert clock.due_at_ms() == 599_000 + BRAKE_MS


def test_an_outage_is_not_charged() -> None:
    clock = Clock.start(BLITZ, 0, 0).credit(10_000, 25_000)
    assert clock.remaining_at(0, 30_000) == 180_000 - 15_000


def test_only_the_part_of_an_outage_after_the_turn_began_counts() -> None:
    clock = Clock.start(BLITZ, 0, 20_000).credit(10_000, 25_000)
    assert clock.remaining_at(0, 30_000) == 180_000 - 5_000


def test_a_stopped_clock_has_charged_what_was_used_and_stands() -> None:
    clock = Clock.start(BLITZ, 0, 0).stop(7_000)
    assert clock.remaining_at(0, 99_000) == 173_000
    assert clock.due_at_ms() is None
    assert clock.resume(0, 100_000).remaining_at(0, 101_000) == 172_000


@pytest.mark.parametrize("credit_ms", [0, 300, 99_999])
def test_lag_credit_gives_back_at_most_what_the_turn_took(credit_ms: int) -> None:
    left_ms = Clock.start(BLITZ, 0, 0).press(1, 1_000, credit_ms).remaining_ms[0]
    assert left_ms == 180_000 - 1_000 + min(credit_ms, 1_000) + 2_000


@given(st.lists(st.tuples(st.integers(0, 5_000), st.integers(-5, 100_000)), max_size=40))
def test_credits_never_exceed_stock_and_refill(turns: list[tuple[int, int]]) -> None:
    quota, given_ms = LagQuota(), 0
    for count, (_, round_trip_ms) in enumerate(turns, start=1):
        credit_ms = quota.credit_for(round_trip_ms)
        assert 0 <= credit_ms <= MOST_A_TURN_MS
        quota = quota.after(credit_ms)
        given_ms += credit_ms
        assert given_ms <= STOCK_MS + count * REFILL_MS
        assert 0 <= quota.left_ms <= STOCK_MS


@given(st.lists(st.tuples(st.integers(0, 90_000), st.integers(0, 600)), max_size=30))
def test_a_clock_never_goes_below_zero(turns: list[tuple[int, int]]) -> None:
    clock, at_ms = Clock.start(BLITZ, 0, 0), 0
    for turn, (spent_ms, credit_ms) in enumerate(turns, start=1):
        at_ms += spent_ms
        if clock.has_fallen(at_ms):
            assert clock.remaining_at((turn - 1) % 2, at_ms) == 0
            return
        clock = clock.press(turn % 2, at_ms, credit_ms)
        assert min(clock.remaining_ms) >= 0
