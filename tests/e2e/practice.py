"""Sitting down to the computer, and playing on."""

import re
from typing import Final

from playwright.async_api import expect

from tests.e2e.person import Person

WARMED_UP_MS: Final = 120_000
"""On a first start the computers are compiled before they answer."""

ASKED: Final = re.compile("Du bist am Zug|Du beginnst")


async def sit_down(person: Person, game: str, strength: str) -> None:
    """Chooses strength and to begin, and waits at the table until it is the person's turn."""
    await person.open(f"/practice/{game}")
    await person.page.get_by_role("radio", name=re.compile(f"^{strength}")).check()
    await person.page.get_by_role("radio", name=re.compile("^(Weiß|Kreuz|Du)$")).check()
    await person.press("Spielen")
    await person.page.wait_for_url("**/game/*")
    await is_asked(person)


async def is_asked(person: Person) -> None:
    """Waits until it is the person's turn."""
    await expect(person.says).to_contain_text(ASKED, timeout=WARMED_UP_MS)


async def play_on(person: Person) -> None:
    """Marks free squares until the game is over."""
    over = person.page.get_by_text(re.compile(r"^Partie beendet[.:]"))
    while True:
        asked = person.says.filter(has_text="Du bist am Zug")
        await expect(asked.or_(over.first).first).to_be_visible(timeout=WARMED_UP_MS)
        if await over.count():
            return
        turns = person.page.get_by_test_id("turns").get_by_role("button")
        before = await turns.count()
        await person.page.get_by_role("button", name=re.compile("^[abc][123], frei")).first.click()
        await expect(turns.nth(before)).to_be_visible()
