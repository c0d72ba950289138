"""Given, when, then says what differs."""

import pytest

from libs.testkit.deciding import given
from tests.unit.libs.runtime.counters import Add, Added, CounterDecider

pytestmark = pytest.mark.unit

DECIDER = CounterDecider()


def test_the_expected_events_go_on_to_the_next_step() -> None:
    scenario = given(DECIDER, Added(1)).when(Add(2)).then(Added(2))
    assert (scenario.state, scenario.version) == (3, 2)
    assert scenario.when(Add(4)).then(Added(4)).state == 7


def test_other_events_are_an_error_that_shows_both() -> None:
    with pytest.raises(AssertionError, match=r"(?s)expected .*amount=3.*got .*amount=2"):
        given(DECIDER).when(Add(2)).then(Added(3))


def test_a_refusal_is_told_by_code_and_figures_if_asked() -> None:
    given(DECIDER).when(Add(-2)).refused("negative")
    given(DECIDER).when(Add(-2)).refused("negative", amount=-2)
    with pytest.raises(AssertionError):
        given(DECIDER).when(Add(-2)).refused("negative", amount=-3)
    with pytest.raises(AssertionError):
        given(DECIDER).when(Add(-2)).refused("positive")
    with pytest.raises(AssertionError):
        given(DECIDER).when(Add(2)).refused("negative")
    with pytest.raises(AssertionError):
        given(DECIDER).when(Add(-2)).then()
