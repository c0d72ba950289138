"""Dara's engine answers in time, legally, repeatably, and sees what there is to see."""

import random
from collections.abc import Sequence
from typing import Any

import pytest

from libs.engines.dara import DaraEngine
from libs.engines.port import WON, EngineError, Question, Reply
from libs.engines.stopping import StopFlag
from libs.rules.dara import Dara
from libs.rules.game import FIRST, SECOND
from libs.rules.stones.progress import ProgressState
from libs.rules.strength import STRENGTHS, Strength

pytestmark = pytest.mark.contract

DARA = Dara()
ENGINE = DaraEngine()
START = DARA.setup(DARA.options(None, {}))
ROOMY = "W:a1,b1,d1,f3,f5 B:a5,b4,c3,d5 H:0,0 T:white"
"""White's stone on d1 steps to c1 and closes a row; so may no stone of black's."""

BLOCKING = (
    "W:a1,a5,b5,c4,c5,d1,d4,e1,e4,f2,f4 B:a4,b2,b3,c1,c2,c3,d2,d5,f1,f3,f5 H:1,1 T:white",
    "W:a1,b1,c2,c3,d3,d4,e5,f1,f2,f3 B:e3,e4,f4,f5 H:0,0 T:white",
)
"""White has one turn after which black has none, in the first one while placing."""


def at(text: str, **options: Any) -> ProgressState:
    return DARA.setup_at(DARA.options(None, options), text)


def ask(
    state: ProgressState,
    *,
    strength: Strength = "strong",
    seconds: float = 0.1,
    seed: int | None = 1,
    considered: Sequence[str] = (),
    stop: StopFlag | None = None,
) -> Reply:
    question = Question(
        game="dara",
        version=DARA.version,
        seat=state.seat,
        view=DARA.view(state, state.seat),
        strength=strength,
        seconds=seconds,
        seed=seed,
        considered=tuple(considered),
    )
    return ENGINE.answer(question, stop or StopFlag())


def wander(turns: int, seed: int) -> ProgressState:
    """A state of a random game, not ended."""
    dice, state = random.Random(seed), START
    for _ in range(turns):
        after = DARA.play(state, dice.choice(DARA.legal_turns(state, state.seat)))
        if after.outcome is not None:
            break
        state = after
    return state


@pytest.mark.parametrize("strength", STRENGTHS)
def test_whole_games_of_legal_turns_and_of_lines_that_can_be_played(strength: Strength) -> None:
    state, ply = START, 0
    while state.outcome is None:
        reply = ask(state, strength=strength, seconds=0.005, seed=ply)
        assert reply.pv[0] == reply.turn
        then = state
        for turn in reply.pv:
            DARA.check(then, turn)
            then = DARA.play(then, turn)
        state, ply = DARA.play(state, reply.turn), ply + 1
    assert ply > 24


def test_a_stop_that_came_before_any_thought_still_gets_a_legal_turn() -> None:
    stop = StopFlag()
    stop.set()
    for turns in (0, 10, 24, 40):
        state = wander(turns, turns)
        reply = ask(state, stop=stop, seconds=9)
        DARA.check(state, reply.turn)
        assert reply.depth == 0


def test_a_search_ends_when_it_is_stopped_and_not_before_its_time() -> None:
    """Nothing ends a search of the empty board but the clock or the flag."""
    stop = StopFlag()
    with stop.within(0.2):
        stopped = ask(START, stop=stop, seconds=60)
    assert stopped.seconds < 60
    assert stopped.depth > 3
    assert ask(START, seconds=0.3).seconds > 0.29


def test_a_row_that_can_be_closed_is_closed_and_a_stone_taken() -> None:
    reply = ask(at(ROOMY))
    assert reply.turn.startswith("d1-c1x")
    assert reply.score > 1


@pytest.mark.parametrize("strength", ["medium", "strong"])
def test_a_win_at_hand_is_taken_and_counted_exactly(strength: Strength) -> None:
    state = at("W:a1,b1,d1,f3,f5 B:a5,b4,c3 H:0,0 T:white")
    reply = ask(state, strength=strength)
    assert DARA.play(state, reply.turn).outcome is not None
    assert (reply.score, reply.pv) == (WON - 1, (reply.turn,))
    assert reply.exact is None


