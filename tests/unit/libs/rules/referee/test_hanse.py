"""The referee of Battlehanse: a request is one round."""

import json
import random
from copy import deepcopy
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from libs.rules.referee.answer import answer
from tests.unit.libs.rules.hanse.tables import setup, table

pytestmark = pytest.mark.unit

MARKET = ["gold", "gold", "cloth", "salt", "horse"]
ENDING = {
    "market": MARKET,
    "hands": [["fur", "fur"], ["silver"]],
    "stables": [3, 1],
    "exchanges": 39,
}


JUNK: list[Any] = [None, True, -1, 0, 1.5, 10**30, "", "gold", [], {}, [[]], {"gold": -1}]


def ask(**fields: Any) -> Any:
    return json.loads(answer(json.dumps({"game": "hanse", **fields}).encode()))


def test_a_round_begins_with_its_setup() -> None:
    said = setup(1, starter=1)
    reply = ask(setup=said)
    assert (reply["turn"], reply["phase"], reply["result"], reply["error"]) == (1, None, None, None)
    assert reply["position"]["deck"] == said["deck"][12:]
    assert reply["position"]["council"] == said["council"]
    assert reply["legal"] == sorted(reply["legal"])
    assert (reply["position"]["seals"], reply["position"]["exchanges"]) == ([0, 0], 0)


def test_the_reply_is_a_position_to_go_on_from() -> None:
    rnd, said = random.Random(2), setup(2)
    moves: list[str] = []
    position = ask(setup=said)["position"]
    while True:
        reply = ask(position=position)
        assert reply == ask(setup=said, moves=moves)
        if reply["result"]:
            break
        turn = rnd.choice(reply["legal"])
        moves.append(turn)
        position = ask(position=position, moves=[turn])["position"]
    assert reply["result"]["reason"] in ("tokens", "deck", "standstill")
    assert (reply["turn"], reply["legal"]) == (None, [])


def test_the_result_has_the_whole_calculation() -> None:
    reply = ask(position=table(**ENDING), moves=["swap gold*2>fur*2"])
    nothing = {"goods": 0, "council": 0, "stable": 0, "goods_count": 0, "council_count": 0}
    assert reply["result"] == {
        "winner": 0,
        "reason": "standstill",
        "scores": [5, 0],
        "sheet": [{**nothing, "stable": 5}, nothing],
        "next_starter": 1,
    }
    late = ask(position=table(**ENDING), moves=["swap gold*2>fur*2", "horses"])
    assert late["error"]["index"] == 1
    assert {**late, "error": None} == reply


def test_the_standstill_can_be_switched_off() -> None:
    off = {"standstill_limit": None}
    reply = ask(position=table(**ENDING), moves=["swap gold*2>fur*2"], options=off)
    assert (reply["result"], reply["turn"]) == (None, 1)
    assert reply["position"]["exchanges"] == 40


def test_a_seat_sees_its_own_hand_only() -> None:
    said = table(market=MARKET, hands=[["fur", "fur"], ["silver"]], known=[{"fur": 1}, {}])
    mine, other = ask(position=said, viewer=0), ask(position=said, viewer=1)
    watcher = ask(position=said, viewer="spectator")
    assert mine["legal"]
    assert other["legal"] == watcher["legal"] == []
    assert mine["position"]["hands"] == [{"fur": 2}, None]
    assert other["position"]["hands"] == [None, {"silver": 1}]
    assert watcher["position"]["hands"] == [None, None]
    for reply in (mine, other, watcher):
        position = reply["position"]
        assert (reply["turn"], position["hand_count"]) == (0, [2, 1])
        assert position["known"] == [{"fur": 1}, {}]
        assert position["deck_count"] == len(said["deck"])
        assert position["council_count"] == {"3": 7, "4": 6, "5": 5}
        assert not {"deck", "council"} & set(position)


def test_council_values_are_their_owners_until_the_round_ends() -> None:
    council = {**table()["council"], "4": [4, 5, 5, 6, 6]}
    said = table(**ENDING, council=council, won_council=[[], [[4, 4]]])
    before = ask(position=said, viewer=0)["position"]
    assert before["won_council"] == [[], [[4, None]]]
    assert ask(position=said, viewer=1)["position"]["won_council"] == [[], [[4, 4]]]
    after = ask(position=said, viewer=0, moves=["swap gold*2>fur*2"])
    assert after["position"]["won_council"] == [[], [[4, 4]]]
    assert after["position"]["hands"] == [{"gold": 2}, None]


def test_hands_are_open_once_the_match_is_over() -> None:
    said = {**table(**ENDING), "seals": [1, 1]}
    after = ask(position=said, viewer="spectator", moves=["swap gold*2>fur*2"])
    assert after["position"]["hands"] == [{"gold": 2}, {"silver": 1}]
    assert after["position"]["seals"] == [1, 1]


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"setup": setup(1), "position": table()},
        {"setup": []},
        {"position": "W: B: T:white"},
        {"setup": setup(1), "options": {"standstill_limit": 0}},
        {"setup": setup(1), "options": {"repetition": 3}},
        {"setup": setup(1), "variant": "yucata"},
        {"position": table(deck=[])},
        {"setup": setup(1), "viewer": "white"},
    ],
)
def test_nonsense_is_answered_with_index_minus_one(fields: dict[str, Any]) -> None:
    reply = ask(**fields)
    assert reply["error"]["index"] == -1
    assert reply["position"] is None


def test_a_refused_turn_is_explained() -> None:
    reply = ask(position=table(), moves=["horses", "take horse"])
    assert reply["error"]["index"] == 1
    assert reply["error"]["message"].startswith("horses_together: 'take horse': Horses leave")


@given(st.data())
@settings(max_examples=120)
def test_no_spoilt_table_makes_it_stumble(data: st.DataObject) -> None:
    said = deepcopy(table(**ENDING) if data.draw(st.booleans()) else setup(1))
    name = "position" if "market" in said else "setup"
    at: Any = said
    while isinstance(at, dict | list) and at:
        key = data.draw(st.sampled_from(sorted(at) if isinstance(at, dict) else range(len(at))))
        if data.draw(st.booleans()) or not isinstance(at[key], dict | list) or not at[key]:
            at[key] = deepcopy(data.draw(st.sampled_from(JUNK)))
            break
        at = at[key]
    viewer = data.draw(st.sampled_from([None, 0, 1, "spectator"]))
    reply = ask(**{name: said}, viewer=viewer, moves=["horses", "take gold"])
    assert reply["error"] is None or reply["error"]["index"] in (-1, 0, 1)
