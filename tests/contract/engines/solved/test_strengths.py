"""Of two strengths of a solved game the higher scores more, and easy is no wall to a beginner."""

import random
from typing import Any

import pytest

from libs.engines.port import WON
from libs.engines.three import ThreeEngine
from libs.engines.tictactoe import TicTacToeEngine
from libs.rules.strength import Strength
from libs.rules.three import Three
from tests.bench.strength.small import chance, computer, play_games
from tests.contract.engines.solved.asking import ask

pytestmark = pytest.mark.contract

ENGINES: dict[str, Any] = {"three": ThreeEngine(), "tictactoe": TicTacToeEngine()}
GAMES = 100
THREE = Three()


@pytest.mark.parametrize("game", ENGINES)
@pytest.mark.parametrize(("higher", "lower"), [("strong", "medium"), ("medium", "easy")])
def test_the_higher_strength_scores_more(game: str, higher: Strength, lower: Strength) -> None:
    first, second = (computer(ENGINES[game], name, 1, n) for n, name in enumerate((higher, lower)))
    assert sum(play_games(game, first, second, GAMES, seed=1)) > 0.7 * GAMES


@pytest.mark.parametrize("game", ENGINES)
def test_easy_beats_the_dice_but_not_always(game: str) -> None:
    easy = computer(ENGINES[game], "easy", 1, 1)
    results = play_games(game, easy, chance(game, 2), GAMES, seed=1)
    assert 0.65 * GAMES < sum(results) < 0.9 * GAMES
    assert 0.0 in results


def test_easy_takes_most_wins_and_parries_some_threats() -> None:
    win = THREE.setup_at(THREE.options(None, {}), "W:a1,b3 B:a2,c1 H:1,1 T:white")
    win = THREE.play(THREE.play(win, "c3"), "c2")
    assert win.outcome is None
    taken = parried = 0
    threat = THREE.setup_at(THREE.options(None, {}), "W:a1,a2 B:b2 H:1,2 T:black")
    for seed in range(100):
        reply = ask(ENGINES["three"], THREE, win, strength="easy", seed=seed)
        taken += reply.score == 999
        parried += ask(ENGINES["three"], THREE, threat, strength="easy", seed=seed).turn == "a3"
    assert 70 < taken < 100
    assert 30 < parried < 80


def test_medium_sees_three_plies_and_no_further() -> None:
    start = THREE.setup(THREE.options(None, {}))
    dice, firsts = random.Random(9), set()
    for seed in range(60):
        firsts.add(ask(ENGINES["three"], THREE, start, strength="medium", seed=seed).turn)
        state = start
        for _ in range(dice.randint(2, 9)):
            after = THREE.play(state, dice.choice(THREE.legal_turns(state, state.seat)))
            state = after if after.outcome is None else state
        turns = THREE.legal_turns(state, state.seat)
        reply = ask(ENGINES["three"], THREE, state, strength="medium", seed=seed, considered=turns)
        assert near(reply.score) == max(near(value) for value in reply.considered)
    assert len(firsts) == 9


def near(value: float) -> float:
    """A value that is decided within three plies; 0 for one that is not."""
    return value if abs(value) >= WON - 3 else 0
