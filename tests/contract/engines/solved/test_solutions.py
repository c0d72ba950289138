"""Both small games are solved as a second, naive solver solves them; strong never errs."""

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from libs.engines.port import WON
from libs.engines.solved.engine import SolvedEngine
from libs.engines.three import ThreeEngine
from libs.engines.tictactoe import TicTacToeEngine
from libs.rules.game import Ended, Turn
from libs.rules.three import Three
from libs.rules.tictactoe import TicTacToe
from tests.contract.engines.solved.asking import WITHOUT_LIMITS, ask, result_for_mover
from tests.contract.engines.solved.naive_solver import Graph, explore, solve

pytestmark = pytest.mark.contract

GAMES: dict[str, tuple[Any, dict[str, Any], type[Any]]] = {
    "three": (Three(), WITHOUT_LIMITS, ThreeEngine),
    "tictactoe": (TicTacToe(), {}, TicTacToeEngine),
}


class Solved:
    """A game, all its positions, its values by the naive solver, and its engine."""

    def __init__(self, key: str) -> None:
        self.rules, self.options, engine = GAMES[key]
        self.start = self.rules.setup(self.rules.options(None, self.options))
        self.graph: Graph = explore(self.rules, self.start)
        self.naive = solve(self.rules, self.graph)
        self.engine: SolvedEngine = engine()
        self.engine.prepare()

    def open_positions(self) -> Iterator[tuple[str, Any]]:
        for text, (state, after) in self.graph.items():
            if after:
                yield text, state


@cache
def solved_game(key: str) -> Solved:
    return Solved(key)


@pytest.fixture(params=GAMES)
def solved(request: pytest.FixtureRequest) -> Solved:
    return solved_game(request.param)


def test_every_value_and_distance_is_what_a_naive_solver_finds(solved: Solved) -> None:
    for text, state in solved.open_positions():
        number = solved.engine.rules.position(state.placed)
        value, turns = solved.naive[text]
        expected = {"win": WON - turns, "draw": 0, "loss": turns - WON}[value]
        assert solved.engine.solution.value(number) == expected, text
    assert len(solved.graph) > 5_000


def test_strong_keeps_the_value_and_the_distance_in_every_position(solved: Solved) -> None:
    for text, state in solved.open_positions():
        reply = ask(solved.engine, solved.rules, state)
        after = solved.rules.position(solved.rules.play(state, reply.turn))
        value, turns = solved.naive[text]
        kept = {"win": "loss", "draw": "draw", "loss": "win"}[value]
        assert solved.naive[after] == (kept, max(0, turns - 1)), text
        assert reply.exact is not None
        assert (reply.exact.value, reply.exact.turns) == (value, turns), text


def test_tictactoe_is_a_draw_and_three_is_won_by_beginning_in_the_middle() -> None:
    tictactoe, three = solved_game("tictactoe"), solved_game("three")
    assert tictactoe.naive[tictactoe.rules.position(tictactoe.start)] == ("draw", 0)
    assert three.naive[three.rules.position(three.start)] == ("win", 9)
    assert {ask(three.engine, three.rules, three.start, seed=n).turn for n in range(9)} == {"b2"}


def test_strong_never_loses_tictactoe_whatever_is_played(solved: Solved) -> None:
    """Three is won as well, from the first turn on, against every defence."""
    key, rules = solved.engine.game, solved.rules
    seats = (0, 1) if key == "tictactoe" else (0,)
    results = {
        result
        for seat in seats
        for seed in (1, 2)
        for result in against_everything(solved, solved.start, seat, seed)
    }
    assert results == ({1} if rules.key == "three" else {0, 1})


def against_everything(solved: Solved, state: Any, seat: int, seed: int) -> set[int]:
    """All results that strong in `seat` gets."""
    rules = solved.rules
    value = result_for_mover(rules, state, seat)
    if value is not None:
        return {value}
    to_act = rules.pending(state).seat
    if to_act == seat:
        turns = [ask(solved.engine, rules, state, seed=seed).turn]
    else:
        turns = rules.legal_turns(state, to_act)
    return set().union(
        *(against_everything(solved, rules.play(state, turn), seat, seed) for turn in turns)
    )


@pytest.mark.parametrize("key", GAMES)
def test_strong_takes_what_random_opponents_give(key: str) -> None:
    """With the draw limits of real games: what strong has is never less after its turn."""
    rules, _, make = GAMES[key]
    engine = make()
    engine.prepare()
    for number in range(60):
        dice = random.Random(number)
        state = rules.setup(rules.options(None, {}))
        seat, best = number % 2, -1
        while isinstance(pending := rules.pending(state), Turn):
            turn = dice.choice(rules.legal_turns(state, pending.seat))
            if pending.seat == seat:
                reply = ask(engine, rules, state, seed=number)
                standing = (reply.score > 0) - (reply.score < 0)
                assert standing >= best
                turn, best = reply.turn, standing
            state = rules.play(state, turn)
        assert isinstance(pending, Ended)
        assert (result_for_mover(rules, state, seat) or 0) >= best
