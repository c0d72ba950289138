"""Deadlines: never early, hardly late, one timer for all."""

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st

from libs.bus.deadlines import TICK_S, Deadlines
from libs.testkit.virtual_time import run_virtual

pytestmark = pytest.mark.unit


@given(st.lists(st.tuples(st.floats(0, 5), st.floats(0, 5)), min_size=1, max_size=30))
def test_each_is_due_in_its_time(plan: list[tuple[float, float]]) -> None:
    async def main() -> dict[int, float]:
        loop = asyncio.get_running_loop()
        due: dict[int, float] = {}

        def on_due(number: int) -> None:
            due[number] = loop.time()

        deadlines = Deadlines(on_due)
        for number, (begin_s, after_s) in enumerate(plan):
            loop.call_at(begin_s, deadlines.arm, number, after_s)
        await asyncio.sleep(12)
        return due

    due = run_virtual(main)
    for number, (begin_s, after_s) in enumerate(plan):
        late_s = due[number] - begin_s - after_s
        assert -1e-6 <= late_s <= 3 * TICK_S


def test_what_is_cleared_never_comes() -> None:
    async def main() -> list[int]:
        due: list[int] = []
        deadlines = Deadlines(due.append)
        deadlines.arm(1, 0.1)
        deadlines.clear()
        await asyncio.sleep(1)
        deadlines.arm(2, 0.1)
        await asyncio.sleep(1)
        return due

    assert run_virtual(main) == [2]


def test_a_loop_that_was_blocked_catches_up() -> None:
    async def main() -> list[int]:
        due: list[int] = []
        deadlines = Deadlines(due.append)
        for number in range(5):
            deadlines.arm(number, 0.1 * number)
        await asyncio.sleep(3)
        return due

    assert run_virtual(main) == [0, 1, 2, 3, 4]
