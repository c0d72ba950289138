"""Matches of the small games: Dara, Three Men's Morris, tic-tac-toe, with colours swapped."""

import random
from collections.abc import Callable
from typing import Any, Final

from libs.engines.port import Engine, Question
from libs.engines.stopping import StopFlag
from libs.rules import registry
from libs.rules.game import Ended, Json, Rules, Turn
from libs.rules.referee.games import adapter
from libs.rules.referee.request import read
from libs.rules.strength import Strength

Side = Callable[[Json], str]
"""Who plays: from what the seat to act knows to a turn."""

OPENING_TURNS: Final = {"dara": 6, "three": 0, "tictactoe": 0}
"""Turns by the dice before a match begins, the same for both games of a pair."""


def play_games(game: str, first: Side, second: Side, count: int, seed: int) -> list[float]:
    """What `first` got in each of `count` games: 1 for a win, 0.5 for a draw, 0 for a loss.

    Games come in pairs from one opening: `first` has white in the one and black in the other.
    """
    rules, results = registry.current(game), []
    for number in range(count):
        state = opening(rules, random.Random(f"{seed} {number // 2}"))
        seat = number % 2
        sides = (first, second) if seat == 0 else (second, first)
        while isinstance(pending := rules.pending(state), Turn):
            turn = sides[pending.seat](rules.view(state, pending.seat))
            rules.check(state, turn)
            state = rules.play(state, turn)
        assert isinstance(pending, Ended)
        winner = pending.outcome.winner
        results.append(0.5 if winner is None else float(winner == seat))
    return results


def opening(rules: Rules[Any], dice: random.Random) -> Any:
    """A state some random turns from the start; it has not ended."""
    while True:
        state = rules.setup(rules.options(None, {}))
        for _ in range(OPENING_TURNS[rules.key]):
            pending = rules.pending(state)
            if isinstance(pending, Turn):
                state = rules.play(state, dice.choice(rules.legal_turns(state, pending.seat)))
        if isinstance(rules.pending(state), Turn):
            return state


def computer(engine: Engine, strength: Strength, seconds: float, seed: int) -> Side:
    """An engine at one of its strengths, for so many seconds a turn."""
    dice = random.Random(seed)

    def play(view: Json) -> str:
        question = Question(
            game=view["game"],
            version=view["version"],
            seat=view["seat"],
            view=view,
            strength=strength,
            seconds=seconds,
            seed=dice.getrandbits(32),
        )
        return engine.answer(question, StopFlag()).turn

    return play


def chance(game: str, seed: int) -> Side:
    """Any legal turn."""
    referee, dice = adapter(game), random.Random(seed)

    def play(view: Json) -> str:
        request = {"game": game, "options": view["options"], "position": view["position"]}
        return dice.choice(referee.legal(referee.start(read(request)), None))

    return play
