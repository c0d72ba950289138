"""A walk through every page, in every state worth looking at."""

import re
import secrets
from collections.abc import AsyncIterator
from typing import Any

from playwright.async_api import expect

from tests.e2e.account import PASSWORD, note_codes, sign_up
from tests.e2e.device import starts_at_one_device, to_the_scores
from tests.e2e.people import People
from tests.e2e.person import Person
from tests.e2e.practice import WARMED_UP_MS, play_on, sit_down
from tests.e2e.script import TURNS
from tests.e2e.table import begin, open_room, played, terms
from tests.e2e.trade import card, hand, has_turns, mark, market

Seen = AsyncIterator[tuple[str, Person]]


async def every_page(people: People, **wishes: Any) -> Seen:
    """What is to be seen, and who is looking at it, one after the other."""
    for walk in (
        _quiet_pages,
        _account,
        _rooms,
        _running,
        _practice,
        _over,
        _trading,
        _behind_a_curtain,
    ):
        async for seen in walk(people, **wishes):
            yield seen


async def _quiet_pages(people: People, **wishes: Any) -> Seen:
    anna = await people.come("reader", **wishes)
    await anna.open("/")
    yield "start", anna
    await anna.press("Menü")
    yield "menu", anna
    await anna.page.get_by_label("Code oder Link eines Raums").fill("?")
    await anna.press("Beitreten")
    yield "bad-code", anna
    for path in (
        "/rules",
        "/rules/mills",
        "/rules/hanse",
        "/games",
        "/nowhere",
        "/game/00-gibtesnicht",
        "/room/00-gibtesnicht",
    ):
        await anna.open(path)
        await expect(anna.page.get_by_role("heading", level=1)).to_be_visible()
        yield path.strip("/").replace("/", "-"), anna
    for path in ("/sign-in", "/recover", "/ranking", "/account", "/lobby", "/moderation"):
        await anna.open(path)
        await expect(anna.page.get_by_role("heading", level=1)).to_be_visible()
        yield path.strip("/"), anna
    await anna.open("/new")
    await anna.page.get_by_role("radio", name="Andere").check()
    yield "new", anna
    for path in ("/new/hanse", "/practice/hanse", "/hotseat/hanse"):
        await anna.open(path)
        await expect(anna.page.get_by_role("radio", name="Battlehanse")).to_be_checked()
        yield path.strip("/").replace("/", "-"), anna
    await anna.open("/practice/mills")
    yield "practice", anna
    await anna.open("/hotseat/mills")
    yield "hotseat", anna
    await anna.press("Spielen")
    await expect(anna.says).to_contain_text("Weiß: Setze einen Stein")
    yield "hotseat-table", anna


async def _account(people: People, **wishes: Any) -> Seen:
    anna = await people.come("account", **wishes)
    await anna.open("/")
    await anna.press("Anmelden")
    await sign_up(anna, f"Änne-{secrets.token_hex(4)}")
    yield "recovery-codes", anna
    await note_codes(anna)
    await anna.page.get_by_role("button", name="Profil und Konto").click()
    yield "person-menu", anna
    await anna.link("Mein Profil").click()
    await expect(anna.page.get_by_text("Das bist du")).to_be_visible()
    await expect(anna.page.get_by_text("Noch keine gewertete Partie.")).to_be_visible()
    yield "profile", anna
    await anna.open("/account")
    await expect(anna.page.get_by_text("500 Taler", exact=True)).to_be_visible()
    yield "account-folded", anna
    for part in ("Name", "Passwort", "Wiederherstellungscodes", "API-Schlüssel"):
        await anna.page.get_by_role("heading", name=part, exact=True).click()
    await anna.page.get_by_label("Wofür?").fill("Bot")
    await anna.page.get_by_label("Dein Passwort", exact=True).last.fill(PASSWORD)
    await anna.press("Schlüssel anlegen")
    await expect(anna.page.get_by_test_id("token")).to_be_visible()
    await anna.press("Konto löschen …")
    await anna.press("Endgültig löschen")
    yield "account-own", anna


async def _rooms(people: People, **wishes: Any) -> Seen:
    host, guest = await people.come("host", **wishes), await people.come("guest", **wishes)
    room = await open_room(host, people.address, terms())
    await host.open(room)
    await expect(host.page.get_by_test_id("room-link")).to_be_visible()
    yield "room-host", host
    await guest.open(room)
    await expect(guest.button("Mitspielen")).to_be_visible()
    yield "room-invited", guest
    await guest.press("Mitspielen")
    await expect(guest.button("Einverstanden")).to_be_visible()
    yield "room-guest", guest
    await guest.press("Bedingungen ändern")
    yield "room-terms", guest
    await guest.page.get_by_role("radio", name="Kleiner Tisch").check()
    await guest.press("Vorschlagen")
    await expect(host.button("Einverstanden")).to_be_visible()
    yield "room-changed", host


