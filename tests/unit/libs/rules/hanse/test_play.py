"""What each kind of turn does to the table, and how a round ends and is scored."""

from typing import Any

import pytest

from libs.rules.game import FIRST, SECOND, Deal, Ended, Pause, Seat, Turn
from libs.rules.hanse import Hanse, MatchState
from libs.rules.hanse.goods import NAMES
from libs.rules.hanse.layout import whole_table
from libs.rules.hanse.outcome import scored
from libs.rules.hanse.position import read_setup, read_table
from libs.rules.hanse.state import Sheet, Table
from tests.unit.libs.rules.hanse.tables import setup, table

pytestmark = pytest.mark.unit

HANSE = Hanse()
OPTIONS = HANSE.options(None, {})
MARKET = ["gold", "gold", "cloth", "salt", "horse"]


def at(options: Any = OPTIONS, **changed: Any) -> MatchState:
    said = table(**changed)
    return HANSE.setup_at(options, *read_table(said, 2, options["standstill_limit"]))


def played(state: MatchState, *turns: str) -> MatchState:
    for turn in turns:
        HANSE.check(state, turn)
        state = HANSE.play(state, turn)
    return state


def laid(state: MatchState) -> Any:
    assert state.table
    return whole_table(state.table)


def test_the_deal_puts_horses_into_stables_and_does_not_replace_them() -> None:
    said = setup(1)
    said["deck"].sort(key=lambda card: card != "horse")
    dealt = whole_table(read_setup(said))
    assert dealt["stables"] == [5, 3]
    assert [sum(hand.values()) for hand in dealt["hands"]] == [0, 2]
    assert dealt["market"].count("horse") == 3
    assert dealt["deck"] == said["deck"][12:]


def test_the_protocol_asks_for_the_deal_and_makes_the_same_table() -> None:
    state = HANSE.setup(OPTIONS)
    pending = HANSE.pending(state)
    assert isinstance(pending, Deal)
    assert {name: len(items) for name, items in pending.items.items()} == {
        "deck": 52,
        "council_3": 7,
        "council_4": 6,
        "council_5": 5,
    }
    said = setup(2)
    council = {f"council_{tier}": pile for tier, pile in said["council"].items()}
    state = HANSE.deal(state, {"deck": said["deck"], **council})
    assert laid(state) == whole_table(read_setup(said))
    assert HANSE.pending(state) == Turn(FIRST)


def test_taking_goods_refills_the_market_and_is_remembered() -> None:
    state = at(market=MARKET)
    before, after = laid(state), laid(played(state, "take gold"))
    assert after["hands"][0] == after["known"][0] == {"gold": 1}
    assert after["market"] == sorted(
        ["gold", "cloth", "salt", "horse", before["deck"][0]], key=NAMES.index
    )
    assert after["deck"] == before["deck"][1:]
    assert after["turn"] == 1


def test_taking_horses_fills_the_stable_only() -> None:
    after = laid(played(at(market=["horse"] * 3 + ["cloth", "salt"]), "horses"))
    assert after["stables"] == [3, 0]
    assert after["hands"] == after["known"] == [{}, {}]
    assert len(after["market"]) == 5


def test_an_exchange_draws_nothing_and_known_cards_leave_first() -> None:
    state = at(
        market=MARKET,
        hands=[["silver", "silver", "fur", "fur"], []],
        known=[{"silver": 1, "fur": 2}, {}],
        stables=[1, 0],
    )
    after = laid(played(state, "swap gold*2+cloth>silver+fur+horse"))
    assert after["hands"][0] == {"gold": 2, "silver": 1, "cloth": 1, "fur": 1}
    assert after["known"][0] == {"gold": 2, "cloth": 1, "fur": 1}
    assert after["market"] == ["silver", "salt", "fur", "horse", "horse"]
    assert (after["stables"], after["exchanges"]) == ([0, 0], 1)
    assert after["deck"] == laid(state)["deck"]


def test_any_other_turn_ends_a_row_of_exchanges() -> None:
    state = at(market=MARKET, hands=[["fur", "fur"], ["silver", "silver"]])
    swapped = played(state, "swap gold*2>fur*2")
    assert laid(swapped)["exchanges"] == 1
    for turn in ("sell silver*2", "horses", "take cloth"):
        assert laid(played(swapped, turn))["exchanges"] == 0


