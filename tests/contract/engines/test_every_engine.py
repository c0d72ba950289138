"""What every engine keeps to, asked through a worker process as services ask."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator
from typing import Any

import pytest

from libs.engines.pool import Priority, WorkerPool
from libs.engines.port import EngineError, Question, Reply
from libs.engines.registry import games
from libs.rules.game import Deal, Rules, Seat, Turn
from libs.rules.referee.games import adapter
from libs.rules.referee.request import read
from libs.rules.registry import current, game_keys
from libs.rules.strength import STRENGTHS, Strength

COMPILING_S = 240.0
"""On a machine that has never compiled any of it."""

TURNS_IN = 6
SECONDS = 0.05


class Asked:
    """One worker with all engines, asked from tests that do not await."""

    def __init__(self, runner: asyncio.Runner) -> None:
        self._runner = runner
        self.pool = WorkerPool(1)
        runner.run(self.pool.start())

    def ready(self, game: str) -> None:
        """Waits until the game can be asked about."""
        self._runner.run(asyncio.wait_for(self.pool.ready(game), COMPILING_S))

    def ask(self, question: Question, priority: Priority = Priority.TURN) -> Reply:
        """The engine's answer."""
        return self._runner.run(self.pool.ask(question, priority=priority))

    def stop(self) -> None:
        """Ends the worker."""
        self._runner.run(self.pool.stop())


@pytest.fixture(scope="module")
def asked() -> Iterator[Asked]:
    """One worker for all these tests."""
    with asyncio.Runner() as runner:
        asked = Asked(runner)
        yield asked
        asked.stop()


def positions(rules: Rules[Any], variant: str) -> Iterator[Any]:
    """The beginning of a game, and a position some random turns later."""
    dice = random.Random(f"{rules.key} {variant}")
    state = rules.setup(rules.options(variant, {}))
    if isinstance(pending := rules.pending(state), Deal):
        items = {
            name: dice.sample(list(items), len(items)) for name, items in pending.items.items()
        }
        state = rules.deal(state, items)
    yield state
    for _ in range(TURNS_IN):
        pending = rules.pending(state)
        if isinstance(pending, Turn):
            state = rules.play(state, dice.choice(rules.legal_turns(state, pending.seat)))
    if isinstance(rules.pending(state), Turn):
        yield state


def questions(game: str) -> Iterator[tuple[Any, Question]]:
    """Each variant's positions at each strength."""
    rules = current(game)
    for variant in rules.variants:
        for state in positions(rules, variant):
            for strength in STRENGTHS:
                yield state, question_at(rules, state, strength)


def question_at(rules: Rules[Any], state: Any, strength: Strength) -> Question:
    """The question for whoever is to act."""
    pending = rules.pending(state)
    assert isinstance(pending, Turn)
    return Question(
        game=rules.key,
        version=rules.version,
        seat=pending.seat,
        view=rules.view(state, pending.seat),
        strength=strength,
        seconds=SECONDS,
        seed=1,
    )


def test_every_game_has_an_engine() -> None:
    assert sorted(games()) == game_keys()


@pytest.mark.parametrize("game", game_keys())
def test_every_turn_is_legal_in_every_variant_at_every_strength(asked: Asked, game: str) -> None:
    asked.ready(game)
    rules = current(game)
    for state, question in questions(game):
        reply = asked.ask(question)
        rules.check(state, reply.turn)
        assert not reply.pv or reply.pv[0] == reply.turn


@pytest.mark.parametrize(
    ("game", "position"),
    [
        ("three", "W:b1,a1 B:b2 H:0,0 T:black"),
        ("three", "W:a3 B:b2 H:2,2 T:white"),
        ("tictactoe", "W:a1 B:b2 T:white"),
        ("dara", "W:a1,b1,d1,e3 B:a5,b5,d5,f3 H:0,0 T:white"),
        ("mills", "W:a1,d7,g4 B:b2,d6,f4 H:0,0 T:white"),
    ],
)
def test_a_line_can_be_played_and_goes_on_after_no_end(
    asked: Asked, game: str, position: str
) -> None:
    asked.ready(game)
    rules = current(game)
    fields = {"game": game, "position": position}
    state = adapter(game).start(read(fields))
    reply = asked.ask(question_at(rules, state, "strong"))
    assert reply.pv
    for turn in reply.pv:
        rules.check(state, turn)
        state = rules.play(state, turn)


@pytest.mark.parametrize("game", game_keys())
def test_turns_asked_about_get_a_value_each_in_their_order(asked: Asked, game: str) -> None:
    asked.ready(game)
    state, question = list(questions(game))[-1]
    turns = tuple(current(game).legal_turns(state, Seat(question.seat))[:3])
    one: Reply = asked.ask(_about(question, turns), Priority.REVIEW)
    other: Reply = asked.ask(_about(question, turns[::-1]), Priority.REVIEW)
    assert len(one.considered) == len(other.considered) == len(turns)


@pytest.mark.parametrize("game", game_keys())
def test_a_broken_view_is_refused_and_the_worker_lives(asked: Asked, game: str) -> None:
    asked.ready(game)
    pids = asked.pool.pids()
    _, question = next(questions(game))
    views: list[Any] = [
        {},
        {**question.view, "options": None},
        None,
        [],
        {**question.view, "seat": 7},
    ]
    for view in views:
        broken = Question(
            game=game,
            version=1,
            seat=1 - question.seat,
            view=view,
            strength="easy",
            seconds=SECONDS,
        )
        with pytest.raises(EngineError):
            asked.ask(broken)
    assert asked.pool.pids() == pids


def _about(question: Question, turns: tuple[str, ...]) -> Question:
    return Question(
        game=question.game,
        version=question.version,
        seat=question.seat,
        view=question.view,
        strength="strong",
        seconds=SECONDS,
        seed=1,
        considered=turns,
    )
