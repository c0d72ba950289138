"""Tables in a stranger's JSON: what adds up is read, everything else is refused with a reason."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from libs.rules.hanse.goods import NAMES, counted, plus
from libs.rules.hanse.layout import whole_table
from libs.rules.hanse.position import TableError, read_setup, read_table
from tests.unit.libs.rules.hanse.tables import random_table, setup, table

pytestmark = pytest.mark.unit

Change = Callable[[dict[str, Any]], object]


@given(st.randoms(use_true_random=False))
@settings(max_examples=80)
def test_a_table_that_adds_up_is_read_and_written_the_same(rnd: Any) -> None:
    said = random_table(rnd)
    read, seals = read_table(said, 2, 40)
    assert seals == (0, 0)
    written = whole_table(read)
    market = sorted(said["market"], key=NAMES.index)
    assert written == {**said, "market": market, "exchanges": 0}


WRONG: dict[str, Change] = {
    "a card too many": lambda t: t["deck"].append("gold"),
    "a card too few": lambda t: t["deck"].pop(),
    "a card of another kind": lambda t: t["deck"].__setitem__(0, "fur"),
    "an unknown card": lambda t: t["deck"].__setitem__(0, "beer"),
    "a horse in a hand": lambda t: t["hands"][0].__setitem__("horse", 1),
    "a negative count": lambda t: t["hands"][0].__setitem__("gold", -1),
    "a fractional count": lambda t: t["hands"][0].__setitem__("gold", 1.0),
    "a truth value as count": lambda t: t["hands"][0].update(gold=True),
    "a count in words": lambda t: t["hands"][0].__setitem__("gold", "1"),
    "a huge count": lambda t: t["sold"].__setitem__("gold", 10**30),
    "one hand": lambda t: t["hands"].pop(),
    "three hands": lambda t: t["hands"].append({}),
    "negative horses": lambda t: t["stables"].__setitem__(0, -1),
    "a known card that nobody holds": lambda t: t["known"][0].__setitem__("gold", 1),
    "a market of six": lambda t: t["market"].append(t["deck"].pop()),
    "a market of four": lambda t: t["deck"].append(t["market"].pop()),
    "a token too many": lambda t: t["tokens"]["gold"].append(5),
    "a token too few": lambda t: t["tokens"]["gold"].pop(),
    "a token of another value": lambda t: t["tokens"]["gold"].__setitem__(0, 7),
    "a token twice": lambda t: t["won"][0].append(["gold", 6]),
    "a token in words": lambda t: t["tokens"]["gold"].__setitem__(0, "6"),
    "tokens of unknown goods": lambda t: t["tokens"].__setitem__("beer", []),
    "a council token too few": lambda t: t["council"]["3"].pop(),
    "a council token twice": lambda t: t["won_council"][0].append([3, 1]),
    "a council tier of six": lambda t: t["won_council"][0].append([6, 10]),
    "a council pile of another name": lambda t: t["council"].__setitem__("6", []),
    "a hidden council token": lambda t: t["won_council"][0].append([3, None]),
    "no such seat": lambda t: t.__setitem__("turn", 2),
    "a seat in words": lambda t: t.__setitem__("starter", "0"),
    "a seat that is a truth value": lambda t: t.update(turn=True),
    "two seals": lambda t: t.__setitem__("seals", [2, 0]),
    "a negative seal": lambda t: t.__setitem__("seals", [-1, 0]),
    "negative exchanges": lambda t: t.__setitem__("exchanges", -1),
    "no deck": lambda t: t.pop("deck"),
    "nothing sold, not even nothing": lambda t: t.pop("sold"),
}


@pytest.mark.parametrize("what", WRONG)
def test_what_does_not_add_up_is_refused(what: str) -> None:
    said = table()
    WRONG[what](said)
    with pytest.raises(TableError):
        read_table(said, 2, 40)


def test_eight_cards_in_a_hand_are_refused() -> None:
    with pytest.raises(TableError, match="seven"):
        read_table(table(hands=[["fur"] * 8, []]), 2, 40)


@pytest.mark.parametrize("value", [None, 5, "table", [], {}, {"market": []}])
def test_what_is_no_table_is_refused(value: object) -> None:
    with pytest.raises(TableError):
        read_table(value, 2, 40)
    with pytest.raises(TableError):
        read_setup(value)


WRONG_SETUPS: dict[str, Change] = {
    "a card too few": lambda s: s["deck"].pop(),
    "a fourth horse too many": lambda s: s["deck"].__setitem__(s["deck"].index("fur"), "horse"),
    "an unknown card": lambda s: s["deck"].__setitem__(0, "beer"),
    "no such seat": lambda s: s.__setitem__("starter", 2),
    "a council token too few": lambda s: s["council"]["5"].pop(),
    "no council": lambda s: s.pop("council"),
}


@pytest.mark.parametrize("what", WRONG_SETUPS)
def test_a_setup_that_does_not_add_up_is_refused(what: str) -> None:
    said = setup(4)
    WRONG_SETUPS[what](said)
    with pytest.raises(TableError):
        read_setup(said)


def test_a_table_where_the_round_is_over_says_so() -> None:
    assert read_table(table(exchanges=40), 2, 40)[0].ended == "standstill"
    assert read_table(table(exchanges=40), 2, None)[0].ended is None


def test_the_cards_of_a_setup_are_all_there() -> None:
    dealt = read_setup(setup(5))
    cards = plus(dealt.market, counted(dealt.deck))
    for holding in dealt.holdings:
        cards = plus(cards, holding)
    assert sum(cards) == 55