def test_a_sale_takes_the_top_tokens_and_one_of_the_council() -> None:
    state = at(market=MARKET, hands=[["cloth"] * 4, []], known=[{"cloth": 2}, {}])
    after = laid(played(state, "sell cloth*4"))
    assert after["won"][0] == [["cloth", 5], ["cloth", 3], ["cloth", 3], ["cloth", 2]]
    assert after["tokens"]["cloth"] == [2, 1, 1]
    assert (after["won_council"][0], after["council"]["4"]) == ([[4, 4]], [4, 5, 5, 6, 6])
    assert (after["known"][0], after["sold"]) == ({}, {"cloth": 4})


@pytest.mark.parametrize(("number", "tier"), [(2, None), (3, 3), (4, 4), (5, 5), (6, 5), (7, 5)])
def test_the_council_pile_follows_the_cards_sold(number: int, tier: int | None) -> None:
    state = at(market=MARKET, hands=[["fur"] * number, []])
    after = laid(played(state, f"sell fur*{number}"))
    assert [t for t, _ in after["won_council"][0]] == ([] if tier is None else [tier])


def test_more_cards_than_tokens_may_be_sold_and_count_for_the_council() -> None:
    tokens = {**table()["tokens"], "amber": [5]}
    won = [[["amber", 7], ["amber", 7], ["amber", 5], ["amber", 5]], []]
    state = at(market=MARKET, hands=[["amber"] * 3, []], tokens=tokens, won=won)
    after = laid(played(state, "sell amber*3"))
    assert len(after["won"][0]) == 5
    assert [t for t, _ in after["won_council"][0]] == [3]


def test_a_card_may_be_sold_onto_an_empty_pile() -> None:
    tokens = {**table()["tokens"], "cloth": []}
    won = [[["cloth", value] for value in (5, 3, 3, 2, 2, 1, 1)], []]
    state = at(market=MARKET, hands=[["cloth"], []], tokens=tokens, won=won)
    assert laid(played(state, "sell cloth"))["won"] == won


def test_an_empty_council_pile_gives_nothing() -> None:
    council = {**table()["council"], "3": []}
    taken = [[[3, value] for value in (1, 1, 2, 2, 2, 3, 3)], []]
    hands = [[], ["fur"] * 3]
    state = at(market=MARKET, hands=hands, council=council, won_council=taken, turn=1)
    assert laid(played(state, "sell fur*3"))["won_council"][1] == []


def sheet(state: MatchState) -> Sheet:
    assert isinstance(HANSE.pending(state), Pause | Ended)
    return state.sheets[-1]


def test_three_empty_piles_end_the_round_and_the_council_token_is_still_taken() -> None:
    tokens = {**table()["tokens"], "amber": [], "gold": [], "silver": [5, 5, 5]}
    amber, gold = [["amber", v] for v in (7, 7, 5, 5, 5)], [["gold", v] for v in (6, 6, 5, 5, 5)]
    won = [[*amber, ["silver", 5]], [*gold, ["silver", 5]]]
    state = at(market=MARKET, hands=[["silver"] * 3, []], tokens=tokens, won=won)
    ended = played(state, "sell silver*3")
    result = sheet(ended)
    assert (result.reason, result.winner) == ("tokens", FIRST)
    assert (result.sheet[0].council_count, result.scores) == (1, (50, 32))
    assert ended.seals == (1, 0)


def test_two_empty_piles_do_not_end_it() -> None:
    tokens = {**table()["tokens"], "amber": [], "gold": [5]}
    amber, gold = [["amber", v] for v in (7, 7, 5, 5, 5)], [["gold", v] for v in (6, 6, 5, 5)]
    state = at(market=MARKET, hands=[["gold"] * 2, []], tokens=tokens, won=[amber, gold])
    assert isinstance(HANSE.pending(played(state, "sell gold*2")), Turn)


def all_sold(**kept: Any) -> dict[str, Any]:
    """A table whose deck holds just `deck`; everything else was sold or stands in stables."""
    said = table(**{**kept, "deck": []})
    spare = table(**{k: v for k, v in kept.items() if k != "deck"})["deck"]
    for card in kept["deck"]:
        spare.remove(card)
    goods = [card for card in spare if card != "horse"]
    said["sold"] = {name: goods.count(name) for name in sorted(set(goods))}
    said["stables"] = [spare.count("horse"), 0]
    return {**said, "deck": kept["deck"]}


def test_a_refill_that_cannot_be_completed_ends_the_round() -> None:
    said = all_sold(market=["horse"] * 3 + ["cloth", "salt"], deck=["gold", "fur"])
    state = HANSE.setup_at(OPTIONS, *read_table(said, 2, 40))
    ended = played(state, "horses")
    assert sheet(ended).reason == "deck"
    assert laid(ended)["market"] == ["gold", "cloth", "salt", "fur"]
    assert laid(ended)["deck"] == []


