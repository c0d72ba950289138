"""What the search finds, what it minds, and that it stops."""

import random
import threading
import time
from typing import Any

import msgspec
import pytest

from libs.engines.mills import MillsEngine
from libs.engines.port import WON, EngineError
from libs.engines.stopping import StopFlag
from libs.rules.mills import MillsState
from libs.rules.strength import Strength
from tests.contract.engines.mills.asking import LIMITS_OFF, MILLS, ask, assert_line_is_legal, at
from tests.contract.engines.mills.counting import RULE_SETS, question

pytestmark = pytest.mark.contract

WON_IN_3 = "W:g7,a1,c5 B:d1,b4,g1 H:0,0 T:white"
WON_IN_5 = "W:d7,b2,c4 B:f4,a4,d2 H:0,0 T:white"
LOST_IN_4 = "W:a4,d3,g1 B:c5,c4,e3 H:0,0 T:white"
FAR_BEHIND = "W:a7,d7,b6,d6,c5,d5,a1,b2,f2 B:g1,g4,f6,e5 H:0,0 T:white"
EMPTY = "W: B: H:9,9 T:white"


@pytest.fixture(scope="module")
def engine() -> MillsEngine:
    return MillsEngine()


def _whole_game(engine: MillsEngine, state: MillsState, dice: random.Random) -> MillsState:
    """A game between strengths and chance in turn, each turn checked by the rules."""
    sides: list[Strength | None] = ["strong", "medium", "easy", None]
    dice.shuffle(sides)
    while state.outcome is None and state.ply < 120:
        side = sides[state.ply % len(sides)] if state.ply < 80 else "strong"
        turn = dice.choice(MILLS.legal_turns(state, state.seat))
        if side is not None:
            reply = ask(engine, state, strength=side, seconds=0.012)
            assert_line_is_legal(state, reply)
            turn = reply.turn
        state = MILLS.play(state, turn)
    return state


@pytest.mark.parametrize("variant", MILLS.variants)
def test_every_turn_of_whole_games_is_legal(engine: MillsEngine, variant: str) -> None:
    dice = random.Random(f"whole games of {variant}")
    overrides: list[dict[str, Any]] = [{}, dice.choice(RULE_SETS)]
    for given in overrides:
        _whole_game(engine, MILLS.setup(MILLS.options(variant, given)), dice)


@pytest.mark.parametrize(
    ("text", "score"), [(WON_IN_3, WON - 3), (WON_IN_5, WON - 5), (LOST_IN_4, 4 - WON)]
)
def test_wins_and_losses_are_counted_in_turns(engine: MillsEngine, text: str, score: float) -> None:
    reply = ask(engine, at(text, **LIMITS_OFF), seconds=20.0)
    assert reply.score == score
    assert len(reply.pv) == WON - abs(score)
    assert reply.exact is None


@pytest.mark.parametrize("limit", [{"no_mill_limit": 1}, {"no_capture_limit": 2}])
def test_a_win_that_a_draw_limit_forestalls_is_a_draw(
    engine: MillsEngine, limit: dict[str, int]
) -> None:
    for more, score in ((0, 0.0), (1, WON - 3)):
        name, turns = next(iter(limit.items()))
        state = at(WON_IN_3, **{**LIMITS_OFF, name: turns + more})
        assert ask(engine, state, seconds=20.0).score == score


def _shuttled(state: MillsState, turns: str) -> MillsState:
    for turn in turns.split():
        MILLS.check(state, turn)
        state = MILLS.play(state, turn)
    return state


def test_the_losing_side_takes_a_third_repetition_and_the_winning_side_avoids_it(
    engine: MillsEngine,
) -> None:
    there_and_back = "a1-a4 g4-g7 a4-a1 g7-g4 a1-a4 g4-g7 a4-a1"
    start = at(FAR_BEHIND, flying=False)
    losing = ask(engine, _shuttled(start, there_and_back), seconds=0.3)
    assert (losing.turn, losing.score) == ("g7-g4", 0.0)
    unlimited = at(FAR_BEHIND, flying=False, repetition=None)
    free = ask(engine, _shuttled(unlimited, there_and_back), seconds=0.3)
    assert free.score < -1
    winning = _shuttled(start, "a1-a4 g4-g7 a4-a1 g7-g4 a1-a4 g4-g7")
    reply = ask(engine, winning, seconds=0.3, considered=("a4-a1",))
    assert reply.turn != "a4-a1"
    assert reply.score > 1 > reply.considered[0]


