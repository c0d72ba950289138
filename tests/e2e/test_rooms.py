"""Private rooms: joined by link or code, full, closed, unknown, and terms that change."""

import pytest
from playwright.async_api import expect

from tests.e2e.people import People
from tests.e2e.table import begin, open_room, terms

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_a_code_brings_the_second_person_in_and_the_room_is_full(people: People) -> None:
    anna, ben, cem = [await people.come(name) for name in ("anna", "ben", "cem")]
    room = await open_room(anna, people.address, terms())
    await anna.open(room)
    await ben.open()
    code = ben.page.get_by_label("Code oder Link eines Raums")
    await code.fill("Quatsch <b>")
    await ben.press("Beitreten")
    await expect(ben.page.get_by_role("alert")).to_have_text("Das ist kein Code eines Raums.")
    await code.fill(await anna.page.get_by_test_id("room-code").inner_text())
    await ben.press("Beitreten")
    await ben.press("Mitspielen")
    await expect(anna.page.get_by_test_id("member")).to_have_count(2)
    await cem.open(room)
    await expect(cem.page.get_by_test_id("room-closed")).to_have_text(
        "In diesem Raum sitzen schon zwei."
    )
    await ben.press("Raum verlassen")
    await expect(cem.button("Mitspielen")).to_be_visible()
    await anna.press("Raum schließen")
    await expect(cem.page.get_by_test_id("room-closed")).to_have_text(
        "Dieser Raum ist geschlossen."
    )
    await cem.open("/room/00-gibtesnicht")
    await expect(cem.page.get_by_test_id("room-closed")).to_have_text("Diesen Raum gibt es nicht.")


async def test_changed_terms_need_a_new_agreement(people: People) -> None:
    anna, ben = [await people.come(name) for name in ("anna", "ben")]
    room = await open_room(anna, people.address, terms())
    await anna.open(room)
    await ben.open(room)
    await ben.press("Mitspielen")
    members = ben.page.get_by_test_id("member")
    for number, state in enumerate(("einverstanden", "noch nicht einverstanden")):
        await expect(members.nth(number).get_by_text(state, exact=True)).to_be_visible()
    await ben.press("Bedingungen ändern")
    await ben.page.get_by_role("radio", name="Wie bei Yucata").check()
    await ben.page.get_by_role("radio", name="10 + 5").check()
    await ben.flick("Springen mit drei Steinen")
    await ben.press("Vorschlagen")
    await expect(anna.page.get_by_text("Die Bedingungen wurden geändert.")).to_be_visible()
    for number, state in enumerate(("noch nicht einverstanden", "einverstanden")):
        await expect(members.nth(number).get_by_text(state, exact=True)).to_be_visible()
    for shown in ("Wie bei Yucata", "10 + 5"):
        await expect(anna.page.get_by_text(shown, exact=True)).to_be_visible()
    await anna.press("Einverstanden")
    for person in (anna, ben):
        await person.page.wait_for_url("**/game/*")
    await expect(ben.page.get_by_text("Wie bei Yucata · 10 + 5")).to_be_visible()


async def test_terms_reach_the_table_and_other_boards_are_drawn(people: People) -> None:
    wanted = {**terms("battlemills-12", options={"flying": False}), "first": "guest"}
    table = await begin(people, wanted)
    host, guest = table.white, table.black
    await expect(host.page.locator("line.line")).to_have_count(20)
    await expect(guest.page.get_by_test_id("bar-0").get_by_text("HAND 12")).to_be_visible()
    await expect(guest.says).to_contain_text("Du bist am Zug")
    # White has seat 0 and begins; here it is the guest. A corner's diagonal makes a mill.
    for ply, (person, turn) in enumerate(
        ((guest, "a7"), (host, "d1"), (guest, "b6"), (host, "d2"), (guest, "c5xd1")), start=1
    ):
        await person.play(turn)
        for other in (host, guest):
            await other.sees_turn(ply, turn)
    await play_three(people)


async def play_three(people: People) -> None:
    """A whole small game between two: placed, moved, and won by a line."""
    table = await begin(people, terms("little-table", "three"))
    anna, ben = table.white, table.black
    await expect(anna.page.locator("line.line")).to_have_count(8)
    await table.play("a1", "b2", "c3", "a3", "c1", "b1")
    await anna.point("a1").click()
    await anna.point("c2").click()
    await expect(anna.says).to_contain_text("Dorthin führt kein Weg")
    await anna.point("a2").click()
    await ben.sees_turn(7, "a1-a2")
    await ben.play("a3-b3")
    for person, headline in ((anna, "Du hast verloren"), (ben, "Du hast gewonnen")):
        await person.sees("b2", "schwarzer Stein", "in einer Linie")
        await expect(person.page.get_by_test_id("mill")).to_have_count(1)
        await person.point("b2").click()
        await expect(person.result).to_contain_text(headline)
        await expect(person.result).to_contain_text("hat drei Steine in einer Linie.")
