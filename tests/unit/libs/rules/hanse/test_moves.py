"""Every refusal of a turn of Battlehanse has its own code."""

from typing import Any

import pytest

from libs.rules.explain import REFUSALS
from libs.rules.game import FIRST, SECOND, SPECTATOR, IllegalMoveError
from libs.rules.hanse import Hanse, MatchState
from libs.rules.hanse.position import read_table
from tests.unit.libs.rules.hanse.tables import table

pytestmark = pytest.mark.unit

HANSE = Hanse()
OPTIONS = HANSE.options(None, {})
MARKET = ["gold", "gold", "cloth", "salt", "horse"]
FULL = ["amber", "silver", "silver", "silver", "fur", "fur", "fur"]


def at(**changed: Any) -> MatchState:
    return HANSE.setup_at(OPTIONS, *read_table(table(**changed), 2, 40))


TRADING = at(market=MARKET, hands=[["amber", "silver", "silver", "fur"], []], stables=[2, 1])
FULL_HAND = at(market=MARKET, hands=[FULL, []], stables=[2, 1])
NO_HORSE = at(market=["gold", "gold", "cloth", "salt", "fur"], hands=[["fur"], []])
WON = [[["amber", 7]] * 2 + [["amber", 5]] * 3 + [["gold", 6]] * 2 + [["gold", 5]] * 3, []]
ROUND_OVER = at(
    tokens={**table()["tokens"], "amber": [], "gold": [], "silver": []},
    won=[[*WON[0], *[["silver", 5]] * 5], []],
)
MATCH_OVER = HANSE.setup_at(OPTIONS, ROUND_OVER.table, (1, 0)) if ROUND_OVER.table else TRADING

REFUSED = [
    ("game_over", MATCH_OVER, "horses"),
    ("between_rounds", ROUND_OVER, "horses"),
    ("malformed", TRADING, "buy gold"),
    ("unknown_kind", TRADING, "take beer"),
    ("not_in_market", TRADING, "take fur"),
    ("not_in_market", TRADING, "swap gold*3>silver*2+fur"),
    ("not_in_hand", TRADING, "sell silver*3"),
    ("not_in_hand", TRADING, "swap gold*2>fur*2"),
    ("not_in_stable", TRADING, "swap gold*2+cloth>horse*3"),
    ("hand_full", FULL_HAND, "take gold"),
    ("hand_full", FULL_HAND, "swap gold*2>fur+horse"),
    ("horses_together", TRADING, "take horse"),
    ("no_horses", NO_HORSE, "horses"),
    ("horses_not_sold", TRADING, "sell horse*2"),
    ("precious_alone", TRADING, "sell amber"),
    ("horse_from_market", TRADING, "swap gold+horse>silver*2"),
    ("swap_uneven", TRADING, "swap gold*2>fur"),
    ("swap_too_few", TRADING, "swap gold>fur"),
    ("same_kind_both_sides", NO_HORSE, "swap gold+fur>fur+horse"),
]


@pytest.mark.parametrize(("code", "state", "turn"), REFUSED)
def test_a_refused_turn_says_why(code: str, state: MatchState, turn: str) -> None:
    with pytest.raises(IllegalMoveError) as caught:
        HANSE.check(state, turn)
    assert caught.value.code == code


def test_every_refusal_that_can_be_explained_is_shown_here() -> None:
    assert {code for code, _, _ in REFUSED} == set(REFUSALS["hanse"])


@pytest.mark.parametrize(
    ("state", "turn"),
    [
        (TRADING, "horses"),
        (FULL_HAND, "horses"),
        (TRADING, "swap gold+salt>horse*2"),
        (TRADING, "swap gold*2>fur+horse"),
        (FULL_HAND, "swap gold*2>silver+fur"),
        (TRADING, "sell silver*2"),
        (TRADING, "sell fur"),
    ],
)
def test_what_the_rules_allow(state: MatchState, turn: str) -> None:
    HANSE.check(state, turn)


def test_only_the_seat_to_act_is_told_its_turns() -> None:
    assert HANSE.legal_turns(TRADING, FIRST)
    assert HANSE.legal_turns(TRADING, SECOND) == HANSE.legal_turns(TRADING, SPECTATOR) == []
    assert HANSE.legal_turns(ROUND_OVER, FIRST) == HANSE.legal_turns(ROUND_OVER, SECOND) == []
