"""Tables with hidden cards: whatever a viewer is shown can be asked about, and no more is known."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from libs.engines.lines import answer
from libs.engines.port import EngineError, Question, Reply
from libs.engines.stopping import StopFlag
from libs.rules.referee.answer import answer as judged
from tests.unit.libs.rules.hanse.tables import setup

MOST_TURNS = 40
JUNK: list[Any] = [None, True, -1, 0, 1.5, 10**30, "", "gold", [], {}, [[]], {"gold": -1}, [None]]


class Listening:
    """Keeps the view that it is shown, and says no."""

    game = "hanse"

    def __init__(self) -> None:
        self.view: Any = None

    def prepare(self) -> None:
        """Nothing to be done."""

    def answer(self, question: Question, stop: StopFlag) -> Reply:
        """No turn: it only listens."""
        self.view = question.view
        raise EngineError("heard")


def referee(**fields: Any) -> Any:
    return json.loads(judged(json.dumps({"game": "hanse", **fields}).encode()))


def shown(**fields: Any) -> tuple[Any, str]:
    """The view that the engine is shown, and the error that comes back."""
    engine = Listening()
    reply = json.loads(answer(json.dumps({"game": "hanse", **fields}).encode(), {"hanse": engine}))
    return engine.view, reply["error"]["message"]


def some_round(seed: int, turns: int) -> dict[str, Any]:
    """A setup and so many random turns, fewer if the round ends before."""
    dice, moves = random.Random(seed), list[str]()
    said = {"setup": setup(seed), "moves": moves}
    reply = referee(**said)
    while len(moves) < turns and reply["legal"]:
        moves.append(dice.choice(reply["legal"]))
        reply = referee(**said)
    if not reply["legal"]:
        moves.pop()
    return said


def as_seen(said: dict[str, Any]) -> Any:
    """The position as the referee prints it for the seat to act."""
    return referee(**said, viewer=referee(**said)["turn"])["position"]


@given(st.integers(0, 10_000), st.integers(0, MOST_TURNS))
@settings(max_examples=25)
def test_what_the_referee_shows_a_viewer_is_what_the_engine_is_shown(seed: int, turns: int) -> None:
    said = some_round(seed, turns)
    whole, _ = shown(**said)
    seen, message = shown(position=as_seen(said))
    assert message == "heard"
    assert (seen["table"], seen["seals"], seen["seat"]) == (
        whole["table"],
        whole["seals"],
        whole["seat"],
    )


@given(st.integers(0, 10_000), st.integers(0, MOST_TURNS))
@settings(max_examples=25)
def test_a_whole_position_shows_the_engine_no_more(seed: int, turns: int) -> None:
    said = some_round(seed, turns)
    known, _ = shown(**said)
    view, _ = shown(position=referee(**said)["position"])
    assert view["table"] == known["table"]
    assert "deck" not in view["table"]
    assert view["table"]["hands"][1 - view["seat"]] is None


def test_parts_may_be_hidden_one_by_one() -> None:
    said = some_round(3, 20)
    whole, seen = referee(**said)["position"], as_seen(said)
    expected, _ = shown(**said)
    for hidden, count in (("deck", "deck_count"), ("council", "council_count")):
        position = {**whole, count: seen[count]}
        del position[hidden]
        assert shown(position=position)[0]["table"] == expected["table"]
    position = {**whole, "hands": seen["hands"], "hand_count": seen["hand_count"]}
    assert shown(position=position)[0]["table"] == expected["table"]


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({"deck_count": 7}, "in the deck, not 7"),
        ({"hand_count": [9, 9]}, "in the deck"),
        ({"hand_count": None}, "needs a 'hand_count'"),
        ({"council_count": {"3": 1}}, "the council tokens for 3 cards don't add up"),
        ({"council_count": None}, "the council tokens for 3 cards don't add up"),
        ({"hands": [None, None]}, "the hand of the seat to act is missing"),
        ({"market": ["gold"] * 7}, "more cards of a kind than the game has"),
        ({"stables": [9, 9]}, "more cards of a kind than the game has"),
        ({"won_council": [[[3, None]] * 8, [[3, None]] * 8]}, "of the seat to act has no value"),
    ],
)
def test_what_does_not_add_up_is_refused(changed: dict[str, Any], says: str) -> None:
    position = as_seen(some_round(3, 20))
    view, message = shown(position={**position, **changed})
    assert view is None
    assert says in message


def test_nothing_can_be_played_where_cards_are_hidden() -> None:
    said = some_round(3, 20)
    turn = referee(**said)["legal"][0]
    _, message = shown(position=as_seen(said), moves=[turn])
    assert message == "no turn can be played where cards are hidden"


@given(st.data())
@settings(max_examples=100)
def test_no_position_makes_it_stumble(data: st.DataObject) -> None:
    position = dict(as_seen(SAID))
    for name in data.draw(st.lists(st.sampled_from(sorted(position)), min_size=1, max_size=3)):
        position[name] = data.draw(st.sampled_from(JUNK))
    _, message = shown(position=position)
    assert message


SAID = some_round(5, 12)
