"""What a game adds to its rules so that the referee can speak of it."""

from typing import Any, Protocol, TypeVar

from libs.rules.game import Json, Viewer
from libs.rules.referee.request import Request

S = TypeVar("S")


class Adapter(Protocol[S]):
    """One game for the referee, whatever its states are."""

    def start(self, request: Request) -> S:
        """The state that a request begins with.

        Raises RequestError, OptionError or PositionError.
        """

    def legal(self, state: S, viewer: Viewer | None) -> list[str]:
        """The legal turns that the viewer may know, sorted; None is the referee itself."""

    def check(self, state: S, turn: str) -> None:
        """Raises IllegalMoveError unless the turn is legal."""

    def play(self, state: S, turn: str) -> S:
        """The state after a legal turn."""

    def describe(self, state: S, viewer: Viewer | None) -> dict[str, Json]:
        """The reply's `turn`, `phase`, `position` and `result`, as far as the viewer may know."""


AnyAdapter = Adapter[Any]
