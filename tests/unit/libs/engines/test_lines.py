"""The engine over lines of JSON: what it answers, and that no line makes it stumble."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from libs.engines.lines import answer
from libs.engines.port import Engine, Question, Reply
from libs.engines.registry import load
from libs.engines.stopping import StopFlag
from libs.rules.game import SECOND
from libs.rules.registry import current

FIELDS = ["id", "turn", "score", "depth", "nodes", "seconds", "pv", "exact", "error"]
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)
REQUESTS = st.fixed_dictionaries(
    {"game": st.sampled_from(["mills", "three", "tictactoe", "hanse"]) | JSON},
    optional={
        "id": JSON,
        "variant": st.sampled_from(["yucata", "battlemills-9", "little-table"]) | JSON,
        "options": st.dictionaries(st.sampled_from(["flying", "repetition", "x"]), JSON) | JSON,
        "position": st.text("WBHT:abcdefg1234567, whitelck", max_size=40) | JSON,
        "moves": st.lists(st.text("abc123x-", max_size=4) | JSON, max_size=4) | JSON,
        "setup": JSON,
        "strength": st.sampled_from(["easy", "medium", "strong"]) | JSON,
        "seconds": st.floats(0, 0.01) | JSON,
        "tables": st.booleans() | JSON,
        "seed": st.integers() | JSON,
    },
)


class Listening:
    """Plays the first legal turn, and keeps the question that it was asked."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.heard: Question | None = None

    def prepare(self) -> None:
        """Nothing to be done."""

    def answer(self, question: Question, stop: StopFlag) -> Reply:
        """A reply that no engine would give."""
        self.heard = question
        return Reply(turn="a1", score=-2.5, depth=3, nodes=4, seconds=0.25, pv=("a1", "a4"))


@pytest.fixture(scope="module")
def engines() -> dict[str, Engine]:
    """Two engines that are ready at once."""
    ready = {game: load(game) for game in ("tictactoe", "three")}
    for engine in ready.values():
        engine.prepare()
    return ready


def ask(engines: dict[str, Engine], **fields: Any) -> Any:
    return json.loads(answer(json.dumps(fields).encode(), engines))


def asked_of_mills(**fields: Any) -> Question:
    """What the engine is asked when a line says this."""
    engine = Listening("mills")
    reply = ask({"mills": engine}, game="mills", **fields)
    assert reply["error"] is None
    assert engine.heard is not None
    return engine.heard


def test_a_reply_has_the_fields_in_their_order() -> None:
    line = b'{"id": [7], "game": "mills", "moves": ["d7"], "seconds": 0.5}'
    reply = json.loads(answer(line, {"mills": Listening("mills")}))
    assert list(reply) == FIELDS
    assert reply.pop("seconds") >= 0
    assert list(reply.values()) == [[7], "a1", -2.5, 3, 4, ["a1", "a4"], None, None]


def test_a_won_game_is_played_to_its_end(engines: dict[str, Engine]) -> None:
    reply = ask(engines, game="tictactoe", moves=["a1", "a2", "b1", "b2"], seed=1)
    assert (reply["turn"], reply["pv"]) == ("c1", ["c1"])
    assert reply["exact"] == {"value": "win", "turns": 1}


def test_what_is_not_said_is_strong_a_second_and_with_tables() -> None:
    question = asked_of_mills()
    assert (question.strength, question.tables, question.seed) == ("strong", True, None)
    assert 0 < question.seconds <= 1.0


def test_what_is_said_reaches_the_engine() -> None:
    question = asked_of_mills(strength="easy", tables=False, seed=5, seconds=30, moves=["d7"])
    assert (question.strength, question.tables, question.seed) == ("easy", False, 5)
    assert 1 < question.seconds <= 30
    rules = current("mills")
    state = rules.play(rules.setup(rules.options(None, {})), "d7")
    assert question.view == rules.view(state, SECOND)
    assert question.seat == SECOND


def test_variants_options_and_positions_are_the_referees() -> None:
    position = "W:a1,a4 B:g7,d7 H:0,0 T:black"
    question = asked_of_mills(
        variant="battlemills-12", options={"flying": False}, position="W:a1 B: H:3,4 T:black"
    )
    assert question.view["options"]["flying"] is False
    assert question.view["position"] == "W:a1 B: H:3,4 T:black"
    reply = ask({"mills": Listening("mills")}, game="mills", position=position)
    assert reply["error"]["message"] == "the game is over: nobody is to act"


def test_a_refused_move_is_named(engines: dict[str, Engine]) -> None:
    reply = ask(engines, id=1, game="three", moves=["a1", "a1"])
    assert reply["error"]["index"] == 1
    assert reply["error"]["message"].startswith("point_occupied: 'a1'")
    assert (reply["turn"], reply["pv"], reply["exact"]) == (None, [], None)
    assert ask(engines, game="three", moves=["a1", 7])["error"]["index"] == 1


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"game": "chess"}, "unknown game 'chess'"),
        ({"game": "dara"}, "no engine plays 'dara'"),
        ({"strength": "mighty"}, "a strength is"),
        ({"strength": ["easy"]}, "a strength is"),
        ({"strength": ""}, "a strength is"),
        ({"strength": False}, "a strength is"),
        ({"seconds": "1"}, "'seconds' is a number"),
        ({"seconds": True}, "'seconds' is a number"),
        ({"seconds": -1}, "'seconds' is between"),
        ({"seconds": 1e9}, "'seconds' is between"),
        ({"tables": 1}, "'tables' is true or false"),
        ({"seed": 1.5}, "a seed is a whole number"),
        ({"seed": True}, "a seed is a whole number"),
        ({"moves": ["a1", "a2", "b1", "b2", "c1"]}, "the game is over"),
        ({"options": {"wings": 1}}, "wings"),
    ],
)
def test_what_makes_no_sense_has_index_minus_one(
    engines: dict[str, Engine], wrong: dict[str, Any], says: str
) -> None:
    reply = ask(engines, **{"id": "x", "game": "tictactoe", **wrong})
    assert (reply["id"], reply["error"]["index"]) == ("x", -1)
    assert says in reply["error"]["message"]
    assert list(reply) == FIELDS


@given(st.binary(max_size=60))
def test_no_bytes_make_it_stumble(line: bytes) -> None:
    assert json.loads(answer(line, {}))["error"]["index"] == -1


@given(JSON)
def test_no_json_makes_it_stumble(value: Any) -> None:
    assert json.loads(answer(json.dumps(value).encode(), {}))["error"]["index"] == -1


@given(request=REQUESTS)
@settings(max_examples=150)
def test_no_request_makes_it_stumble(engines: dict[str, Engine], request: dict[str, Any]) -> None:
    reply = json.loads(answer(json.dumps(request).encode(), engines))
    assert list(reply) == FIELDS
    assert (reply["turn"] is None) == (reply["error"] is not None)


def test_an_id_that_is_nested_too_deeply_is_left_out() -> None:
    for depth in range(100, 2_000, 97):
        line = b'{"game": "mills", "id": ' + b"[" * depth + b"]" * depth + b"}"
        assert answer(line, {}).startswith(b"{")
