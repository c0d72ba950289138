"""The protocol for games of stones on points: what is the same in all of them."""

from collections.abc import Mapping
from typing import Any, ClassVar, Final, Generic, TypeVar

import msgspec

from libs.rules.game import (
    FIRST,
    SECOND,
    Ended,
    IllegalMoveError,
    Json,
    Options,
    Outcome,
    Pending,
    Turn,
    Viewer,
)
from libs.rules.options import VariantTable
from libs.rules.stones.layout import Layout, Placed
from libs.rules.stones.open_game import OpenGame
from libs.rules.stones.seen import NOTHING_SEEN, seen_from
from libs.rules.stones.state import Repeating, State, history

TURNS: Final = (Turn(FIRST), Turn(SECOND))
T = TypeVar("T", bound=Repeating)
C = TypeVar("C")


class StoneGame(OpenGame[State[T, C]], Generic[T, C]):
    """Two seats, stones on points, all in the open. A game adds its turns and its ends."""

    version: int
    variants: tuple[str, ...]
    table: ClassVar[VariantTable]
    terms_type: type[T]
    counters_type: type[C]

    def layout(self, terms: T) -> Layout:
        """The points to play on."""
        raise NotImplementedError

    def judge(self, terms: T, placed: Placed, counters: C) -> Outcome | None:
        """The outcome after a complete turn, or None; the first rule that applies counts."""
        raise NotImplementedError

    def counters(self, repeated: int) -> C:
        """The counters at a start; `repeated` is 1, or 0 while the repetition rule is off."""
        raise NotImplementedError

    def repeated(self, counters: C) -> int:
        """How often the present position has stood."""
        raise NotImplementedError

    def refusal(self, state: State[T, C], turn: str) -> str | None:
        """Why a turn is not legal, as a code. Raises IllegalMoveError if it is unreadable."""
        raise NotImplementedError

    def play(self, state: State[T, C], turn: str) -> State[T, C]:
        """The state after a legal turn. Does not check it."""
        raise NotImplementedError

    def all_turns(self, state: State[T, C]) -> list[str]:
        """All complete turns before the end, in any order."""
        raise NotImplementedError

    def phase(self, state: State[T, C]) -> str | None:
        """`placing` until both hands are empty, then `moving`; None after the end."""
        if state.outcome is not None:
            return None
        return "moving" if state.hands == (0, 0) else "placing"

    def options(self, variant: str | None, overrides: Mapping[str, Any]) -> Options:
        """All options of a variant (None: the default one). Raises OptionError."""
        return self.table.resolve(variant, overrides)

    def setup(self, options: Options) -> State[T, C]:
        """The empty board, full hands, white to act. Takes what `options` returned."""
        terms = msgspec.convert(options, self.terms_type)
        stones = self.layout(terms).hand
        return self._begin(terms, Placed((0, 0), (stones, stones), FIRST))

    def setup_at(self, options: Options, position: object) -> State[T, C]:
        """The state at a position text, counters at zero. Raises PositionError."""
        terms = msgspec.convert(options, self.terms_type)
        return self._begin(terms, self.layout(terms).read(position))

    def _begin(self, terms: T, placed: Placed) -> State[T, C]:
        seen = history(terms, placed, NOTHING_SEEN)
        counters = self.counters(seen.latest)
        return State(terms, *placed, 0, None, counters, seen, self.judge(terms, placed, counters))

    def pending(self, state: State[T, C]) -> Pending:
        """The seat to act, or the end."""
        return TURNS[state.seat] if state.outcome is None else Ended(state.outcome)

    def check(self, state: State[T, C], turn: str) -> None:
        """Raises IllegalMoveError unless `turn` is, letter for letter, a legal turn."""
        code = "game_over" if state.outcome is not None else self.refusal(state, turn)
        if code is not None:
            raise IllegalMoveError(code, turn)

    def legal_turns(self, state: State[T, C], viewer: Viewer) -> list[str]:
        """All complete turns, sorted; empty after the end and for a viewer who is not to act."""
        if viewer != state.seat or state.outcome is not None:
            return []
        return sorted(self.all_turns(state))

    def position(self, state: State[T, C]) -> str:
        """The canonical position text; after the end it names the side that would act."""
        return self.layout(state.terms).write(state.placed)

    def view(self, state: State[T, C], viewer: Viewer) -> Json:
        """The whole table as plain JSON: enough to draw it and to go on from it."""
        layout = self.layout(state.terms)
        return {
            "game": self.key,
            "version": self.version,
            "options": msgspec.to_builtins(state.terms),
            "position": layout.write(state.placed),
            "points": layout.by_colour(state.stones),
            "hands": list(state.hands),
            "seat": None if state.outcome else state.seat,
            "phase": self.phase(state),
            "ply": state.ply,
            "last": state.last,
            "counters": msgspec.to_builtins(state.counters),
            "seen": state.seen.pairs(),
            "result": msgspec.to_builtins(state.outcome),
        }

    def follow(self, view: Json, viewer: Viewer, turn: str, shown: Json) -> Json:
        """The view after a legal turn; the turn's text is all one needs."""
        return self.view(self.play(self._from_view(view), turn), viewer)

    def _from_view(self, view: Json) -> State[T, C]:
        terms = msgspec.convert(view["options"], self.terms_type)
        placed = self.layout(terms).read(view["position"])
        counters = msgspec.convert(view["counters"], self.counters_type)
        seen = seen_from(view["seen"], self.repeated(counters))
        return State(terms, *placed, view["ply"], view["last"], counters, seen, None)
