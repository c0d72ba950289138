"""Two people play a whole game by clicking, a third watches, and it can be replayed."""

import pytest
from playwright.async_api import expect

from tests.e2e.people import People
from tests.e2e.person import Person
from tests.e2e.script import TURNS
from tests.e2e.table import Table

pytestmark = pytest.mark.asyncio(loop_scope="session")


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
    await table.play(*TURNS)
    await expect(anna.says).to_be_empty()
