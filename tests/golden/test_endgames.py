"""The handed endgames: the positions are going on, and the turns that keep the value are legal."""

import json
from pathlib import Path
from typing import Any

import pytest

from libs.rules.referee.answer import answer

pytestmark = pytest.mark.golden

TEXT = (Path(__file__).parent / "endgames.json").read_text("utf-8")
POSITIONS = json.loads(TEXT)["positions"]
WITHOUT_DRAWS = {"no_mill_limit": None, "no_capture_limit": None, "repetition": None}


@pytest.mark.parametrize("own", ["white", "black"])
@pytest.mark.parametrize("case", POSITIONS, ids=range(len(POSITIONS)))
def test_the_referee_knows_the_same_turns(case: Any, own: str) -> None:
    stones = {"W": case["own"], "B": case["opp"]}
    if own == "black":
        stones = {"W": case["opp"], "B": case["own"]}
    board = "twelve" if case["diagonals"] else "nine"
    parts = [f"{side}:{','.join(points)}" for side, points in stones.items()]
    request = {
        "game": "mills",
        "variant": "yucata",
        "options": {**WITHOUT_DRAWS, "board": board, "flying": case["fly"]},
        "position": " ".join([*parts, "H:0,0", f"T:{own}"]),
    }
    reply = json.loads(answer(json.dumps(request).encode()))
    assert (reply["error"], reply["result"], reply["turn"]) == (None, None, own)
    assert len(reply["legal"]) == case["n_turns"]
    assert set(case["value_keeping_turns"]) <= set(reply["legal"])
