"""What every game's rules offer: the protocol that services, engines and tests rely on.

A state is immutable and holds everything, hidden cards included. Chance enters as data: when
`pending` asks for a deal, the caller draws an order and hands it to `deal`. What a viewer may know
leaves only through `view`, `legal_turns` and the `shown…` methods.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, NewType, Protocol, TypeVar

Seat = NewType("Seat", int)
"""Place in a game: 0 begins in the first game (white in board games), 1 is the other."""

FIRST: Final = Seat(0)
SECOND: Final = Seat(1)
SPECTATOR: Final = "spectator"

Viewer = Seat | Literal["spectator"]
"""Whose eyes: a seat, or anybody who sees only the open table."""

Options = Mapping[str, Any]
"""A variant's options with every override applied, as plain JSON values."""

Json = Any
"""Plain JSON data: dict, list, str, int, float, bool or None."""


class IllegalMoveError(ValueError):
    """A turn that the rules refuse; `code` is stable, the message quotes the turn."""

    def __init__(self, code: str, turn: str) -> None:
        super().__init__(f"{code}: {turn!r}")
        self.code = code
        self.turn = turn


class OptionError(ValueError):
    """An unknown variant or option, or a value that the option can't have."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: the winner (None: a draw), a stable reason, figures if there are some."""

    winner: Seat | None
    reason: str
    details: Json = None


@dataclass(frozen=True, slots=True)
class Turn:
    """A seat is to act."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Deal:
    """Chance is to act: `items` are to be put in a random order and handed to `Rules.deal`."""

    items: Mapping[str, Sequence[str | int]]


@dataclass(frozen=True, slots=True)
class Pause:
    """Nobody acts for a while (both clocks stand); then `Rules.resume` goes on."""

    ms: int


@dataclass(frozen=True, slots=True)
class Ended:
    """The game is over by its own rules."""

    outcome: Outcome


Pending = Turn | Deal | Pause | Ended
S = TypeVar("S")


class Rules(Protocol[S]):
    """One game's rules in one version. All methods are pure; states are immutable.

    `shown` / `shown_deal` say what a viewer learns from a turn or a deal beyond the turn's own
    text (None where there is nothing to learn); `follow` / `follow_deal` apply that to the
    viewer's view. So for every viewer: following what was shown, step by step, gives
    `view(state, viewer)`.
    """

    key: str
    version: int
    variants: tuple[str, ...]

    def options(self, variant: str | None, overrides: Mapping[str, Any]) -> Options:
        """All options of a variant (None: the default one). Raises OptionError."""

    def setup(self, options: Options) -> S:
        """The state before the first turn or deal. Takes what `options` returned."""

    def pending(self, state: S) -> Pending:
        """Who or what acts next."""

    def legal_turns(self, state: S, viewer: Viewer) -> list[str]:
        """All complete turns in notation, sorted; empty for a viewer who is not to act."""

    def check(self, state: S, turn: str) -> None:
        """Raises IllegalMoveError unless `turn` is, letter for letter, a legal turn."""

    def play(self, state: S, turn: str) -> S:
        """The state after a legal turn. Does not check it: `check` does."""

    def deal(self, state: S, dealt: Mapping[str, Sequence[str | int]]) -> S:
        """The state after chance acted; `dealt` holds the items of the Deal in their order."""

    def reshuffle(self, state: S) -> Deal | None:
        """What lies hidden and is in nobody's hand, to be put in a random order again.

        None: nothing lies like that. The items are what is left of the last deal's, by the same
        names: whatever has left a pile since was at its front.
        """

    def reshuffled(self, state: S, dealt: Mapping[str, Sequence[str | int]]) -> S:
        """The state with the items of `reshuffle` in another order. No view changes."""

    def resume(self, state: S) -> S:
        """The state after a pause."""

    def view(self, state: S, viewer: Viewer) -> Json:
        """Everything that viewer may know, as plain JSON."""

    def shown(self, state: S, turn: str, viewer: Viewer) -> Json:
        """What the viewer learns when `turn` is played in `state`, beyond the turn's text."""

    def shown_deal(
        self, state: S, dealt: Mapping[str, Sequence[str | int]], viewer: Viewer
    ) -> Json:
        """What the viewer learns from a deal."""

    def follow(self, view: Json, viewer: Viewer, turn: str, shown: Json) -> Json:
        """The viewer's next view after a turn."""

    def follow_deal(self, view: Json, viewer: Viewer, shown: Json) -> Json:
        """The viewer's next view after a deal."""

    def has_secrets(self) -> bool:
        """Whether views of different viewers can differ; False lets one message serve all."""
