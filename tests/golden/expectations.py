"""Comparing a referee's reply with what a case or a guide's example expects."""

import json
from typing import Any

from libs.rules.referee.answer import answer


def assert_agrees(request: Any, expect: Any) -> None:
    """The referee's reply to the request is as expected in every named respect."""
    reply = json.loads(answer(json.dumps(request).encode()))
    assert expect
    for name, wanted in expect.items():
        compare(reply, name, wanted)


def part_of(turn: str, name: str) -> str:
    """The placement or move of a turn without its capture, or only the point it ends on."""
    step = turn.split("x", maxsplit=1)[0]
    return step if name == "legal_step" else step.split("-")[-1]


def shortened(value: Any, wanted: Any) -> Any:
    """Of an object the wanted keys alone."""
    return {key: value[key] for key in wanted} if isinstance(wanted, dict) else value


def compare(reply: Any, name: str, wanted: Any) -> None:
    """One expectation, in the words of the cases' README."""
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
