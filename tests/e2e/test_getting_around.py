"""Addresses, the way back to a running game, languages."""

from typing import Final

import pytest
from playwright.async_api import expect

from tests.e2e.people import People
from tests.e2e.table import begin

pytestmark = pytest.mark.asyncio(loop_scope="session")

LOST: Final = (
    ("/nowhere", "Diese Adresse gibt es im Spielcenter nicht."),
    ("/game/<script>alert(1)", "Diese Adresse gibt es im Spielcenter nicht."),
    ("/game/00-gibtesnicht", "Diese Partie gibt es nicht."),
    ("/room/00-gibtesnicht", "Diesen Raum gibt es nicht."),
)


async def test_a_running_game_is_one_click_away_on_every_page_and_device(people: People) -> None:
    table = await begin(people)
    anna = table.white
    session = await anna.context.storage_state()
    phone = await people.come("phone", width=390, storage_state=session)
    tab = await people.sit_down("tab", anna.context)
    for person in (phone, tab):
        for path in ("/", "/new", "/games", "/rules", "/nowhere"):
            await person.open(path)
            await expect(person.page.get_by_text("Deine Partie gegen")).to_be_visible()
        await person.link("Zur Partie").click()
        await expect(person.page).to_have_url(anna.page.url)
        await expect(person.says).to_contain_text("Du bist am Zug")
    # Both devices and the first tab show the same game, and any of them may play.
    await phone.play("a7")
    for person in (anna, tab, table.black):
        await person.sees_turn(1, "a7")
    await tab.open("/")
    await table.black.press("Partie beenden")
    await table.black.press("Aufgeben")
    await table.black.press("Ja")
    await expect(tab.page.get_by_text("Deine Partie gegen")).to_have_count(0)


async def test_the_page_speaks_both_languages_also_to_who_is_lost(people: People) -> None:
    anna = await people.come(locale="en-GB")
    await anna.page.goto("/")
    start = anna.page.get_by_role("heading", level=1)
    await expect(start).to_have_text("Care for a game of Mühle?")
    await anna.press("Menu")
    await anna.page.get_by_role("radio", name="Deutsch").check()
    await expect(start).to_have_text("Lust auf eine Partie Mühle?")
    await expect(anna.page.locator("html")).to_have_attribute("lang", "de")
    await anna.page.reload()
    await expect(start).to_have_text("Lust auf eine Partie Mühle?")
    await anna.press("Menü")
    await anna.page.get_by_role("radio", name="English").check()
    await expect(anna.link("Play with a friend")).to_be_visible()
    ben = await people.come("ben")
    for path, said in LOST:
        await ben.open(path)
        await expect(ben.page.get_by_text(said)).to_be_visible()
        await ben.page.get_by_role("main").get_by_role("link").first.click()
        await expect(ben.page.get_by_role("heading", level=1)).to_be_visible()


async def test_a_finished_game_stands_among_my_games(people: People) -> None:
    table = await begin(people)
    anna = table.white
    await table.play("a7", "d7")
    for name in ("Partie beenden", "Aufgeben", "Ja"):
        await anna.press(name)
    await expect(anna.page).to_have_title("Partie beendet – Spielcenter")
    await anna.context.grant_permissions(["clipboard-read", "clipboard-write"])
    await anna.press("Link kopieren")
    await expect(anna.page.get_by_text("Kopiert")).to_be_visible()
    address = people.address + table.path
    assert await anna.page.evaluate("navigator.clipboard.readText()") == address
    async with anna.page.expect_download() as saving:
        await anna.press("Als Text speichern")
    text = (await (await saving.value).path()).read_text(encoding="utf-8")
    assert "a7" in text
    assert "d7" in text
    await anna.link("Meine Partien").click()
    listed = anna.page.get_by_test_id("finished").get_by_role("link")
    await expect(listed).to_have_count(1)
    await expect(listed).to_contain_text("verloren")
    await listed.click()
    await expect(anna.page).to_have_url(address)
    await expect(anna.slider).to_have_value("2")
