"""What an engine is asked and what it answers: plain data, the same for every game.

Importing this module loads no numba: services speak to engines through `pool`, which runs them in
processes of their own.
"""

from typing import Final, Literal, Protocol

import msgspec

from libs.engines.stopping import StopFlag
from libs.rules.game import Json
from libs.rules.strength import Strength


class Question(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A position as the seat to act knows it: `Rules.view(state, seat)` and nothing else.

    `considered`: turns to be valued beside the best one, for reviews. `tables`: endgame tables may
    be used. `seed` makes an answer repeatable; None: it may vary.
    """

    game: str
    version: int
    seat: int
    view: Json
    strength: Strength
    seconds: float
    tables: bool = True
    seed: int | None = None
    considered: tuple[str, ...] = ()


class Exact(msgspec.Struct, frozen=True):
    """What a table or a solved game knows, for the side to act; `turns` counts both sides'."""

    value: Literal["win", "draw", "loss"]
    turns: int


class Reply(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An engine's turn. Scores are for the side to act, in the game's unit (stones, points).

    A won game is `WON` less the turns it takes, a lost one the same below zero. `considered` are
    the values of the turns asked about, in their order.
    """

    turn: str
    score: float
    depth: int
    nodes: int
    seconds: float
    pv: tuple[str, ...] = ()
    exact: Exact | None = None
    considered: tuple[float, ...] = ()


WON: Final = 1000.0
"""Score of a won game."""


class EngineError(Exception):
    """A question that can't be answered: nobody to act, an unknown game, a broken view."""


class Engine(Protocol):
    """One game's engine. Lives in a worker process, answers one question at a time."""

    game: str

    def prepare(self) -> None:
        """Compile and solve what is to be compiled and solved before the first question."""

    def answer(self, question: Question, stop: StopFlag) -> Reply:
        """The turn to play. Returns within 20 ms of `question.seconds`, or of `stop` being set.

        Always a legal turn, however little time there is. Raises EngineError.
        """
