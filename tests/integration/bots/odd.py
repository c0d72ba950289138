"""Engines that play what nobody may play, or fail: a list for worker processes."""

from libs.engines.port import Engine, Question, Reply
from libs.engines.stopping import StopFlag


class Odd:
    """Always the same nonsense; in one game not even that."""

    def __init__(self, game: str) -> None:
        self.game = game

    def prepare(self) -> None:
        """Nothing to prepare."""

    def answer(self, question: Question, stop: StopFlag) -> Reply:
        """See the class."""
        if self.game == "three":
            raise ZeroDivisionError("no stones")
        return Reply(turn="nonsense", score=0.0, depth=1, nodes=1, seconds=0.0)


def games() -> tuple[str, ...]:
    """What this module lists."""
    return ("tictactoe", "three")


def load(game: str) -> Engine:
    """One of these engines."""
    return Odd(game)
