"""The engines of a measuring process: loaded once, asked as the product asks them."""

from __future__ import annotations

import random
from functools import cache

from libs.engines.compiled import preparing, use_cache
from libs.engines.port import Engine, Question
from libs.engines.registry import load
from libs.engines.stopping import StopFlag
from libs.rules.game import Json
from libs.rules.strength import Strength


@cache
def engine(game: str) -> Engine:
    """A game's engine, ready to be asked."""
    with preparing(use_cache(), game):
        ready = load(game)
        ready.prepare()
    return ready


def asked(view: Json, seat: int, strength: Strength, seconds: float, dice: random.Random) -> str:
    """The turn that an engine plays from what the seat to act knows."""
    question = Question(
        game=view["game"],
        version=view["version"],
        seat=seat,
        view=view,
        strength=strength,
        seconds=seconds,
        # With a seed, strong forgets what it has found for the turn before: it must not.
        seed=None if strength == "strong" else dice.getrandbits(32),
    )
    return engine(view["game"]).answer(question, StopFlag()).turn
