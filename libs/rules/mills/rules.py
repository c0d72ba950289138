"""Mühle behind the protocol of every game."""

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from libs.rules.game import FIRST, SECOND, Ended, Json, Options, Pending, Turn, Viewer
from libs.rules.mills import moves
from libs.rules.mills.board import BOARDS
from libs.rules.mills.outcome import judge
from libs.rules.mills.state import (
    VARIANTS,
    Counters,
    State,
    Terms,
    initial,
    phase,
    with_position,
)
from libs.rules.stones.layout import Placed
from libs.rules.stones.open_game import OpenGame
from libs.rules.stones.seen import NOTHING_SEEN, seen_from

TURNS: Final = (Turn(FIRST), Turn(SECOND))


class Mills(OpenGame[State]):
    """Nine Men's Morris with its four variants, on the board of nine and of twelve stones."""

    key = "mills"
    version = 1
    variants = tuple(VARIANTS.variants)

    def options(self, variant: str | None, overrides: Mapping[str, Any]) -> Options:
        """All options of a variant (None: yucata). Raises OptionError."""
        return VARIANTS.resolve(variant, overrides)

    def setup(self, options: Options) -> State:
        """The state before the first turn. Takes what `options` returned."""
        terms = msgspec.convert(options, Terms)
        return _begin(terms, initial(terms))

    def setup_at(self, options: Options, position: object) -> State:
        """The state at a position text, counters at zero. Raises PositionError."""
        terms = msgspec.convert(options, Terms)
        return _begin(terms, BOARDS[terms.board].layout.read(position))

    def pending(self, state: State) -> Pending:
        """The seat to act, or the end."""
        return TURNS[state.seat] if state.outcome is None else Ended(state.outcome)

    def legal_turns(self, state: State, viewer: Viewer) -> list[str]:
        """All complete turns, sorted; empty for a viewer who is not to act."""
        return moves.legal_turns(state) if viewer == state.seat else []

    def check(self, state: State, turn: str) -> None:
        """Raises IllegalMoveError unless `turn` is, letter for letter, a legal turn."""
        moves.check(state, turn)

    def play(self, state: State, turn: str) -> State:
        """The state after a legal turn. Does not check it."""
        return moves.play(state, turn)

    def position(self, state: State) -> str:
        """The canonical position text; after the end it names the side that would act."""
        return state.board.layout.write(state.placed)

    def phase(self, state: State) -> str | None:
        """`placing`, `moving` or `flying` of the side to act; None after the end."""
        return phase(state)

    def view(self, state: State, viewer: Viewer) -> Json:
        """The whole table as plain JSON: enough to draw it and to go on from it."""
        outcome = state.outcome
        return {
            "game": self.key,
            "version": self.version,
            "options": msgspec.to_builtins(state.terms),
            "position": self.position(state),
            "points": state.board.layout.by_colour(state.stones),
            "hands": list(state.hands),
            "seat": None if outcome else state.seat,
            "phase": phase(state),
            "ply": state.ply,
            "last": state.last,
            "counters": msgspec.to_builtins(state.counters),
            "seen": state.seen.pairs(),
            "result": msgspec.to_builtins(outcome),
        }

    def follow(self, view: Json, viewer: Viewer, turn: str, shown: Json) -> Json:
        """The view after a legal turn; the turn's text is all one needs."""
        return self.view(moves.play(_from_view(view), turn), viewer)


def _begin(terms: Terms, placed: Placed) -> State:
    seen = with_position(NOTHING_SEEN, terms, placed.stones, placed.seat)
    counters = Counters(repeated=seen.latest)
    outcome = judge(terms, placed, counters)
    return State(terms, placed.stones, placed.hands, placed.seat, 0, None, counters, seen, outcome)


def _from_view(view: Json) -> State:
    terms = msgspec.convert(view["options"], Terms)
    placed = BOARDS[terms.board].layout.read(view["position"])
    counters = msgspec.convert(view["counters"], Counters)
    seen = seen_from(view["seen"], counters.repeated)
    return State(
        terms, *placed, view["ply"], view["last"], counters, seen, judge(terms, placed, counters)
    )