async def _running(people: People, **wishes: Any) -> Seen:
    table = await begin(people, **wishes)
    anna, ben = table.white, table.black
    yield "table-begin", anna
    await anna.open("/")
    await expect(anna.page.get_by_text("Deine Partie gegen")).to_be_visible()
    yield "start-banner", anna
    await anna.open(table.path)
    await table.play(*TURNS[:14])
    await anna.point("g7").click()
    await anna.point("d3").click()
    await anna.sees_turn(15, "g7xd3")
    async for seen in _asking(anna, ben):
        yield seen
    await table.play("d3xg4", first=16)
    await anna.point("g4").click()
    await anna.sees("e3", "kannst du nehmen")
    yield "capture", anna
    await anna.point("e3").click()
    await ben.page.get_by_text("Ansicht").click()
    yield "view-menu", ben
    await anna.press("Partie beenden")
    await anna.press("Aufgeben")
    await anna.press("Ja")
    await ben.press("Noch eine Partie")
    await expect(anna.button("Ja, noch eine")).to_be_visible()
    yield "rematch", anna
    async for seen in _own_games(anna):
        yield seen


async def _own_games(anna: Person) -> Seen:
    await anna.open("/games")
    await expect(anna.page.get_by_test_id("finished").get_by_role("link")).to_be_visible()
    yield "games-own", anna
    await anna.open("/games?view=statistics")
    await expect(anna.page.get_by_role("table", name="Nach Spiel und Seite")).to_be_visible()
    yield "games-figures", anna


async def _asking(anna: Person, ben: Person) -> Seen:
    """What one of two at a table can want from the other."""
    await anna.press("Partie beenden")
    yield "end-menu", anna
    await anna.press("Aufgeben")
    yield "resign", anna
    await anna.press("Nein")
    await anna.press("Remis anbieten")
    await expect(ben.button("Annehmen")).to_be_enabled()
    yield "offer", ben
    await ben.press("Ablehnen")
    await anna.press("Zug zurücknehmen?")
    await expect(ben.button("Nein")).to_be_enabled()
    yield "undo-asked", ben
    await ben.press("Nein")


async def _practice(people: People, **wishes: Any) -> Seen:
    anna = await people.come("practice", **wishes)
    await sit_down(anna, "dara", "mittel")
    await anna.play("c3")
    await expect(anna.page.get_by_test_id("thinking")).to_have_count(0, timeout=WARMED_UP_MS)
    await anna.press("Tipp")
    await expect(anna.says).to_contain_text("Tipp: ", timeout=WARMED_UP_MS)
    yield "dara-hint", anna
    await sit_down(anna, "tictactoe", "leicht")
    await play_on(anna)
    await anna.point("b2").click()
    await expect(anna.result).to_be_visible()
    yield "tictactoe-result", anna
    await anna.open("/practice")
    await expect(anna.page.get_by_test_id("tally")).to_be_visible()
    yield "tally", anna


async def _over(people: People, **wishes: Any) -> Seen:
    dora = await people.come("dora", **wishes)
    await dora.open(await played(people.address, TURNS))
    await expect(dora.page).to_have_title(re.compile("Partie beendet"))
    yield "over", dora
    await dora.point("d7").click()
    await expect(dora.result).to_be_visible()
    yield "result", dora
    await dora.press("Brett ansehen")
    await dora.slider.fill("10")
    await dora.sees("b2", "frei", "hier wurde zuletzt ein Stein genommen")
    yield "replay", dora


async def _trading(people: People, **wishes: Any) -> Seen:
    """Two at a table of cards, and who watches them."""
    table = await begin(people, terms("battlehanse", "hanse"), **wishes)
    anna, ben = table.white, table.black
    cem = await people.come("cem", **wishes)
    await cem.open(table.path)
    await card(market(anna), "horse").first.click()
    await expect(anna.button("Pferde holen")).to_be_enabled()
    yield "hanse-marked", anna
    await hand(anna).get_by_role("button").first.click()
    await expect(anna.button("Handeln")).to_be_disabled()
    yield "hanse-refused", anna
    await anna.press("Auswahl leeren")
    await mark(anna, "horses")
    await anna.press("Pferde holen")
    await has_turns(ben, 1)
    await ben.page.get_by_test_id("pile-amber").click()
    await expect(ben.page.get_by_test_id("card-info")).to_be_visible()
    yield "hanse-card-info", ben
    await has_turns(cem, 1)
    yield "hanse-watched", cem


async def _behind_a_curtain(people: People, **wishes: Any) -> Seen:
    """Two at one device with cards that are hidden, to the end of a round and of the match."""
    anna = await people.come("device", **wishes)
    game = await starts_at_one_device(anna)
    yield "hanse-curtain", anna
    plies = await to_the_scores(anna, game, 0)
    yield "hanse-round", anna
    await anna.press("Weiter")
    await expect(anna.page.get_by_test_id("curtain")).to_be_visible()
    await anna.press("Partie beenden")
    await anna.page.get_by_role("button", name=re.compile(" gibt auf$")).click()
    await anna.press("Ja")
    await expect(anna.result).to_be_visible()
    yield "hanse-result", anna
    await anna.press("Tisch ansehen")
    await anna.slider.fill(str(plies - 1))
    await expect(anna.says).to_contain_text(f"nach Zug {plies - 1}")
    yield "hanse-replay", anna