def test_medium_looks_three_plies_ahead_and_no_further(engine: MillsEngine) -> None:
    first = ask(engine, at(EMPTY), strength="medium")
    assert (first.depth, len(first.pv)) == (3, 3)
    assert ask(engine, at(WON_IN_3), strength="medium").score == WON - 3
    further = ask(engine, at(WON_IN_5), strength="medium")
    assert further.depth == 3
    assert further.score < WON - 100


@pytest.mark.parametrize("strength", ["easy", "medium"])
def test_a_seed_repeats_a_turn_whatever_was_asked_before(strength: Strength) -> None:
    asked = [ask(MillsEngine(), at(EMPTY), strength=strength, seed=seed).turn for seed in range(6)]
    busy = MillsEngine()
    ask(busy, at(EMPTY), seconds=0.2)
    again = [ask(busy, at(EMPTY), strength=strength, seed=seed).turn for seed in range(6)]
    assert asked == again
    assert len(set(asked)) > 1


def test_strong_does_not_always_begin_alike(engine: MillsEngine) -> None:
    assert len({ask(engine, at(EMPTY), seconds=0.03, seed=seed).turn for seed in range(8)}) > 1


def test_turns_asked_about_are_valued_in_their_order(engine: MillsEngine) -> None:
    best = ask(engine, at(WON_IN_3, **LIMITS_OFF), seconds=5.0).turn
    others = [turn for turn in MILLS.legal_turns(at(WON_IN_3), at(WON_IN_3).seat) if turn != best]
    reply = ask(engine, at(WON_IN_3, **LIMITS_OFF), seconds=5.0, considered=(others[0], best))
    assert reply.considered[1] == WON - 3
    assert reply.considered[0] < WON - 3
    with pytest.raises(EngineError, match="no legal turns"):
        ask(engine, at(WON_IN_3), considered=("a1-a1",))


def test_turns_asked_about_are_searched_as_deep_as_the_best(engine: MillsEngine) -> None:
    state = at("W:d6,f4,b2 B:d2,b4,f6 H:6,6 T:white")
    turns = MILLS.legal_turns(state, state.seat)
    reply = ask(engine, state, seconds=1.0, considered=tuple(turns))
    assert reply.depth >= 5
    assert reply.considered[turns.index(reply.turn)] == reply.score == max(reply.considered)


def test_a_set_flag_ends_a_search_and_the_turn_is_legal(engine: MillsEngine) -> None:
    stop, state, begun = StopFlag(), at(EMPTY), time.monotonic()
    threading.Timer(0.1, stop.set).start()
    reply = engine.answer(question(state, seconds=600.0, tables=False), stop)
    assert time.monotonic() - begun < 60
    assert_line_is_legal(state, reply)
    at_once = engine.answer(question(state, seconds=600.0, tables=False), stop)
    assert at_once.depth == 1
    assert_line_is_legal(state, at_once)


def test_more_time_means_more_depth_and_no_more_time_than_asked_for(engine: MillsEngine) -> None:
    quick, long = (ask(engine, at(EMPTY), seconds=given, seed=1) for given in (0.02, 1.0))
    assert quick.depth < long.depth
    assert quick.nodes < long.nodes
    assert quick.seconds < long.seconds < 10


def test_views_without_a_turn_are_refused(engine: MillsEngine) -> None:
    with pytest.raises(EngineError, match="nobody has a turn"):
        ask(engine, at("W:a1,d1,g1 B:a7,d7 H:0,1 T:white"))
    asked = question(at(EMPTY))
    broken = [
        msgspec.structs.replace(asked, seat=1),
        msgspec.structs.replace(asked, game="three"),
        msgspec.structs.replace(asked, view={}),
        msgspec.structs.replace(asked, view={**asked.view, "position": "W:a1"}),
    ]
    for wrong in broken:
        with pytest.raises(EngineError):
            engine.answer(wrong, StopFlag())
