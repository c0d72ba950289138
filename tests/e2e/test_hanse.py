"""Battlehanse: between two devices, at one, and alone; nobody ever sees what is hidden."""

import asyncio
import re
from typing import Final

import pytest
from playwright.async_api import expect

from libs.rules.game import SPECTATOR, Seat, Viewer
from tests.e2e.device import PAIR, is_veiled, starts_at_one_device, to_the_scores
from tests.e2e.hidden import SIDES, Truth, Witness, always
from tests.e2e.people import People
from tests.e2e.person import Person
from tests.e2e.practice import WARMED_UP_MS, sit_down
from tests.e2e.trade import (
    KEYS,
    card,
    hand,
    has_turns,
    kind_of,
    line,
    mark,
    market,
    seen,
    to_the_point,
    trade_quickly,
    unplayed,
)

pytestmark = pytest.mark.asyncio(loop_scope="session")

BEGINS: Final = re.compile(r"^Runde 1: .+ beginnt\.$")
SAYS: Final = {
    "take": r"^Du nimmst \w+\.$",
    "swap": r"^Du nimmst .* und gibst 2 Packpferde\.$",
    "horses": r"^Du holst (alle \d Packpferde|das Packpferd) in deinen Stall\.$",
    "sell": r"^Du verkaufst \d \w+\.$",
}


async def agree(anna: Person, ben: Person) -> str:
    """One round without a clock; Ben wants to begin, and Anna agrees to that."""
    await anna.open("/new/hanse")
    for choice in ("Eine Runde", "Ohne Uhr"):
        await anna.page.get_by_role("radio", name=re.compile(f"^{choice}")).check()
    await anna.page.get_by_role("radio", name="Du", exact=True).check()
    await anna.press("Raum öffnen")
    await ben.page.goto(await anna.page.get_by_test_id("room-link").input_value())
    await ben.press("Mitspielen")
    await ben.press("Beginner tauschen")
    await expect(anna.page.get_by_text("Die Bedingungen wurden geändert.")).to_be_visible()
    await expect(anna.page.get_by_text(re.compile(" beginnt die erste Runde"))).to_be_visible()
    await anna.press("Einverstanden")
    await asyncio.gather(*(one.page.wait_for_url("**/game/*") for one in (anna, ben)))
    await expect(ben.says).to_have_text("Runde 1: Du beginnst.")
    return anna.page.url.split("/game/")[1]


async def refuses(person: Person) -> None:
    """The box says at once why nothing comes of the cards; one horse stands for all."""
    await expect(line(person)).to_have_text("Wähle Karten aus Markt, Hand oder Stall.")
    horses = card(market(person), "horse")
    await horses.first.click()
    for place in range(await horses.count()):
        await expect(horses.nth(place)).to_have_attribute("aria-pressed", "true")
    await hand(person).get_by_role("button").first.click()
    await expect(line(person)).to_have_text("Ein Packpferd bekommst du nicht im Tausch.")
    await expect(person.button("Handeln")).to_be_disabled()
    await person.press("Auswahl leeren")
    await expect(line(person)).to_have_text("Wähle Karten aus Markt, Hand oder Stall.")


async def trade_slowly(person: Person, turn: str) -> None:
    """Card by card, and the box says what comes of it; the key then names it."""
    await mark(person, turn)
    await expect(line(person)).to_have_text(re.compile(SAYS[kind_of(turn)]))
    if kind_of(turn) == "sell":
        more = person.page.get_by_test_id("trade-box")
        await expect(more).to_contain_text(re.compile(r"Marken? \d.* eine Ratsmarke"))
    await person.press(KEYS[kind_of(turn)])


async def play_round(game: str, seats: tuple[Person, Person], watching: list[Person]) -> None:
    """To the end: what has not been played yet card by card, the rest quickly."""
    missing, seat, ply = set(KEYS), 0, 0
    while (view := (await seen(seats[seat], game))["view"])["result"] is None:
        if view["seat"] is None:
            # So even that nobody gets the seal: another round decides.
            await expect(seats[0].page.get_by_test_id("pause-left")).to_be_hidden(timeout=40_000)
            continue
        if view["seat"] != seat:
            seat = view["seat"]
            continue
        if turn := unplayed(view["table"], seat, missing):
            await trade_slowly(seats[seat], turn)
            missing -= {kind_of(turn)}
        else:
            await trade_quickly(seats[seat], to_the_point(view["table"], seat))
        seat, ply = 1 - seat, ply + 1
        await asyncio.gather(*(has_turns(one, ply) for one in watching))
    assert missing == set()


async def reads_result(person: Person, *, has_won: bool) -> None:
    """The result is put away to look at the table, and fetched again from the bar."""
    await expect(person.result).to_contain_text("gewonnen" if has_won else "verloren")
    await expect(person.result).to_contain_text("hat genug Ratssiegel.")
    await expect(person.page.get_by_test_id("verdict")).to_contain_text("das Ratssiegel")
    await person.press("Tisch ansehen")
    await expect(person.result).to_have_count(0)
    bar = person.page.get_by_role("navigation", name="Nach der Partie")
    await expect(bar.get_by_role("link", name="Wartesaal")).to_have_attribute("href", "/lobby")
    await bar.get_by_role("button", name="Ergebnis zeigen").click()
    await expect(person.result).to_be_visible()


async def plays_again(anna: Person, ben: Person, path: str) -> None:
    """Whoever did not begin begins."""
    await anna.result.get_by_role("button", name="Noch eine Partie").click()
    await ben.result.get_by_role("button", name="Ja, noch eine").click()
    for person in (anna, ben):
        await person.page.wait_for_url(lambda url: "/game/" in url and not url.endswith(path))
    await expect(anna.says).to_have_text("Runde 1: Du beginnst.")
    await expect(ben.says).to_have_text(BEGINS)


