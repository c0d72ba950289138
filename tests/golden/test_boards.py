"""The handed board cases: every line goes through the referee as it is."""

import json
from pathlib import Path
from typing import Any

import pytest

from libs.rules import registry
from tests.golden.expectations import assert_agrees

pytestmark = pytest.mark.golden

LINES = (Path(__file__).parent / "boards.jsonl").read_text("utf-8").splitlines()
CASES = [json.loads(line) for line in LINES]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["why"][:60])
def test_the_referee_agrees(case: Any) -> None:
    assert_agrees(case["request"], case["expect"])


def test_every_game_of_stones_has_its_cases() -> None:
    assert len(CASES) == 34
    assert {case["request"]["game"] for case in CASES} == {*registry.game_keys()} - {"hanse"}
