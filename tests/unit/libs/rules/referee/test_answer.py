"""The referee's replies, and that no line whatever makes it stumble."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from libs.rules.referee.answer import answer

pytestmark = pytest.mark.unit

FIELDS = ["id", "turn", "phase", "position", "result", "legal", "error"]
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)
TURNS = st.text("abcdefg1234567x-", max_size=8) | JSON
REQUESTS = st.fixed_dictionaries(
    {"game": st.sampled_from(["mills", "three", "dara", "tictactoe", "hanse"]) | JSON},
    optional={
        "id": JSON,
        "variant": st.sampled_from(["yucata", "battlemills-9", "little-table"]) | JSON,
        "options": st.dictionaries(st.sampled_from(["flying", "repetition", "x"]), JSON) | JSON,
        "position": st.text("WBHT:abcdefg1234567, whitelck", max_size=40) | JSON,
        "moves": st.lists(TURNS, max_size=4) | JSON,
        "viewer": JSON,
        "setup": JSON,
    },
)


def ask(**fields: Any) -> Any:
    return json.loads(answer(json.dumps(fields).encode()))


def test_the_start_of_a_game() -> None:
    reply = ask(id=[7], game="mills", variant="battlemills-9")
    assert sorted(reply) == sorted(FIELDS)
    assert (reply["id"], reply["turn"], reply["phase"]) == ([7], "white", "placing")
    assert reply["position"] == "W: B: H:9,9 T:white"
    assert (len(reply["legal"]), reply["legal"]) == (24, sorted(reply["legal"]))
    assert reply["result"] is reply["error"] is None


def test_a_refused_move_is_named_and_the_position_before_it_shown() -> None:
    reply = ask(game="mills", moves=["d7", "d7"])
    assert (reply["error"]["index"], reply["turn"]) == (1, "black")
    assert reply["error"]["message"].startswith("point_occupied: 'd7'")
    assert "d7" not in reply["legal"]
    assert reply["position"] == "W:d7 B: H:8,9 T:black"


@pytest.mark.parametrize("turn", ["", "D7", " d7", "d7xa1", 7, None, ["d7"], {"d7": 1}, "x" * 9999])
def test_what_is_not_letter_for_letter_legal_is_an_error(turn: object) -> None:
    reply = ask(game="mills", moves=["a1", turn, "g7"])
    assert reply["error"]["index"] == 1
    assert len(reply["error"]["message"]) < 300


def test_a_move_after_the_end_is_an_error_and_the_end_stands() -> None:
    reply = ask(game="mills", position="W:a7,d7,g7 B:a1,b2 H:0,0 T:white", moves=["a7-a4"])
    assert reply["error"]["index"] == 0
    assert reply["result"] == {"winner": "white", "reason": "stones"}
    assert (reply["turn"], reply["phase"], reply["legal"]) == (None, None, [])
    assert reply["position"].endswith("T:white")


NONSENSE = [
    b"",
    b" ",
    b"{",
    b"null",
    b"[]",
    b'"mills"',
    b"\xff\xfe",
    b'{"game": "mills"} x',
    b"[" * 100_000,
    b'{"game": NaN}',
    b'{"game": "\\ud800"}',
    b"{}",
    b'{"game": null}',
    b'{"game": 1}',
    b'{"game": "chess"}',
    b'{"game": "mills", "variant": "ten"}',
    b'{"game": "mills", "variant": 9}',
    b'{"game": "mills", "options": []}',
    b'{"game": "mills", "options": {"wings": true}}',
    b'{"game": "mills", "options": {"flying": "yes"}}',
    b'{"game": "mills", "moves": "d7"}',
    b'{"game": "mills", "moves": {"0": "d7"}}',
    b'{"game": "mills", "position": 5}',
    b'{"game": "mills", "position": ""}',
    b'{"game": "mills", "position": "W:z9 B: H:1,1 T:white"}',
    b'{"game": "mills", "position": "W:a1,a1 B: H:1,1 T:white"}',
    b'{"game": "mills", "position": "W:a1 B: H:-1,1 T:white"}',
    b'{"game": "mills", "position": "W:a1 B: H:9,9 T:white"}',
    b'{"game": "mills", "viewer": 2}',
    b'{"game": "mills", "viewer": true}',
    b'{"game": "mills", "setup": {"starter": 0}}',
]


@pytest.mark.parametrize("line", NONSENSE, ids=range(len(NONSENSE)))
def test_a_request_without_sense_is_answered_with_index_minus_one(line: bytes) -> None:
    reply = json.loads(answer(line))
    assert reply.pop("error")["index"] == -1
    assert reply.pop("legal") == []
    assert set(reply.values()) == {None}


def test_the_id_comes_back_with_nonsense_too() -> None:
    assert ask(id={"a": [1.5, "ü"]}, game="chess")["id"] == {"a": [1.5, "ü"]}


def test_an_id_that_is_nested_too_deeply_is_left_out() -> None:
    for depth in range(100, 2_000, 7):
        line = b'{"game": "mills", "id": ' + b"[" * depth + b"]" * depth + b"}"
        assert answer(line).startswith(b"{")


@given(st.binary(max_size=60))
def test_no_bytes_make_it_stumble(line: bytes) -> None:
    assert json.loads(answer(line))["error"]["index"] == -1


@given(JSON)
def test_no_json_makes_it_stumble(value: Any) -> None:
    assert json.loads(answer(json.dumps(value).encode()))["error"] is not None


@given(REQUESTS)
@settings(max_examples=150)
def test_no_request_makes_it_stumble(request: dict[str, Any]) -> None:
    reply = json.loads(answer(json.dumps(request).encode()))
    assert sorted(reply) == sorted(FIELDS)
    if reply["error"] is None:
        assert (reply["turn"] is None) == (reply["result"] is not None)


def test_a_million_turns_are_refused_at_the_first_wrong_one() -> None:
    reply = ask(game="mills", moves=["a1", "a4"] * 500_000)
    assert reply["error"]["index"] == 2