async def replays(person: Person, path: str, truth: Truth) -> None:
    """From one's own games, step by step, with both hands and all council tokens open."""
    await person.open("/games")
    await person.page.get_by_test_id("finished").locator(f'a[href$="{path}"]').click()
    tables = truth.open_sides()
    await expect(person.slider).to_have_attribute("max", str(len(tables) - 1))
    await person.press("Zum Anfang")
    await expect(person.says).to_have_text("Du siehst den Tisch zu Beginn der ersten Runde.")
    for ply, table in enumerate(tables):
        await expect(person.slider).to_have_value(str(ply))
        assert await person.page.evaluate(SIDES) == table
        await person.page.keyboard.press("ArrowRight")


async def test_two_trade_a_third_watches_and_nobody_sees_what_is_hidden(people: People) -> None:
    anna, ben, cem = [await people.come(name) for name in ("anna", "ben", "cem")]
    witnesses = [await Witness.beside(person) for person in (ben, anna, cem)]
    game = await agree(anna, ben)
    await cem.open(f"/game/{game}")
    await expect(cem.says).to_contain_text("Du schaust zu.")
    await expect(anna.says).to_have_text(BEGINS)
    await refuses(ben)
    await play_round(game, (ben, anna), [anna, ben, cem])
    last = await seen(cem, game)
    winner = last["events"][-1]["data"]["winner"]
    for witness in witnesses:
        await witness.look()
    await asyncio.gather(
        reads_result(ben, has_won=winner == 0), reads_result(anna, has_won=winner == 1)
    )

    truth = Truth(last["events"])
    viewers: tuple[Viewer, ...] = (Seat(0), Seat(1), SPECTATOR)
    for viewer, witness in zip(viewers, witnesses, strict=True):
        assert len(witness.frames) > len(last["events"]) / 2
        assert len(witness.tables) > last["view"]["ply"]
        assert truth.told_too_much(witness.frames, always(viewer)) == []
        assert truth.drawn_too_much(witness.tables, always(viewer)) == []
    # To other eyes it would have been too much, and that is noticed.
    assert truth.told_too_much(witnesses[0].frames, always(Seat(1))) != []
    assert truth.drawn_too_much(witnesses[0].tables, always(SPECTATOR)) != []
    await plays_again(anna, ben, game)
    await replays(ben, game, truth)


async def plays_at_one_device(people: People) -> None:
    """A whole round, to the round table; nothing is ever before the wrong eyes."""
    anna = await people.come("device")
    witness = await Witness.beside(anna)
    game = await starts_at_one_device(anna)
    await anna.press("Ich bin Anna, Karten zeigen")
    await trade_slowly(anna, "horses")
    told = anna.page.get_by_test_id("curtain-told")
    await expect(told).to_have_text("Anna holt die Packpferde.")
    await witness.look()
    await anna.page.reload()
    await is_veiled(anna, "Ben")
    await expect(anna.clock(1)).to_contain_text("5:00")
    plies = await to_the_scores(anna, game, 1)
    await scores_stay(anna, game)
    await witness.look()
    truth = Truth((await seen(anna, game))["events"])
    assert truth.told_too_much(witness.frames, truth.at_one_device) == []
    assert len(witness.tables) > plies
    assert truth.drawn_too_much(witness.tables, truth.at_one_device) == []


async def scores_stay(anna: Person, game: str) -> None:
    """Until somebody goes on; then whoever lost is to look, and gives up."""
    scores = anna.page.get_by_test_id("round-table")
    await expect(scores.get_by_role("table")).to_contain_text("Summe")
    view = (await seen(anna, game))["view"]
    sums = scores.get_by_role("row", name="Summe")
    for score in view["rounds"][0]["scores"]:
        await expect(sums).to_contain_text(str(score))
    await anna.press("Weiter")
    loser = PAIR[view["rounds"][0]["next_starter"]]
    await is_veiled(anna, loser)
    for name in ("Partie beenden", f"{loser} gibt auf", "Ja"):
        await anna.press(name)
    await expect(anna.result).to_contain_text("hat aufgegeben")


async def plays_the_computer(people: People) -> None:
    """A turn taken back, a hint followed, and every card as it was promised."""
    anna = await people.come("alone")
    await sit_down(anna, "hanse", "leicht")
    game = anna.page.url.split("/game/")[1]
    await trade_slowly(anna, "horses")
    await has_turns(anna, 2)
    await anna.press("Zurücknehmen")
    await expect(anna.page.get_by_text("Noch kein Zug.")).to_be_visible()
    await anna.press("Tipp")
    await expect(anna.says).to_contain_text(
        "Tipp: Die Karten sind gewählt, du drückst selbst.", timeout=WARMED_UP_MS
    )
    key = anna.page.get_by_test_id("play-turn")
    await expect(key).to_be_enabled()
    await expect(line(anna)).to_have_text(re.compile("^Du (nimmst|holst|verkaufst) "))
    assert (await seen(anna, game))["view"]["ply"] == 0
    await key.click()
    await has_turns(anna, 2)
    for name in ("Partie beenden", "Aufgeben", "Ja"):
        await anna.press(name)
    await expect(anna.result).to_contain_text("zählt nicht für deine Bilanz")
    await anna.page.get_by_text("Mischung", exact=True).click()
    await anna.press("Mischung prüfen")
    await expect(anna.page.get_by_test_id("shuffle-verdict")).to_contain_text("Mischung geprüft")


async def test_two_share_a_device_behind_a_curtain_and_one_plays_the_computer(
    people: People,
) -> None:
    await asyncio.gather(plays_at_one_device(people), plays_the_computer(people))
