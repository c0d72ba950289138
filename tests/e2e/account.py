"""Signing up, as far as several tests do it."""

from typing import Final

from playwright.async_api import expect

from tests.e2e.person import Person

PASSWORD: Final = "Sieben Reiher im Nebel"


async def sign_up(person: Person, name: str) -> list[str]:
    """From the open menu of the person to the recovery codes, which are returned."""
    page = person.page
    await person.link("Konto anlegen").press("Enter")
    await page.get_by_label("Name", exact=True).fill(name)
    await page.get_by_label("Passwort", exact=True).fill(PASSWORD)
    await page.get_by_label("Passwort", exact=True).press("Enter")
    await expect(page.get_by_role("heading", name=f"Willkommen, {name}!")).to_be_visible()
    codes = await page.get_by_test_id("recovery-codes").locator("code").all_inner_texts()
    assert len(set(codes)) == 8
    return codes


async def note_codes(person: Person) -> None:
    """Goes on only after having said so."""
    await expect(person.button("Weiter")).to_be_disabled()
    await person.page.get_by_label("Ich habe die Codes aufgeschrieben").check()
    await person.press("Weiter")
