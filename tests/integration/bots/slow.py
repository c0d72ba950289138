"""The house's engines, but in no hurry: a list for worker processes that loads this module.

A strong one takes the time it is given, however quickly it knows its turn; it can be stopped.
"""

import time

from libs.engines import registry
from libs.engines.port import Engine, Question, Reply
from libs.engines.stopping import StopFlag

STEP_S = 0.005


class Slow:
    """An engine that thinks as long as it may."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self.game = engine.game

    def prepare(self) -> None:
        """See `Engine`."""
        self._engine.prepare()

    def answer(self, question: Question, stop: StopFlag) -> Reply:
        """See `Engine`."""
        end = time.perf_counter() + question.seconds
        reply = self._engine.answer(question, stop)
        while question.strength == "strong" and not stop.is_set() and time.perf_counter() < end:
            time.sleep(STEP_S)
        return reply


def games() -> tuple[str, ...]:
    """Those that are ready at once."""
    return ("tictactoe", "three")


def load(game: str) -> Engine:
    """One of the house's engines, slowed down."""
    return Slow(registry.load(game))
