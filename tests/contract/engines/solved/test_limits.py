"""Draw limits and history are part of the values: compared with plain minimax over the rules."""

import random
from collections.abc import Iterator
from typing import Any

import pytest

from libs.engines.port import WON, EngineError, Exact, Question
from libs.engines.stopping import StopFlag
from libs.engines.three import ThreeEngine
from libs.engines.tictactoe import TicTacToeEngine
from libs.rules.game import FIRST, SECOND, Ended, Turn
from libs.rules.three import Three
from libs.rules.tictactoe import TicTacToe
from tests.contract.engines.solved.asking import ask, minimax

pytestmark = pytest.mark.contract

THREE = Three()
ENGINE = ThreeEngine()


def wandering(limits: dict[str, int], turns: int) -> Iterator[Any]:
    """States of random games that have gone on for so many turns."""
    for seed in range(60):
        dice = random.Random(seed)
        state = THREE.setup(THREE.options(None, limits))
        for _ in range(turns):
            pending = THREE.pending(state)
            if isinstance(pending, Turn):
                state = THREE.play(state, dice.choice(THREE.legal_turns(state, pending.seat)))
        if isinstance(THREE.pending(state), Turn):
            yield state


@pytest.mark.parametrize(
    ("limits", "turns"),
    [
        ({"no_progress_limit": 4, "repetition": 2}, 6),
        ({"no_progress_limit": 6, "repetition": 2}, 8),
        ({"no_progress_limit": 3, "repetition": 3}, 4),
        ({"no_progress_limit": 7, "repetition": 3}, 9),
    ],
)
def test_scores_are_right_however_near_a_draw_limit_is(limits: dict[str, int], turns: int) -> None:
    seen = set()
    for state in list(wandering(limits, turns))[:12]:
        reply = ask(ENGINE, THREE, state)
        value = (reply.score > 0) - (reply.score < 0)
        assert value == minimax(THREE, state), THREE.view(state, state.seat)
        if reply.exact is not None:
            assert {"win": 1, "draw": 0, "loss": -1}[reply.exact.value] == value
        seen.add(value)
    assert len(seen) > 1


def test_a_win_that_the_limit_forestalls_is_worth_nothing_and_not_called_exact() -> None:
    in_time, too_late = (WON - 9, Exact("win", 9)), (0.0, None)
    for limit, expected in {None: in_time, 120: in_time, 3: in_time, 2: too_late}.items():
        state = THREE.setup(THREE.options(None, {"no_progress_limit": limit}))
        reply = ask(ENGINE, THREE, state)
        assert (reply.score, reply.exact) == expected


def test_going_round_in_circles_is_an_exact_draw() -> None:
    state = THREE.setup(THREE.options(None, {}))
    state = THREE.play(THREE.play(state, "a1"), "b2")
    assert ask(ENGINE, THREE, state).exact == Exact("draw", 0)


def test_strong_does_not_repeat_what_would_throw_a_win_away() -> None:
    """However little may be repeated, what is called a win is won."""
    won = 0
    for state in list(wandering({"repetition": 2}, 10))[:12]:
        if ask(ENGINE, THREE, state).score > 0:
            assert played_on(state) in {"line", "blocked"}
            won += 1
    assert won


def played_on(state: Any) -> str:
    """How strong's game against the dice ends."""
    dice, winner = random.Random(6), state.seat
    while isinstance(pending := THREE.pending(state), Turn):
        turn = dice.choice(THREE.legal_turns(state, pending.seat))
        if pending.seat == winner:
            turn = ask(ENGINE, THREE, state).turn
        state = THREE.play(state, turn)
    assert isinstance(pending, Ended)
    assert pending.outcome.winner in {winner, None}
    return pending.outcome.reason


@pytest.mark.parametrize("strength", ["easy", "medium", "strong"])
def test_explicit_positions_of_any_kind_get_a_legal_turn(strength: Any) -> None:
    dice, tictactoe, engine = random.Random(4), TicTacToe(), TicTacToeEngine()
    for _ in range(300):
        points = dice.sample(tictactoe.layout(tictactoe.terms_type()).points, dice.randint(0, 8))
        cut = dice.randint(0, len(points))
        text = f"W:{','.join(points[:cut])} B:{','.join(points[cut:])} T:black"
        state = tictactoe.setup_at({}, text)
        if state.outcome is None:
            reply = ask(engine, tictactoe, state, strength=strength)
            tictactoe.check(state, reply.turn)


@pytest.mark.parametrize(
    "text",
    [
        "W:a1 B:c3 H:0,0 T:white",
        "W:a1,a2 B:c3 H:1,0 T:white",
        "W:a1,b2,c2 B:a2,b1,b3 H:0,0 T:white",
    ],
)
def test_positions_out_of_step_get_a_legal_turn(text: str) -> None:
    state = THREE.setup_at(THREE.options(None, {}), text)
    THREE.check(state, ask(ENGINE, THREE, state).turn)


def test_the_turns_asked_about_are_valued_in_their_order() -> None:
    state = THREE.setup(THREE.options(None, {}))
    assert ask(ENGINE, THREE, state, considered=("a2", "b2", "a1")).considered == (
        *(8 - WON, WON - 9, 0),
    )
    with pytest.raises(EngineError, match="no legal turns"):
        ask(ENGINE, THREE, state, considered=("a1-a2",))


def test_an_answer_is_repeatable_by_its_seed_and_differs_without() -> None:
    tictactoe, engine = TicTacToe(), TicTacToeEngine()
    start = tictactoe.setup({})
    assert ask(engine, tictactoe, start, seed=5).turn == ask(engine, tictactoe, start, seed=5).turn
    corners = {ask(engine, tictactoe, start, seed=None).turn for _ in range(60)}
    assert corners == {"a1", "a3", "c1", "c3"}


def test_a_line_leads_to_the_end() -> None:
    state = THREE.setup(THREE.options(None, {}))
    line = ask(ENGINE, THREE, state).pv
    for turn in line:
        THREE.check(state, turn)
        state = THREE.play(state, turn)
    assert state.outcome is not None
    assert (state.outcome.winner, len(line)) == (FIRST, 9)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"game": "dara"}, "no question for three"),
        ({"seat": SECOND}, "not to act"),
        ({"view": {}}, "can't be read"),
        ({"view": None}, "can't be read"),
    ],
)
def test_questions_that_make_no_sense_are_refused(change: dict[str, Any], message: str) -> None:
    view = THREE.view(THREE.setup(THREE.options(None, {})), FIRST)
    whole: dict[str, Any] = {"game": "three", "version": 1, "seat": 0, "view": view}
    question = Question(strength="easy", seconds=1, **(whole | change))
    with pytest.raises(EngineError, match=message):
        ENGINE.answer(question, StopFlag())


def test_a_finished_game_and_a_side_that_only_waits_are_refused() -> None:
    for text in ("W:a1,a2,a3 B: H:0,0 T:black", "W:a1 B:b1 H:0,2 T:white"):
        state = THREE.setup_at(THREE.options(None, {}), text)
        question = Question(
            game="three",
            version=1,
            seat=state.seat,
            view=THREE.view(state, state.seat),
            strength="strong",
            seconds=1,
        )
        with pytest.raises(EngineError):
            ENGINE.answer(question, StopFlag())
