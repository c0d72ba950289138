"""What a game's text holds, and the error that says where a text is wrong."""

from collections.abc import Mapping
from typing import Any, Final, Literal

import msgspec

from libs.rules.game import Outcome

Result = Literal["1-0", "0-1", "1/2-1/2", "*"]
RESULTS: Final[tuple[Result, ...]] = ("1-0", "0-1", "1/2-1/2", "*")
UNFINISHED: Final[Result] = "*"
DRAWN: Final[Result] = "1/2-1/2"


class GameTextError(ValueError):
    """A text that is no game; line and column count from 1."""

    def __init__(self, line: int, column: int, message: str) -> None:
        super().__init__(f"line {line}, column {column}: {message}")
        self.line = line
        self.column = column


class Played(msgspec.Struct, frozen=True):
    """A turn, and what was then left on the clock of the seat that played it."""

    turn: str
    clock_ms: int | None = None


class Dealt(msgspec.Struct, frozen=True):
    """The items of a deal, in their order."""

    items: Mapping[str, tuple[str | int, ...]]

    def with_end(self, items: Mapping[str, tuple[str | int, ...]]) -> "Dealt":
        """The deal with what is left of its piles in another order (`Rules.reshuffle`).

        Whatever has left a pile was at its front, so the same turns can be played on it.
        """
        ends = ((name, pile, items.get(name, ())) for name, pile in self.items.items())
        return Dealt({name: (*pile[: len(pile) - len(end)], *end) for name, pile, end in ends})


class GameRecord(msgspec.Struct, frozen=True):
    """One game from its first deal or turn on. `options` are complete, as `Rules.options` returns.

    `date` is ISO (2026-11-30) or None; the time control is base and increment in seconds, None for
    an untimed game. `termination` is a stable reason, None in an unfinished game.
    """

    game: str
    version: int
    variant: str
    options: Mapping[str, Any]
    players: tuple[str, str]
    entries: tuple[Played | Dealt, ...]
    result: Result = UNFINISHED
    termination: str | None = None
    date: str | None = None
    time_control: tuple[int, int] | None = None
    is_rated: bool = False


def result_of(outcome: Outcome) -> Result:
    """An outcome as the result that stands at the end of a text."""
    if outcome.winner is None:
        return DRAWN
    return "0-1" if outcome.winner else "1-0"
