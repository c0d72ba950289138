"""Whole games of stones by the rules and by the naive game: the same turns and the same end."""

import random
from typing import Any

import pytest

from libs.rules import registry
from libs.rules.game import Ended, Seat
from tests.contract.rules.naive.stones_game import NaiveGame

pytestmark = pytest.mark.contract

STONES = {"nine": 9, "twelve": 12, "dara": 12, "three": 3}
ENDS = {
    "mills": {"stones", "blocked", "repetition", "no_mill", "no_capture"},
    "dara": {"stones", "repetition", "no_progress"},
    "three": {"line", "repetition", "no_progress"},
}


def random_options(key: str, rnd: random.Random) -> dict[str, Any]:
    """Options with limits small enough to be reached."""
    repetition = rnd.choice((None, 2, 3))
    if key != "mills":
        return {"repetition": repetition, "no_progress_limit": rnd.choice((4, 9, 20))}
    return {
        "board": rnd.choice(("nine", "twelve")),
        "flying": rnd.random() < 0.5,
        "mill_protection": rnd.random() < 0.5,
        "no_mill_limit": rnd.choice((None, 5, 10, 25)),
        "no_capture_limit": rnd.choice((20, 40)),
        "repetition": repetition,
        "full_board_draw": rnd.random() < 0.5,
    }


def chosen(turns: list[str], rnd: random.Random, *, is_peaceful: bool) -> str:
    quiet = [turn for turn in turns if "x" not in turn] if is_peaceful else []
    return rnd.choice(quiet or turns)


@pytest.mark.parametrize("key", ENDS)
def test_games_go_and_end_the_same(key: str) -> None:
    rules, ends = registry.current(key), set()
    for seed in range(70):
        rnd = random.Random(seed)
        options = rules.options(None, random_options(key, rnd))
        state = rules.setup(options)
        naive = NaiveGame(key, dict(options), STONES[options.get("board", key)])
        while True:
            pending, result = rules.pending(state), naive.result()
            if isinstance(pending, Ended):
                assert (pending.outcome.winner, pending.outcome.reason) == result
                ends.add(pending.outcome.reason)
                break
            assert result is None
            turns = rules.legal_turns(state, Seat(naive.seat))
            assert turns == naive.legal()
            turn = chosen(turns, rnd, is_peaceful=seed % 3 == 0)
            state = rules.play(state, turn)
            naive.play(turn)
    assert ENDS[key] <= ends
