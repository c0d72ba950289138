"""Reloads, lost networks and crashes in the middle of a game: both just play on."""

import asyncio

import pytest
from playwright.async_api import expect

from deploy.local.whole import Spielcenter
from tests.e2e.people import People
from tests.e2e.script import TURNS
from tests.e2e.table import begin, terms

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_a_reload_loses_nothing_but_the_unfinished_turn(people: People) -> None:
    table = await begin(people)
    anna, ben = table.white, table.black
    await table.play("a7", "d6", "d7", "f6")
    await asyncio.gather(anna.page.reload(), ben.page.reload())
    await anna.sees_turn(4, "f6")
    await ben.sees_turn(4, "f6")
    await anna.point("g7").click()
    await anna.sees("f6", "kannst du nehmen")
    await anna.page.reload()
    await anna.sees("g7", "frei")
    await expect(anna.says).to_contain_text("Setze einen Stein")
    await table.play("g7xf6", "b4", first=5)
    await anna.page.reload()
    await table.play("a4", first=7)


async def test_who_loses_the_network_is_told_so_and_catches_up(people: People) -> None:
    people.expect_outages()
    table = await begin(people)
    anna, ben = table.white, table.black
    await table.play("a7")
    await anna.context.set_offline(offline=True)
    await ben.play("d7")
    # Ten seconds at most until a page notices that it hears nothing.
    await expect(anna.status).to_contain_text(
        "Keine Verbindung – wir versuchen es weiter", timeout=11_000
    )
    await expect(anna.clock(1)).to_contain_text("≈")
    await expect(ben.page.get_by_test_id("bar-0")).to_contain_text("nicht verbunden")
    await anna.sees_turn(1, "a7")
    await anna.context.set_offline(offline=False)
    await anna.is_online()
    await anna.sees_turn(2, "d7")
    await anna.context.set_offline(offline=True)
    await anna.play("g7")
    await expect(anna.says).to_contain_text("Dein Zug geht hinaus, sobald")
    await ben.sees("g7", "frei")
    await anna.context.set_offline(offline=False)
    await ben.sees_turn(3, "g7")
    await expect(ben.page.get_by_test_id("bar-0")).not_to_contain_text("nicht verbunden")


async def test_both_play_on_while_everything_of_ours_is_killed(
    people: People, spielcenter: Spielcenter
) -> None:
    people.expect_outages()
    table = await begin(people, terms("little-table"))
    victims = ("backend", "gateway", "nats", "postgres")
    for number, victim in enumerate(victims):
        first = 1 + 5 * number
        await table.play(*TURNS[first - 1 : first + 2], first=first)
        mover, other = (table.white, table.black) if number % 2 else (table.black, table.white)
        spielcenter.kill(victim)
        await mover.play(TURNS[first + 2])
        await other.sees_turn(first + 3, TURNS[first + 2], within_ms=30_000)
        await table.play(TURNS[first + 3], first=first + 4)
    for person in (table.white, table.black):
        await person.is_online()
        listed = person.page.get_by_test_id("turns").get_by_role("button")
        assert await listed.all_text_contents() == list(TURNS[:20])
