"""Buckets, strikes and places."""

from hypothesis import given
from hypothesis import strategies as st

from services.gateway.decider.limits import Buckets, Places, TokenBucket


def test_a_burst_is_allowed_then_the_rate() -> None:
    bucket = TokenBucket(rate=2.0, burst=3, now_s=100.0)
    assert [bucket.take(100.0) for _ in range(4)] == [True, True, True, False]
    assert not bucket.take(100.4)
    assert bucket.take(100.5)
    assert not bucket.take(100.5)


def test_rest_fills_a_bucket_to_its_burst_only() -> None:
    bucket = TokenBucket(rate=10.0, burst=2, now_s=0.0)
    assert [bucket.take(1000.0) for _ in range(3)] == [True, True, False]


@given(
    waits=st.lists(st.floats(min_value=0.0, max_value=2.0), max_size=200),
    rate=st.floats(min_value=0.5, max_value=50.0),
    burst=st.integers(min_value=1, max_value=50),
)
def test_nobody_gets_more_than_burst_and_rate_allow(
    waits: list[float], rate: float, burst: int
) -> None:
    bucket, now_s, taken = TokenBucket(rate, burst, 0.0), 0.0, 0
    for wait in waits:
        now_s += wait
        taken += bucket.take(now_s)
    assert taken <= burst + rate * now_s + 1e-6


def test_each_key_has_its_own_bucket_and_old_ones_are_forgotten() -> None:
    buckets = Buckets(rate=1.0, burst=1, most_keys=2)
    assert buckets.take("a", 0.0)
    assert not buckets.take("a", 0.0)
    assert buckets.take("b", 0.0)
    assert buckets.take("c", 0.0)
    assert buckets.take("a", 0.0), "the oldest key was forgotten, memory is bounded"


def test_a_place_is_free_again_when_somebody_leaves() -> None:
    places = Places(most=2)
    assert [places.enter("x") for _ in range(3)] == [True, True, False]
    assert places.enter("y")
    places.leave("x")
    assert places.enter("x")
    for key in ("x", "x", "y"):
        places.leave(key)
    assert len(places) == 0
