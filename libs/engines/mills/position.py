"""A view of Mühle as the search needs it: bit sets of the rings, clocks, worn-out positions."""

from typing import Final

import msgspec

from libs.engines.mills.board import NAMES, PLACES, POINTS, from_rules
from libs.engines.mills.layout import CLOCK_BITS, HAND_BITS, NOWHERE, POINT, POINT_BITS
from libs.engines.port import EngineError, Question
from libs.rules.game import Json
from libs.rules.mills.board import BOARDS
from libs.rules.mills.state import Counters, Terms
from libs.rules.stones.layout import PositionError

_STONES: Final = (1 << 32) - 1
"""History keys hold white's stones below this, black's above, then the seat."""
_LONGEST: Final = 1 << 30
"""A clock beyond this stands still: no search reaches a limit from there."""
TURNED: Final = 1 << 2 * POINTS
"""In a worn position: the side acts there that does not act now."""


class Position(msgspec.Struct, frozen=True):
    """The table for the side to act; `worn`: positions whose next appearance is a draw.

    A worn position is `own | other << 24 | turned << 48`: own are the stones of the side that acts
    there, `turned` whether that is the side that does not act now.
    """

    terms: Terms
    own: int
    other: int
    own_hand: int
    other_hand: int
    since_mill: int
    since_final: int
    worn: frozenset[int] = frozenset()

    @property
    def hands(self) -> int:
        """Both hands, packed."""
        return self.own_hand | self.other_hand << HAND_BITS

    @property
    def clocks(self) -> int:
        """Both clocks, packed."""
        return min(self.since_mill, _LONGEST) | min(self.since_final, _LONGEST) << CLOCK_BITS

    @property
    def turns_left(self) -> int:
        """How many turns there are to the nearer draw limit."""
        mill, capture = self.terms.no_mill_limit, self.terms.no_capture_limit
        return min(
            _LONGEST if mill is None else 2 * mill - self.since_mill,
            _LONGEST if capture is None else capture - self.since_final,
        )

    @property
    def stones(self) -> int:
        """Stones on the board."""
        return (self.own | self.other).bit_count()


def read(question: Question) -> Position:
    """The position asked about. Raises EngineError for a broken view or a wrong seat."""
    if question.game != "mills":
        raise EngineError(f"no question of Mühle: {question.game!r}")
    try:
        return _from_view(question.view, question.seat)
    except (KeyError, TypeError, ValueError, PositionError, msgspec.ValidationError) as error:
        raise EngineError(f"a view that can't be read: {error}") from error


def _from_view(view: Json, seat: int) -> Position:
    terms = msgspec.convert(view["options"], Terms)
    counters = msgspec.convert(view["counters"], Counters)
    placed = BOARDS[terms.board].layout.read(view["position"])
    if view["result"] is not None or placed.seat != seat:
        raise EngineError(f"seat {seat} is not to act")
    own, other = (from_rules(placed.stones[side]) for side in (seat, 1 - seat))
    often = terms.repetition
    seen = view["seen"] if often is not None else []
    worn = frozenset(_worn(int(key, 16), seat) for key, times in seen if times + 1 >= (often or 0))
    return Position(
        terms,
        own,
        other,
        placed.hands[seat],
        placed.hands[1 - seat],
        counters.since_mill,
        counters.since_capture,
        worn,
    )


def _worn(key: int, seat: int) -> int:
    stones = (from_rules(key & _STONES), from_rules(key >> 32 & _STONES))
    acting = key >> 64
    turned = TURNED if acting != seat else 0
    return stones[acting] | stones[1 - acting] << POINTS | turned


def to_text(turn: int) -> str:
    """A packed turn in the notation of the rules."""
    source, target = turn & POINT, turn >> POINT_BITS & POINT
    taken = turn >> 2 * POINT_BITS
    moved = "" if source == NOWHERE else f"{NAMES[source]}-"
    return moved + NAMES[target] + ("" if taken == NOWHERE else f"x{NAMES[taken]}")


def from_text(text: str) -> int:
    """A turn of the notation, packed. Raises EngineError for a text that is none."""
    moved, _, taken = text.partition("x")
    source, _, target = moved.rpartition("-")
    try:
        points = [PLACES[name] if name else NOWHERE for name in (source, target, taken)]
    except KeyError as error:
        raise EngineError(f"no turn: {text!r}") from error
    return points[0] | points[1] << POINT_BITS | points[2] << 2 * POINT_BITS
