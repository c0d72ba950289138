"""The referee's words for the games of stones on points: all is open, white and black play."""

from typing import Any, Protocol, TypeVar

from libs.rules.game import Ended, Json, Options, Rules, Turn, Viewer
from libs.rules.referee.request import Request, RequestError
from libs.rules.stones.layout import COLOURS

S = TypeVar("S")


class StoneRules(Rules[S], Protocol[S]):
    """Rules that can begin at a position text and show one."""

    def setup_at(self, options: Options, position: object) -> S:
        """The state at a position text, counters at zero. Raises PositionError."""

    def position(self, state: S) -> str:
        """The canonical position text."""

    def phase(self, state: S) -> str | None:
        """The phase of the side to act; None after the end."""


class StoneAdapter:
    """Any of these games for the referee."""

    def __init__(self, rules: StoneRules[Any]) -> None:
        self.rules = rules

    def start(self, request: Request) -> Any:
        """The empty board, or the position asked for. Raises OptionError, PositionError."""
        if request.setup is not None:
            raise RequestError("only hanse has a 'setup'")
        options = self.rules.options(request.variant, request.options)
        if request.position is None:
            return self.rules.setup(options)
        return self.rules.setup_at(options, request.position)

    def legal(self, state: Any, viewer: Viewer | None) -> list[str]:
        """All legal turns of the side to act."""
        pending = self.rules.pending(state)
        return self.rules.legal_turns(state, pending.seat) if isinstance(pending, Turn) else []

    def check(self, state: Any, turn: str) -> None:
        """Raises IllegalMoveError unless the turn is legal."""
        self.rules.check(state, turn)

    def play(self, state: Any, turn: str) -> Any:
        """The state after a legal turn."""
        return self.rules.play(state, turn)

    def describe(self, state: Any, viewer: Viewer | None) -> dict[str, Json]:
        """Whose turn, in which phase, where, and how it ended."""
        pending, result = self.rules.pending(state), None
        if isinstance(pending, Ended):
            winner = pending.outcome.winner
            result = {
                "winner": None if winner is None else COLOURS[winner],
                "reason": pending.outcome.reason,
            }
        return {
            "turn": COLOURS[pending.seat] if isinstance(pending, Turn) else None,
            "phase": self.rules.phase(state),
            "position": self.rules.position(state),
            "result": result,
        }
