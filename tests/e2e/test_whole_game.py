"""Two people play a whole game by clicking, a third watches, and anybody can replay it."""

import asyncio
import re
from typing import Final

import pytest
from playwright.async_api import expect

from tests.e2e.people import People
from tests.e2e.person import Person
from tests.e2e.script import TURNS
from tests.e2e.table import Table, begin, played

pytestmark = pytest.mark.asyncio(loop_scope="session")

SECONDS_TO_RESULT: Final = """
(plies) => new Promise((done) => {
  let begun = 0;
  const timer = setInterval(() => {
    const turns = document.querySelectorAll('[data-testid=turns] button').length;
    if (!begun && turns === plies) begun = performance.now();
    if (!document.querySelector('[data-testid=result-panel]')) return;
    clearInterval(timer);
    done((performance.now() - begun) / 1000);
  }, 20);
})
"""
"""Measured in the page itself: how long the position after so many turns stands."""


async def meet(anna: Person, ben: Person) -> Table:
    """As people meet: a room is set up, its link sent and opened, both agree."""
    await anna.open()
    await anna.link("Mit einem Freund spielen").click()
    await anna.page.get_by_role("radio", name="Weiß").check()
    await anna.press("Raum öffnen")
    link = anna.page.get_by_test_id("room-link")
    await expect(link).to_be_visible()
    await ben.page.goto(await link.input_value())
    await ben.press("Mitspielen")
    await ben.press("Einverstanden")
    for person in (anna, ben):
        await person.page.wait_for_url("**/game/*")
    return Table(anna, ben, anna.page.url)


async def test_two_people_play_a_whole_game_and_a_third_watches(people: People) -> None:
    anna, ben, cem = [await people.come(name) for name in ("anna", "ben", "cem")]
    table = await meet(anna, ben)
    await cem.page.goto(table.path)
    await expect(cem.says).to_contain_text("Du schaust zu.")
    for person in (anna, ben):
        await expect(person.page.get_by_test_id("spectators")).to_have_text("1 schaut zu")
    await table.play(*TURNS[:-1])
    stood = asyncio.create_task(ben.page.evaluate(SECONDS_TO_RESULT, len(TURNS)))
    await table.play(TURNS[-1], first=len(TURNS))
    await cem.sees_turn(len(TURNS), TURNS[-1])
    assert await anna.stones() == await ben.stones() == await cem.stones()
    assert len([1 for colour in (await cem.stones()).values() if colour == "weißer Stein"]) == 2
    # The final position stands ten seconds; whoever clicks the board knows at once.
    for person in (anna, ben, cem):
        await expect(person.page.get_by_text("hat weniger als drei Steine übrig")).to_have_count(0)
    await anna.point("d7").click()
    await expect(anna.result).to_contain_text("Du hast verloren")
    await expect(anna.result).to_contain_text("hat weniger als drei Steine übrig.")
    await expect(ben.result).to_contain_text("Du hast gewonnen")
    assert 9.0 < await stood < 13.0
    await expect(cem.result).to_contain_text(re.compile(" gewinnt"))
    # Nobody watches a game that is over; they read it.
    await expect(cem.page.get_by_test_id("spectators")).to_have_count(0)


async def test_a_finished_game_is_stepped_through_at_its_own_address(people: People) -> None:
    path = await played(people.address, TURNS)
    dora = await people.come("dora")
    await dora.open(path)
    last = len(TURNS)
    await expect(dora.slider).to_have_value(str(last))
    final = await dora.stones()
    await dora.press("Zum Anfang")
    await expect(dora.says).to_have_text("Du siehst das leere Brett am Anfang.")
    assert await dora.stones() == {}
    await dora.press("Einen Zug vor")
    await dora.sees("b2", "weißer Stein")
    await dora.page.keyboard.press("ArrowRight")
    await dora.sees("d3", "schwarzer Stein")
    await expect(dora.slider).to_have_value("2")
    await dora.page.keyboard.press("ArrowLeft")
    await dora.sees("d3", "frei")
    await dora.slider.fill("10")
    await dora.sees("b2", "frei", "hier wurde zuletzt ein Stein genommen")
    await dora.page.get_by_test_id("turns").get_by_role("button", name="a1-c3xf2").click()
    await expect(dora.slider).to_have_value(str(last))
    assert await dora.stones() == final
    await expect(dora.button("Einen Zug vor")).to_be_disabled()
    await dora.press("Einen Zug zurück")
    await dora.sees("f2", "weißer Stein")
    await dora.press("Zum Ende")
    await dora.sees("f2", "frei")
    await plays_by_itself(dora)


async def plays_by_itself(person: Person) -> None:
    """From the end: it begins anew, at the speed that is wished for, and stops when told to."""
    await person.page.get_by_role("slider", name="Tempo").fill("6")
    await person.press("Abspielen")
    await expect(person.slider).to_have_value(re.compile("^[2-9]$"))
    await person.press("Anhalten")
    await expect(person.button("Abspielen")).to_be_visible()


async def test_who_steps_back_while_playing_stays_there_until_they_return(people: People) -> None:
    table = await begin(people)
    anna, ben = table.white, table.black
    await table.play("a7", "d7", "g7")
    await anna.press("Einen Zug zurück")
    await anna.page.keyboard.press("ArrowLeft")
    await expect(anna.says).to_have_text("Du siehst die Stellung nach Halbzug 1.")
    await ben.play("d6")
    await anna.sees_turn(4, "d6")
    await anna.sees("d6", "frei")
    await anna.press("Zur jetzigen Stellung")
    await anna.sees("d6", "schwarzer Stein", "zuletzt gezogen")
    await asyncio.gather(anna.play("g4"), ben.sees("g4", "weißer Stein"))
