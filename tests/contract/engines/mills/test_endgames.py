"""Endgames by the tables: three stones against three, built for these tests."""

from pathlib import Path

import pytest

from libs.engines.mills import MillsEngine
from libs.engines.port import WON, Exact
from libs.engines.tables.building import build
from libs.engines.tables.rulesets import RULE_SETS
from libs.engines.tables.tableset import load
from libs.rules.game import FIRST, Outcome
from tests.contract.engines.mills.asking import LIMITS_OFF, MILLS, ask, assert_line_is_legal, at

pytestmark = pytest.mark.contract

RULES = RULE_SETS["nine-flying-protected"]
WON_IN_25 = "W:c4,e3,f2 B:d3,d5,e5 H:0,0 T:white"
LOST_IN_26 = "W:a4,e3,g4 B:a1,a7,g7 H:0,0 T:white"
DRAWN = "W:a7,c5,e3 B:a4,d5,d7 H:0,0 T:white"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("tables")
    build(made, [RULES], 6, 1, lambda _: None)
    return made


@pytest.fixture
def engine(folder: Path, monkeypatch: pytest.MonkeyPatch) -> MillsEngine:
    monkeypatch.setenv("TABLES", str(folder))
    return MillsEngine()


@pytest.mark.parametrize(
    ("text", "exact", "score"),
    [
        (WON_IN_25, Exact("win", 25), WON - 25),
        (LOST_IN_26, Exact("loss", 26), 26 - WON),
        (DRAWN, Exact("draw", 0), 0.0),
    ],
)
def test_the_value_is_exact_with_tables_and_unknown_without(
    engine: MillsEngine, text: str, exact: Exact, score: float
) -> None:
    reply = ask(engine, at(text, **LIMITS_OFF), tables=True, seconds=0.1)
    assert (reply.exact, reply.score) == (exact, score)
    assert_line_is_legal(at(text, **LIMITS_OFF), reply)
    assert ask(engine, at(text, **LIMITS_OFF), tables=False, seconds=0.1).exact is None


def test_the_shortest_win_against_the_longest_resistance(engine: MillsEngine) -> None:
    state = at(WON_IN_25, **LIMITS_OFF)
    while state.outcome is None:
        state = MILLS.play(state, ask(engine, state, tables=True, seconds=0.05).turn)
    assert (state.ply, state.outcome) == (25, Outcome(FIRST, "stones"))


def test_a_drawn_game_stays_drawn(engine: MillsEngine, folder: Path) -> None:
    tables, state = load(folder, RULES), at(DRAWN, **LIMITS_OFF)
    for _ in range(12):
        state = MILLS.play(state, ask(engine, state, tables=True, seconds=0.03).turn)
        own, other = state.stones[state.seat], state.stones[1 - state.seat]
        known = tables.known(own, other)
        assert known is not None
        assert known.value == "draw"


@pytest.mark.parametrize(
    ("limits", "exact"),
    [
        ({"no_mill_limit": 13}, Exact("win", 25)),
        ({"no_mill_limit": 12}, None),
        ({"no_capture_limit": 25}, Exact("win", 25)),
        ({"no_capture_limit": 24}, None),
    ],
)
def test_nothing_is_exact_where_a_draw_limit_could_come_first(
    engine: MillsEngine, limits: dict[str, int], exact: Exact | None
) -> None:
    reply = ask(engine, at(WON_IN_25, **{**LIMITS_OFF, **limits}), tables=True, seconds=0.1)
    assert reply.exact == exact
    assert (reply.score == WON - 25) == (exact is not None)


def test_nothing_is_exact_where_a_position_could_stand_for_the_last_time(
    engine: MillsEngine,
) -> None:
    state = at(WON_IN_25, **{**LIMITS_OFF, "repetition": 3})
    for turn in "c4-c5 d5-d6 c5-c4 d6-d5 c4-c5 d5-d6".split():
        MILLS.check(state, turn)
        state = MILLS.play(state, turn)
    reply = ask(engine, state, tables=True, seconds=0.2)
    assert reply.exact is None
    assert reply.turn != "c5-c4"
    assert reply.score > 0
