"""An evening in the waiting room: two meet, talk, agree, play for a stake; a third watches."""

import asyncio
import re
import secrets
from typing import Any, Final

import pytest
from playwright.async_api import Locator, expect

from tests.e2e.account import PASSWORD
from tests.e2e.people import People
from tests.e2e.person import Person
from tests.e2e.script import TURNS
from tests.e2e.table import Table

pytestmark = pytest.mark.asyncio(loop_scope="session")

STAKE: Final = 30


async def with_account(people: People, name: str, **wishes: Any) -> Person:
    """Somebody with an account of that name, which nobody else has yet."""
    person = await people.come(name, **wishes)
    body = {"name": name, "password": PASSWORD}
    origin = {"Origin": people.address}
    answer = await person.context.request.post("/api/sign-up", data=body, headers=origin)
    assert answer.ok, await answer.text()
    return person


def row(person: Person, other: Person) -> Locator:
    """Somebody's line in the list of who is here."""
    here = person.page.get_by_role("listitem").filter(has=person.page.get_by_role("button"))
    return here.filter(has_text=other.name)


async def talk(anna: Person, berta: Person) -> None:
    """Each sees the other, Berta on her phone one tab further, and what the other writes."""
    await berta.page.get_by_role("tab", name="Leute").click()
    for person, other in ((anna, berta), (berta, anna)):
        await expect(row(person, other).first).to_contain_text("frei")
    await berta.page.get_by_role("tab", name="Chat").click()
    for person, other, line in ((anna, berta, "Guten Abend!"), (berta, anna, "<b>Spielen?</b>")):
        await person.page.get_by_label("Nachricht an alle im Wartesaal").fill(line)
        await person.page.keyboard.press("Enter")
        await expect(other.page.get_by_role("log")).to_contain_text(line)


async def challenge(anna: Person, berta: Person) -> None:
    """Anna asks for a rated game with a stake and wants white; Berta looks at the terms."""
    page = anna.page
    await row(anna, berta).first.get_by_role("button").click()
    await anna.press("Herausfordern")
    dialog = page.get_by_role("dialog", name=f"{berta.name} herausfordern")
    await dialog.get_by_role("radio", name="5 + 3").check()
    await dialog.get_by_role("radio", name="Gewertet").check()
    await dialog.get_by_test_id("stake-field").select_option("20")
    await dialog.get_by_text("Regeln und Farben").click()
    await dialog.get_by_role("radio", name="Weiß").check()
    await dialog.get_by_test_id("send-challenge").click()
    card = berta.page.get_by_test_id("incoming")
    await expect(card).to_contain_text(f"{anna.name} fordert dich heraus")
    await expect(berta.page).to_have_title(re.compile("herausgefordert"))
    await card.get_by_role("button", name="Annehmen").click()
    await expect(anna.page.get_by_test_id("member")).to_have_count(2)


async def negotiate(anna: Person, berta: Person) -> None:
    """Berta wants more time, Anna answers with a higher stake, and that is what they agree on."""
    await berta.press("Bedingungen ändern")
    await berta.page.get_by_role("radio", name="10 + 5").check()
    await berta.press("Vorschlagen")
    await expect(anna.page.get_by_text("Die Bedingungen wurden geändert.")).to_be_visible()
    await anna.press("Bedingungen ändern")
    await anna.page.get_by_test_id("stake-field").select_option(str(STAKE))
    await anna.press("Vorschlagen")
    await expect(berta.page.get_by_text("Die Bedingungen wurden geändert.")).to_be_visible()
    for shown in ("10 + 5", re.compile(f"je {STAKE} Taler")):
        await expect(berta.page.get_by_text(shown).first).to_be_visible()
    await berta.press("Einverstanden")
    await asyncio.gather(*(each.page.wait_for_url("**/game/*") for each in (anna, berta)))


async def wallet(person: Person) -> int:
    """What somebody has now."""
    answer = await person.context.request.get("/api/wallet")
    return int((await answer.json())["taler"])


async def sees_change(person: Person, *, has_won: bool) -> None:
    """The result says what has become of Elo, points and Taler."""
    elo, points, taler = ("+20", "+10", f"+{STAKE}") if has_won else ("−20", "−10", f"−{STAKE}")
    await expect(person.result).to_contain_text("gewonnen" if has_won else "verloren")
    rating = person.result.get_by_test_id("rating")
    for text in (elo, points, taler):
        await expect(rating).to_contain_text(text)
    assert await wallet(person) == 500 + (STAKE if has_won else -STAKE)


async def finds_in_archive(person: Person, path: str) -> None:
    """The first game stands among one's own, and can be stepped through."""
    await person.open("/games")
    listed = person.page.get_by_test_id("finished").locator(f'a[href="{path}"]')
    await listed.click()
    await expect(person.slider).to_have_value(str(len(TURNS)))
    await person.press("Zum Anfang")
    await person.press("Einen Zug vor")
    await person.sees("b2", "weißer Stein")


async def test_an_evening_from_the_first_word_to_the_second_game(people: People) -> None:
    tag = secrets.token_hex(3)
    anna, berta = await asyncio.gather(
        with_account(people, f"Anna-{tag}"), with_account(people, f"Berta-{tag}", width=390)
    )
    cem = await people.come("cem")
    await asyncio.gather(anna.open("/lobby"), berta.open("/lobby"), cem.open("/lobby/live"))
    await talk(anna, berta)
    await challenge(anna, berta)
    await negotiate(anna, berta)
    path = anna.page.url.removeprefix(people.address)

    await cem.page.get_by_test_id("live-game").filter(has_text=anna.name).click()
    await expect(cem.page).to_have_url(anna.page.url)
    await expect(cem.says).to_contain_text("Du schaust zu.")
    await expect(anna.page.get_by_test_id("spectators")).to_have_text("1 schaut zu")
    await Table(anna, berta, path).play(*TURNS)
    await cem.sees_turn(len(TURNS), TURNS[-1])

    await asyncio.gather(anna.point("d7").click(), berta.point("d7").click())
    await asyncio.gather(sees_change(anna, has_won=False), sees_change(berta, has_won=True))
    for person, words in ((anna, "Noch eine Partie"), (berta, "Ja, noch eine")):
        await person.result.get_by_role("button", name=words).click()
    await asyncio.gather(
        *(expect(each.page).not_to_have_url(re.compile(path)) for each in (anna, berta))
    )
    await berta.play("d7")
    await anna.sees_turn(1, "d7")
    await asyncio.gather(finds_in_archive(anna, path), finds_in_archive(berta, path))
