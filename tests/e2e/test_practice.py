"""Against the computer, as guests do it: no account, no clock, help at hand."""

import re

import pytest
from playwright.async_api import expect

from tests.e2e.people import People
from tests.e2e.practice import WARMED_UP_MS, is_asked, play_on, sit_down

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_a_whole_game_with_its_record_and_another_with_colours_exchanged(
    people: People,
) -> None:
    anna = await people.come()
    await sit_down(anna, "tictactoe", "leicht")
    computer = anna.page.get_by_test_id("bar-1")
    await expect(computer).to_contain_text("Computer (leicht)")
    await expect(anna.page.get_by_role("timer")).to_have_count(0)
    await play_on(anna)
    await anna.point("b2").click()
    score = anna.result.get_by_test_id("score")
    await expect(score).to_contain_text("Deine Bilanz gegen Computer (leicht)")
    counted = re.findall(r"(\d+) (gewonnen|unentschieden|verloren)", await score.inner_text())
    assert sorted(number for number, _ in counted) == ["0", "0", "1"]
    told = next(word for number, word in counted if number == "1")
    heard = {"gewonnen": "Du hast gewonnen", "verloren": "Du hast verloren"}
    await expect(anna.result).to_contain_text(heard.get(told, "Unentschieden"))
    first = anna.page.url
    await anna.result.get_by_role("button", name="Noch eine Partie").click()
    await anna.page.wait_for_url(lambda url: "/game/" in url and url != first)
    await expect(anna.page.get_by_test_id("bar-0")).to_contain_text("Computer (leicht)")
    await is_asked(anna)
    await anna.open("/practice")
    tally = anna.page.get_by_test_id("tally")
    await expect(tally).to_contain_text(f"1 {told}")
    # What was chosen last is chosen again.
    await expect(anna.page.get_by_role("radio", name="Tic-Tac-Toe")).to_be_checked()
    await anna.press("Bilanz löschen")
    await anna.press("Ja")
    await expect(tally).to_have_count(0)


async def test_a_hint_a_turn_taken_back_and_a_game_that_waits(people: People) -> None:
    anna = await people.come()
    await sit_down(anna, "mills", "stark")
    path = anna.page.url.removeprefix(people.address)
    tab = await people.sit_down("tab", anna.context)
    # The computer answers while nobody is looking, and the way back leads to its answer.
    await anna.play("d2")
    await anna.open("/")
    await anna.link("Eine Partie gegen den Computer läuft").click()
    await anna.link("Mühle, Computer (stark) weiterspielen").click()
    await is_asked(anna)
    entries = anna.page.get_by_test_id("turns").get_by_role("button")
    await expect(entries).to_have_count(2)
    await tab.open(path)
    await anna.press("Tipp")
    await expect(anna.says).to_contain_text("Tipp: ", timeout=WARMED_UP_MS)
    await expect(anna.page.get_by_test_id("hint-drawn").locator("circle, path")).not_to_have_count(
        0
    )
    await anna.press("Zurücknehmen")
    for person in (anna, tab):
        await expect(person.page.get_by_text("Noch kein Zug.")).to_be_visible()
        await person.sees("d2", "frei")
    await tab.play("b4")
    await is_asked(anna)
    await expect(entries).to_have_count(2)
    await anna.page.keyboard.press("z")
    await expect(tab.page.get_by_text("Noch kein Zug.")).to_be_visible()
    await anna.press("Partie beenden")
    await anna.press("Aufgeben")
    await expect(anna.page.get_by_role("alertdialog")).to_contain_text("Wirklich aufgeben?")
    await anna.press("Ja")
    await anna.point("d2").click()
    await expect(anna.result).to_contain_text("Du hast verloren")
    await expect(anna.result).to_contain_text("zählt nicht für deine Bilanz")
