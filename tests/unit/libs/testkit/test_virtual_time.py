"""Virtual time jumps, and stands still loudly."""

import asyncio
import time

import pytest

from libs.testkit.virtual_time import START_MS, StandstillError, run_virtual, virtual_now_ms

pytestmark = pytest.mark.unit


def test_an_hour_takes_a_moment_and_ends_in_the_right_order() -> None:
    story: list[tuple[str, int]] = []

    async def wait(name: str, seconds: float) -> None:
        await asyncio.sleep(seconds)
        story.append((name, virtual_now_ms() - START_MS))

    async def main() -> None:
        await asyncio.gather(wait("late", 3600), wait("soon", 0.5))

    begun = time.monotonic()
    run_virtual(main)
    assert story == [("soon", 500), ("late", 3_600_000)]
    assert time.monotonic() - begun < 360, "a tenth of it at most"


def test_a_time_limit_is_virtual_too() -> None:
    async def main() -> None:
        async with asyncio.timeout(60):
            await asyncio.sleep(61)

    with pytest.raises(TimeoutError):
        run_virtual(main)


def test_when_nothing_can_happen_any_more_it_says_so() -> None:
    async def main() -> None:
        await asyncio.Event().wait()

    with pytest.raises(StandstillError):
        run_virtual(main)


async def test_outside_there_is_no_virtual_time() -> None:
    with pytest.raises(TypeError):
        virtual_now_ms()