def test_emptying_the_pile_exactly_does_not_end_the_round() -> None:
    said = all_sold(market=["horse"] * 2 + ["cloth", "salt", "fur"], deck=["gold", "fur"])
    state = played(HANSE.setup_at(OPTIONS, *read_table(said, 2, 40)), "horses")
    assert HANSE.pending(state) == Turn(SECOND)
    assert sheet(played(state, "take gold")).reason == "deck"


def test_forty_exchanges_in_a_row_end_the_round() -> None:
    hands = [["fur", "fur"], ["silver", "silver"]]
    state = at(market=MARKET, hands=hands, exchanges=39)
    assert sheet(played(state, "swap gold*2>fur*2")).reason == "standstill"
    off = HANSE.options(None, {"standstill_limit": None})
    state = at(off, market=MARKET, hands=hands, exchanges=39)
    assert laid(played(state, "swap gold*2>fur*2"))["exchanges"] == 40


def final(**changed: Any) -> Sheet:
    said = table(market=MARKET, **changed)
    ended, _ = read_table(said, 2, 40)
    return scored(ended, "deck")


def test_the_stable_token_goes_to_strictly_more_horses() -> None:
    assert final(stables=[3, 2]).scores == (5, 0)
    assert final(stables=[2, 2]).scores == (0, 0)
    assert final(stables=[0, 4]).winner == SECOND


def test_a_tie_goes_to_more_council_tokens_then_to_more_goods_tokens() -> None:
    by_council = final(
        council={"3": [1, 1, 2, 2, 2], "4": [4, 5, 5, 6, 6], "5": [8, 8, 9, 10, 10]},
        won_council=[[[3, 3], [3, 3]], [[4, 4]]],
        tokens={**table()["tokens"], "fur": [4, 3, 1, 1, 1, 1, 1, 1]},
        won=[[], [["fur", 2]]],
    )
    assert (by_council.scores, by_council.winner) == ((6, 6), FIRST)
    by_goods = final(
        tokens={**table()["tokens"], "fur": [4, 3, 1, 1, 1, 1]},
        won=[[["fur", 2]], [["fur", 1], ["fur", 1]]],
    )
    assert (by_goods.scores, by_goods.winner) == ((2, 2), SECOND)


def test_a_whole_tie_gives_no_seal_and_the_other_begins_next() -> None:
    for starter in (0, 1):
        result = final(starter=starter, stables=[1, 1])
        assert (result.winner, result.next_starter) == (None, Seat(1 - starter))


def test_the_loser_of_a_round_begins_the_next() -> None:
    assert final(stables=[3, 2], starter=0).next_starter == SECOND
    assert final(stables=[3, 2], starter=1).next_starter == SECOND
    assert final(stables=[0, 2], starter=1).next_starter == FIRST


def test_a_round_is_followed_by_a_pause_and_the_next_deal() -> None:
    state = at(market=MARKET, hands=[["fur", "fur"], []], stables=[3, 1], exchanges=39)
    ended = played(state, "swap gold*2>fur*2")
    assert isinstance(HANSE.pending(ended), Pause)
    assert (ended.seals, ended.starter) == ((1, 0), SECOND)
    resumed = HANSE.resume(ended)
    assert isinstance(HANSE.pending(resumed), Deal)
    assert HANSE.view(resumed, FIRST) == HANSE.view(ended, FIRST)
    said = setup(3)
    council = {f"council_{tier}": pile for tier, pile in said["council"].items()}
    dealt = HANSE.deal(resumed, {"deck": said["deck"], **council})
    assert (dealt.round, HANSE.pending(dealt)) == (2, Turn(SECOND))


def test_the_match_ends_with_the_second_seal() -> None:
    ends: Table | None = at(
        market=MARKET, hands=[["fur", "fur"], []], stables=[3, 1], exchanges=39
    ).table
    assert ends
    state = played(HANSE.setup_at(OPTIONS, ends, (1, 1)), "swap gold*2>fur*2")
    pending = HANSE.pending(state)
    assert isinstance(pending, Ended)
    assert (pending.outcome.winner, pending.outcome.reason) == (FIRST, "seals")
    assert pending.outcome.details["seals"] == [2, 1]
    assert pending.outcome.details["rounds"][0]["scores"] == [5, 0]
    one_round = HANSE.options("one-round", {})
    state = played(HANSE.setup_at(one_round, ends, (0, 0)), "swap gold*2>fur*2")
    assert isinstance(HANSE.pending(state), Ended)
