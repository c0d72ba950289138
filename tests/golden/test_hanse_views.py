"""The matches that the client's rules are tested with are what the rules say today."""

import pytest

from libs.rules.hanse.explain import REFUSALS
from tests.golden.hanse_views import FILE, HANSE, stored, written

pytestmark = pytest.mark.golden

LINES = stored()
ROUNDS = [
    sheet
    for line in LINES
    if "views" in line and line["views"][0]["result"]
    for sheet in line["views"][0]["rounds"]
]


def test_the_file_is_up_to_date() -> None:
    assert FILE.read_text("utf-8").splitlines() == list(written(LINES))


def test_the_matches_have_every_way_to_end_a_round() -> None:
    assert {line["match"]["variant"] for line in LINES if "match" in line} == {*HANSE.variants}
    assert {sheet["reason"] for sheet in ROUNDS} == {"tokens", "deck", "standstill"}
    tied = [sheet["winner"] for sheet in ROUNDS if len({*sheet["scores"]}) == 1]
    assert None in tied
    assert {*tied} & {0, 1}
    assert any("back" in line for line in LINES)


def test_every_refusal_is_among_them() -> None:
    assert {code for line in LINES for code in line.get("refused", {}).values()} == {*REFUSALS}
