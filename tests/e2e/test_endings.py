"""Offering, resigning, leaving: what ends a game besides its rules."""

import re

import pytest
from playwright.async_api import expect

from tests.e2e.people import People
from tests.e2e.person import Person
from tests.e2e.table import begin, terms

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def choose(person: Person, *names: str) -> None:
    """Out of the menu that ends a game."""
    menu = person.button("Partie beenden")
    if await menu.get_attribute("aria-expanded") == "false":
        await menu.click()
    for name in names:
        await person.press(name)


async def test_a_draw_is_offered_declined_outlived_and_accepted(people: People) -> None:
    table = await begin(people, terms("yucata"))
    anna, ben = table.white, table.black
    offer = ben.page.get_by_role("alert").filter(has_text="bietet Remis an.")
    await choose(anna, "Remis anbieten")
    await expect(offer).to_be_visible()
    await ben.press("Ablehnen")
    await expect(anna.page.get_by_text("Das Remisangebot wurde abgelehnt.")).to_be_visible()
    await anna.press("Partie beenden")
    await expect(anna.button("Remis anbieten")).to_be_disabled()
    await anna.press("Partie beenden")
    await takes_back(anna, ben)
    # An offer dies as soon as either side plays.
    await table.play("a7", "d7")
    await choose(anna, "Remis anbieten")
    await expect(offer).to_be_visible()
    await anna.play("g7")
    await expect(offer).to_have_count(0)
    await choose(ben, "Remis anbieten")
    await anna.press("Annehmen")
    for person in (anna, ben):
        await expect(person.page).to_have_title("Partie beendet – Spielcenter")
        await person.point("a1").click()
        await expect(person.result).to_contain_text("Unentschieden")
        await expect(person.result).to_contain_text("Ihr habt euch auf Remis geeinigt.")
    await plays_again(anna, ben, table.path)


async def takes_back(anna: Person, ben: Person) -> None:
    """Anna's turn is taken back with the reply to it, once Ben has agreed."""
    await anna.play("g1")
    await ben.play("g4")
    await anna.sees_turn(2, "g4")
    await anna.press("Zug zurücknehmen?")
    question = ben.page.get_by_test_id("undo-asked")
    await expect(question).to_contain_text("möchte den letzten Zug zurücknehmen.")
    await question.get_by_role("button", name="Ja").click()
    for person in (anna, ben):
        await person.sees("g1", "frei")
        await person.sees("g4", "frei")
    await expect(anna.page.get_by_test_id("undo-state")).to_have_text(
        "Dein Zug ist zurückgenommen."
    )


async def plays_again(anna: Person, ben: Person, path: str) -> None:
    """Both want another game: it begins by itself, and who had black has white."""
    await anna.result.get_by_role("button", name="Noch eine Partie").click()
    await expect(anna.result).to_contain_text("Du möchtest noch einmal – warte auf")
    await expect(ben.page).to_have_title(re.compile("möchte noch eine Partie"))
    await ben.result.get_by_role("button", name="Ja, noch eine").click()
    for person in (anna, ben):
        await person.page.wait_for_url(lambda url: "/game/" in url and not url.endswith(path))
    assert anna.page.url == ben.page.url
    await ben.play("d6")
    await anna.sees_turn(1, "d6")


async def ends_by(people: People, verb: str, question: str, reason: str) -> Person:
    """White gives up in that way, after thinking better of it once; returns the winner."""
    table = await begin(people)
    anna, ben = table.white, table.black
    await choose(anna, verb)
    await expect(anna.page.get_by_role("alertdialog")).to_contain_text(question)
    await anna.press("Nein")
    await table.play("a7", "d7")
    path = anna.page.url
    await choose(anna, verb, "Ja")
    if verb == "Partie verlassen":
        await anna.page.wait_for_url(f"{people.address}/")
        await anna.open(path)
    for person, headline in ((anna, "Du hast verloren"), (ben, "Du hast gewonnen")):
        await expect(person.page).to_have_title("Partie beendet – Spielcenter")
        await person.point("a1").click()
        await expect(person.result).to_contain_text(headline)
        await expect(person.result).to_contain_text(reason)
    return ben


async def test_resigning_and_leaving_lose_but_only_after_a_second_question(people: People) -> None:
    await ends_by(people, "Partie verlassen", "Wer geht, verliert.", "hat die Partie verlassen.")
    ben = await ends_by(people, "Aufgeben", "Wirklich aufgeben?", "hat aufgegeben.")
    await ben.press("Nachspielen")
    await expect(ben.says).to_have_text("Du siehst das leere Brett am Anfang.")
