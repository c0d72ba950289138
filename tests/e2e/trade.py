"""Battlehanse as people play it: marking cards, pressing the key, or quickly to a round's end."""

import re
from collections.abc import Iterator
from typing import Any, Final

from playwright.async_api import Locator

from libs.rules.hanse.goods import GOODS, HORSE, NAMES, Counts
from libs.rules.hanse.notation import Horses, Sell, Swap, Take, read
from tests.e2e.person import Person

CARDS: Final = {
    "amber": "Bernstein",
    "gold": "Gold",
    "silver": "Silber",
    "cloth": "Tuch",
    "salt": "Salz",
    "fur": "Pelz",
    "horse": "Packpferd",
}
KEYS: Final = {"take": "Nehmen", "swap": "Tauschen", "horses": "Pferde holen", "sell": "Verkaufen"}
WHOLE_HAND: Final = 7
FEW_HORSES, COUNCIL_SALE = 2, 3

Table = dict[str, Any]
"""A round's table as its seat sees it."""

QUICKLY: Final = """
async ([market, own]) => {
  for (const [cards, row] of [[market, '[aria-label=Markt]'], [own, '[aria-label="Deine Hand"]']]) {
    for (const [kind, count] of Object.entries(cards)) {
      const all = document.querySelectorAll(`${row} [data-kind=${kind}]`);
      for (const card of [...all].slice(0, count)) card.click();
    }
  }
  await new Promise(requestAnimationFrame);
  document.querySelector('[data-testid=play-turn]').click();
}
"""
AS_MANY_TURNS: Final = """
(count) => document.querySelectorAll('[data-testid=turns] button').length === count
"""


async def seen(person: Person, game: str) -> dict[str, Any]:
    """The game as the server shows it to that person."""
    answer = await person.context.request.get(f"/api/games/{game}")
    assert answer.ok, await answer.text()
    snapshot: dict[str, Any] = await answer.json()
    return snapshot


def unplayed(table: Table, seat: int, missing: set[str]) -> str | None:
    """A legal turn of a kind that has not been played yet; a sale that earns a council token."""
    turns = _possible(table, table["hands"][seat], table["stables"][seat])
    return next((turn for turn in turns if kind_of(turn) in missing), None)


def kind_of(turn: str) -> str:
    """Which of the four ways to trade it is."""
    return turn.partition(" ")[0]


def _possible(table: Table, hand: dict[str, int], horses: int) -> Iterator[str]:
    goods = [kind for kind in table["market"] if kind != "horse"]
    if "horse" in table["market"]:
        yield "horses"
    if goods and sum(hand.values()) < WHOLE_HAND:
        yield f"take {goods[0]}"
    has_room = sum(hand.values()) <= WHOLE_HAND - FEW_HORSES
    if min(len(goods), horses) >= FEW_HORSES and has_room:
        one, other = goods[:FEW_HORSES]
        yield f"swap {one}*2>horse*2" if one == other else f"swap {one}+{other}>horse*2"
    most = max(hand, key=lambda kind: hand[kind], default="")
    if most and hand[most] >= COUNCIL_SALE:
        yield f"sell {most}*{hand[most]}"


def to_the_point(table: Table, seat: int) -> str:
    """A legal turn: sells much at once, fetches many horses, gathers more of the same."""
    hand: dict[str, int] = table["hands"][seat]
    goods = [kind for kind in table["market"] if kind != "horse"]
    most = max(hand, key=lambda kind: hand[kind], default="")
    is_full = sum(hand.values()) >= WHOLE_HAND
    if most and (is_full or hand[most] >= COUNCIL_SALE):
        return f"sell {most}*{hand[most]}"
    if not goods or table["market"].count("horse") >= FEW_HORSES:
        return "horses"
    return f"take {max(goods, key=lambda kind: hand.get(kind, 0))}"


def cards_of(turn: str) -> tuple[dict[str, int], dict[str, int]]:
    """The cards that a turn marks in the market, and those in the own hand and stable."""
    match read(turn):
        case Take(kind):
            return {NAMES[kind]: 1}, {}
        case Horses():
            # One of them stands for all.
            return {"horse": 1}, {}
        case Swap(taken, given):
            return _named(taken), _named(given)
        case Sell(kind, number):
            return {}, {NAMES[kind]: number}


def _named(counts: Counts) -> dict[str, int]:
    return {NAMES[kind]: counts[kind] for kind in (*GOODS, HORSE) if counts[kind]}


def card(row: Locator, kind: str) -> Locator:
    """All cards of that kind in a row."""
    return row.get_by_role("button", name=re.compile(f"^{CARDS[kind]}"))


def market(person: Person) -> Locator:
    """The market's cards."""
    return person.page.get_by_role("group", name="Markt", exact=True)


def hand(person: Person) -> Locator:
    """The own hand's cards."""
    return person.page.get_by_role("group", name=re.compile("^Deine Hand: "))


def line(person: Person) -> Locator:
    """What the trade box says."""
    return person.page.get_by_test_id("trade-line")


async def mark(person: Person, turn: str) -> None:
    """Marks the cards of a turn, one after the other."""
    wanted, given = cards_of(turn)
    for kind, count in wanted.items():
        for place in range(count):
            await card(market(person), kind).nth(place).click()
    for kind, count in given.items():
        for place in range(count):
            if kind == "horse":
                await person.press("Ein Packpferd dazugeben")
            else:
                await card(hand(person), kind).nth(place).click()


async def trade_quickly(person: Person, turn: str) -> None:
    """Marks the cards and presses the key in one go; never with horses of the stable."""
    await person.page.evaluate(QUICKLY, cards_of(turn))


async def has_turns(person: Person, count: int) -> None:
    """Waits until so many turns are listed."""
    await person.page.wait_for_function(AS_MANY_TURNS, arg=count)
