"""The handed board cases: every line goes through the referee as it is."""

import json
from pathlib import Path
from typing import Any

import pytest

from libs.rules import registry
from libs.rules.referee.answer import answer

pytestmark = pytest.mark.golden

LINES = (Path(__file__).parent / "boards.jsonl").read_text("utf-8").splitlines()
CASES = [json.loads(line) for line in LINES]
REGISTERED = [case for case in CASES if case["request"]["game"] in registry.game_keys()]


def part_of(turn: str, name: str) -> str:
    """The placement or move of a turn without its capture, or only the point it ends on."""
    step = turn.split("x", maxsplit=1)[0]
    return step if name == "legal_step" else step.split("-")[-1]


def shortened(value: Any, wanted: Any) -> Any:
    """Of an object the wanted keys alone."""
    return {key: value[key] for key in wanted} if isinstance(wanted, dict) else value


def compare(reply: Any, name: str, wanted: Any) -> None:
    """One expectation of a case, in the words of its README."""
    legal = reply["legal"]
    match name:
        case "legal_count":
            assert len(legal) == wanted
        case "legal_has":
            assert set(wanted) <= set(legal)
        case "legal_lacks":
            assert not set(wanted) & set(legal)
        case "legal_step" | "legal_to":
            for part, turns in wanted.items():
                assert [turn for turn in legal if part_of(turn, name) == part] == sorted(turns)
        case _:
            assert shortened(reply[name], wanted) == wanted


@pytest.mark.parametrize("case", REGISTERED, ids=lambda case: case["why"][:60])
def test_the_referee_agrees(case: Any) -> None:
    reply = json.loads(answer(json.dumps(case["request"]).encode()))
    assert case["expect"]
    for name, wanted in case["expect"].items():
        compare(reply, name, wanted)


def test_no_case_of_a_registered_game_is_left_out() -> None:
    left_out = [case for case in CASES if case not in REGISTERED]
    assert len(CASES) == 34
    assert not {case["request"]["game"] for case in left_out} & set(registry.game_keys())
