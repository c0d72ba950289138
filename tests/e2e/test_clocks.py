"""Clocks run in the page, but only the server lets a flag fall or a win be claimed."""

import asyncio
import re
import time
from typing import Final

import pytest
from playwright.async_api import Locator, expect

from tests.e2e.people import People
from tests.e2e.table import begin, terms

pytestmark = pytest.mark.asyncio(loop_scope="session")


RUNS: Final = re.compile(r"\b[12]:\d\d")
"""Less than the three minutes that there were at the beginning."""


async def seconds(clock: Locator) -> float:
    """What a clock shows."""
    shown = re.search(r"(\d+):(\d\d(?:\.\d)?)", await clock.inner_text())
    assert shown is not None
    return 60 * int(shown[1]) + float(shown[2])


async def test_clocks_run_one_at_a_time_and_the_increment_comes_after_the_turn(
    people: People,
) -> None:
    table = await begin(people, terms(time={"base_ms": 180_000, "increment_ms": 60_000}))
    anna, ben = table.white, table.black
    for person in (anna, ben):
        await expect(person.clock(0)).to_contain_text(RUNS)
        assert await seconds(person.clock(1)) == 180
    await table.play("a7")
    await expect(ben.clock(1)).to_contain_text(RUNS)
    whites = [await seconds(person.clock(0)) for person in (anna, ben)]
    assert whites[0] == whites[1]
    assert 180 < whites[0] < 240
    # A browser whose own clock has run far ahead knows nothing better than the server.
    await anna.page.clock.install()
    await anna.page.clock.fast_forward(600_000)
    await anna.is_online()
    await ben.play("d7")
    await anna.sees_turn(2, "d7")
    assert await seconds(anna.clock(1)) > 170
    await expect(anna.says).to_contain_text("Du bist am Zug")


async def test_the_server_alone_drops_the_flag_and_grants_a_claim_after_a_minute(
    people: People,
) -> None:
    await asyncio.gather(flag(people), claim(people))


async def flag(people: People) -> None:
    """White has a minute and lets it pass."""
    table = await begin(people, terms(time={"base_ms": 60_000, "increment_ms": 0}))
    began_s = time.monotonic()
    left_s = await seconds(table.white.clock(0))
    for person, headline in ((table.white, "Du hast verloren"), (table.black, "Du hast gewonnen")):
        await expect(person.page).to_have_title(re.compile("Partie beendet"), timeout=70_000)
        assert time.monotonic() - began_s > left_s - 2
        await person.point("a1").click()
        await expect(person.result).to_contain_text(headline)
        await expect(person.result).to_contain_text("Die Bedenkzeit von")
    assert await seconds(table.white.clock(0)) == 0


async def claim(people: People) -> None:
    """Black closes the browser; a minute later white may claim the win."""
    table = await begin(people)
    anna, ben = table.white, table.black
    await expect(anna.button("Sieg beanspruchen")).to_have_count(0)
    await ben.page.close()
    away = anna.page.get_by_test_id("away")
    await expect(away).to_contain_text(re.compile(r"In \d+ s kannst du den Sieg beanspruchen"))
    await expect(anna.button("Sieg beanspruchen")).to_have_count(0)
    began_s = time.monotonic()
    await anna.button("Sieg beanspruchen").click(timeout=70_000)
    assert time.monotonic() - began_s > 50
    await anna.point("a1").click()
    await expect(anna.result).to_contain_text("Du hast gewonnen")
    await expect(anna.result).to_contain_text("war nicht mehr verbunden")
