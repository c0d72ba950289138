"""Engines that know nothing and answer at once: a list for worker processes.

Their turns are not legal ones: they are for what is only told, never played.
"""

from libs.engines.port import Engine, Question, Reply
from libs.engines.stopping import StopFlag
from libs.rules import registry


class Guessing:
    """Any turn is worth nothing, but for those considered: they cost one more each."""

    def __init__(self, game: str) -> None:
        self.game = game

    def prepare(self) -> None:
        """Nothing to prepare."""

    def answer(self, question: Question, stop: StopFlag) -> Reply:
        """See the class."""
        considered = tuple(-0.5 - place for place in range(len(question.considered)))
        return Reply(turn="guess", score=0.0, depth=1, nodes=1, seconds=0.0, considered=considered)


def games() -> tuple[str, ...]:
    """All games."""
    return tuple(registry.game_keys())


def load(game: str) -> Engine:
    """One of these engines."""
    return Guessing(game)
