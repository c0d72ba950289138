"""A guest with a running game becomes an account, and comes back to it in every way there is."""

import re
import secrets
from typing import Final

import pytest
from playwright.async_api import expect

from tests.e2e.account import PASSWORD, note_codes, sign_up
from tests.e2e.people import People
from tests.e2e.person import Person
from tests.e2e.table import Table, begin

pytestmark = pytest.mark.asyncio(loop_scope="session")

OTHER_PASSWORD: Final = "Acht Otter im Mondlicht"


async def test_a_guest_becomes_an_account_and_comes_back_to_the_game(people: People) -> None:
    table = await begin(people)
    await table.play("a7", "d7")
    anna, ben = table.white, table.black
    name = f"Änne-{secrets.token_hex(4)}"
    # By keyboard alone.
    await anna.page.get_by_role("button", name="Profil und Konto").press("Enter")
    codes = await sign_up(anna, name)
    await note_codes(anna)
    await expect(anna.page).to_have_url(re.compile(f"{table.path}$"))
    await anna.play("g7")
    await ben.sees_turn(3, "g7")

    await _sign_out(anna, name, table)
    await _sign_in(anna, name.upper())
    # Back where the menu was opened: at the table, and with a seat again.
    await expect(anna.page).to_have_url(re.compile(f"{table.path}$"))
    await expect(anna.says).to_contain_text("ist am Zug")
    await ben.play("g4")
    await anna.sees_turn(4, "g4")
    await _rename(anna, renamed := f"{name}.2")

    phone = await people.come("phone", width=390)
    await _recover(phone, renamed, codes[3].lower())
    await phone.link("Zur Partie").click()
    await phone.play("a4")
    await ben.sees_turn(5, "a4")
    # Elsewhere nobody is signed in any more.
    await expect(anna.page.get_by_text("Du bist hier nicht angemeldet.")).to_be_visible()


async def _sign_out(person: Person, name: str, table: Table) -> None:
    """Afterwards this device knows nobody: the own game is somebody else's."""
    await person.page.get_by_role("button", name=f"{name}: Profil und Konto").click()
    await person.press("Abmelden")
    await expect(person.page.get_by_text("Deine Partie gegen")).to_have_count(0)
    await person.open(table.path)
    await expect(person.says).to_contain_text("Du schaust zu")


async def _sign_in(person: Person, name: str) -> None:
    """At the second attempt."""
    await person.press("Anmelden")
    await person.link("Anmelden").click()
    send = person.page.get_by_role("main").get_by_role("button", name="Anmelden", exact=True)
    await person.page.get_by_label("Name", exact=True).fill(name)
    await person.page.get_by_label("Passwort", exact=True).fill(OTHER_PASSWORD)
    await send.click()
    await expect(person.page.get_by_text("Name oder Passwort stimmen nicht.")).to_be_visible()
    # The browser itself notes a refused request.
    person.problems = [problem for problem in person.problems if "status of 403" not in problem]
    await person.page.get_by_label("Passwort", exact=True).fill(PASSWORD)
    await send.click()


async def _rename(person: Person, name: str) -> None:
    await person.open("/account")
    await person.page.get_by_role("heading", name="Name", exact=True).click()
    form = person.page.locator("form").filter(has=person.button("Namen ändern"))
    await form.get_by_label("Neuer Name").fill(name)
    await form.get_by_label("Dein Passwort", exact=True).fill(PASSWORD)
    await person.press("Namen ändern")
    await expect(person.page.get_by_text(f"Du heißt jetzt {name}.")).to_be_visible()


async def _recover(person: Person, name: str, code: str) -> None:
    """On another device, which then is the only one that is signed in."""
    await person.open("/recover")
    await person.page.get_by_label("Name", exact=True).fill(name)
    await person.page.get_by_label("Wiederherstellungscode").fill(code)
    await person.page.get_by_label("Neues Passwort", exact=True).fill(OTHER_PASSWORD)
    await person.press("Neues Passwort setzen")
    await expect(person.page.get_by_text(f"Angemeldet als {name}.")).to_be_visible()
    await expect(person.page.get_by_text("dieses Gerät", exact=True)).to_be_visible()
