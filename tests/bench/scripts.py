"""Prepared games: legal turns drawn at random, played to the end or to a given length."""

from __future__ import annotations

import random
from typing import Any

from libs.rules import registry

GAME = "mills"
VARIANT = "battlemills-9"
ENDLESS_VARIANT = "yucata"
"""Has no draws: a game that nobody wants to win goes on for ever."""


def whole_games(count: int, seed: int = 1) -> list[list[str]]:
    """Games that end by their own rules; some eighty plies each."""
    rnd = random.Random(seed)
    rules = registry.current(GAME)
    options = rules.options(VARIANT, {})
    games: list[list[str]] = []
    for _ in range(count):
        state, turns = rules.setup(options), list[str]()
        while choice := rules.legal_turns(state, state.seat):
            turns.append(rnd.choice(choice))
            state = rules.play(state, turns[-1])
        games.append(turns)
    return games


def long_game(plies: int, seed: int = 1) -> list[str]:
    """A game that is still going on after so many plies: no stone is taken while moving."""
    rnd = random.Random(seed)
    rules = registry.current(GAME)
    while True:
        state, turns = rules.setup(rules.options(ENDLESS_VARIANT, {})), list[str]()
        while len(turns) < plies and (choice := _peaceful(rules.legal_turns(state, state.seat))):
            turns.append(rnd.choice(choice))
            state = rules.play(state, turns[-1])
        if len(turns) == plies:
            return turns


def _peaceful(turns: list[str]) -> list[Any]:
    return [turn for turn in turns if "x" not in turn] or turns