@pytest.mark.parametrize("text", BLOCKING)
def test_a_side_without_a_turn_has_lost_also_for_the_search(text: str) -> None:
    state = at(text)
    reply = ask(state, strength="medium")
    outcome = DARA.play(state, reply.turn).outcome
    assert outcome is not None
    assert (outcome.reason, outcome.winner) == ("blocked", FIRST)
    assert reply.score == WON - 1


def test_the_draw_for_want_of_progress_is_known_ahead() -> None:
    """White takes a stone, then black makes one quiet step, and all was for nothing."""
    assert ask(at(ROOMY)).score > 1
    assert ask(at(ROOMY, no_progress_limit=1)).score == 0
    won = at("W:a1,b1,d1,f3,f5 B:a5,b4,c3 H:0,0 T:white", no_progress_limit=1)
    assert ask(won).score == WON - 1


def shuffled(start: str, *turns: str) -> ProgressState:
    state = at(start, repetition=2)
    for turn in turns:
        DARA.check(state, turn)
        state = DARA.play(state, turn)
    return state


def test_who_stands_better_does_not_repeat() -> None:
    start = "W:a1,c2,f1 B:a5,b4,c5,d4,f4,f5,e3 H:0,0 T:white"
    reply = ask(shuffled(start, "f1-e1", "a5-a4", "e1-f1"), considered=("a4-a5",), seconds=0.3)
    assert list(reply.considered) == [0]
    assert reply.turn != "a4-a5"
    assert reply.score > 1


def test_who_stands_worse_repeats() -> None:
    start = "W:a1,c2,f1 B:a5,b4,c5,d4,f4,f5,e3 H:0,0 T:black"
    reply = ask(shuffled(start, "a5-a4", "f1-e1", "a4-a5"), seconds=0.3)
    assert (reply.turn, reply.score) == ("e1-f1", 0)


def test_the_turns_asked_about_are_valued_like_the_best_one() -> None:
    turns = DARA.legal_turns(at(ROOMY), FIRST)
    reply = ask(at(ROOMY), strength="medium", considered=turns)
    values = dict(zip(turns, reply.considered, strict=True))
    assert values[reply.turn] == reply.score == max(values.values())
    assert values["f5-e5"] < reply.score
    with pytest.raises(EngineError, match="no legal turns"):
        ask(at(ROOMY), considered=("d1-c1",))


@pytest.mark.parametrize("strength", ["easy", "medium"])
def test_the_same_seed_gives_the_same_answer_and_none_another(strength: Strength) -> None:
    same = [but_for_time(ask(START, strength=strength, seed=3, seconds=5)) for _ in range(3)]
    assert same[0] == same[1] == same[2]
    assert len({ask(START, strength=strength, seed=None).turn for _ in range(30)}) > 3


def but_for_time(reply: Reply) -> tuple[Any, ...]:
    """A reply but for the time it took."""
    return reply.turn, reply.score, reply.depth, reply.nodes, reply.pv


def test_strong_does_not_always_begin_alike() -> None:
    assert len({ask(START, seed=seed, seconds=0.05).turn for seed in range(12)}) > 2


def test_easy_errs_but_takes_most_stones_that_are_offered() -> None:
    answers = [ask(at(ROOMY), strength="easy", seed=seed) for seed in range(100)]
    taking = sum("x" in reply.turn for reply in answers)
    assert 50 < taking < 95


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"game": "mills"}, "no question for dara"),
        ({"seat": SECOND}, "not to act"),
        ({"view": {}}, "can't be read"),
        ({"view": None}, "can't be read"),
        ({"view": DARA.view(at("W:a1,a3 B:b1,b2,b4 H:0,0 T:white"), FIRST)}, "not to act"),
        ({"view": DARA.view(at("W:a1 B:b1 H:0,3 T:white"), FIRST)}, "nobody has a turn"),
    ],
)
def test_questions_that_make_no_sense_are_refused(change: dict[str, Any], message: str) -> None:
    whole: dict[str, Any] = {"game": "dara", "seat": 0, "view": DARA.view(START, FIRST)}
    question = Question(version=1, strength="easy", seconds=1, **(whole | change))
    with pytest.raises(EngineError, match=message):
        ENGINE.answer(question, StopFlag())
