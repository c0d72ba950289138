"""Two at one device with hidden cards: the curtain, and a round played behind it."""

from typing import Final

from playwright.async_api import Locator, expect

from tests.e2e.person import Person
from tests.e2e.trade import hand, has_turns, seen, to_the_point, trade_quickly

PAIR: Final = ("Anna", "Ben")


def curtain(person: Person, name: str) -> Locator:
    """What hides the table until that one looks."""
    return person.page.get_by_role("region", name=f"Gerät an {name} weitergeben")


async def is_veiled(person: Person, name: str) -> None:
    """No card of anybody is there before that one looks."""
    await expect(curtain(person, name)).to_be_visible()
    await expect(person.page.locator("[data-kind]")).to_have_count(0)


async def starts_at_one_device(anna: Person) -> str:
    """With a clock, which stands until the first of the two looks."""
    await anna.open("/hotseat/hanse")
    await anna.page.get_by_role("textbox", name="Beginnt").fill("Anna")
    await anna.page.get_by_role("textbox", name="Ist zweiter").fill("Ben")
    await anna.page.get_by_role("radio", name="5 + 3").check()
    await anna.press("Spielen")
    await is_veiled(anna, "Anna")
    return anna.page.url.split("/game/")[1]


async def looks_and_trades(person: Person, game: str, seat: int) -> None:
    """Lifts the curtain and plays a turn quickly."""
    await person.press(f"Ich bin {PAIR[seat]}, Karten zeigen")
    await hand(person).wait_for()
    view = (await seen(person, game))["view"]
    await trade_quickly(person, to_the_point(view["table"], seat))


async def to_the_scores(person: Person, game: str, plies: int) -> int:
    """Both play on, after so many turns, until the round is over; how many turns there are then."""
    scores = person.page.get_by_test_id("round-table")
    veil = person.page.get_by_test_id("curtain")
    while not await scores.count():
        await looks_and_trades(person, game, plies % 2)
        plies += 1
        await has_turns(person, plies)
        await scores.or_(veil).wait_for()
    return plies
