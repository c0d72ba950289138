"""The state of a game of Mühle, immutable, and what is read off it."""

from typing import Final

import msgspec

from libs.rules.game import FIRST, Outcome, Seat
from libs.rules.mills.board import BOARDS, Board
from libs.rules.options import Choice, Limit, Switch, VariantTable
from libs.rules.stones.layout import Placed
from libs.rules.stones.seen import NOTHING_SEEN, Seen

FLYING_STONES: Final = 3

VARIANTS: Final = VariantTable(
    kinds={
        "board": Choice(("nine", "twelve")),
        "flying": Switch(),
        "mill_protection": Switch(),
        "no_mill_limit": Limit(),
        "no_capture_limit": Limit(),
        "repetition": Limit(least=2),
        "full_board_draw": Switch(),
    },
    variants={
        "battlemills-9": {
            "board": "nine",
            "flying": True,
            "mill_protection": True,
            "no_mill_limit": 25,
            "no_capture_limit": None,
            "repetition": 3,
            "full_board_draw": True,
        },
        "battlemills-12": {
            "board": "twelve",
            "flying": True,
            "mill_protection": True,
            "no_mill_limit": 25,
            "no_capture_limit": None,
            "repetition": 3,
            "full_board_draw": True,
        },
        "yucata": {
            "board": "nine",
            "flying": True,
            "mill_protection": True,
            "no_mill_limit": None,
            "no_capture_limit": None,
            "repetition": None,
            "full_board_draw": False,
        },
        "little-table": {
            "board": "nine",
            "flying": True,
            "mill_protection": True,
            "no_mill_limit": None,
            "no_capture_limit": 100,
            "repetition": 3,
            "full_board_draw": False,
        },
    },
    default="yucata",
)


class Terms(msgspec.Struct, frozen=True):
    """The options of one game; limits are None when off."""

    board: str
    flying: bool
    mill_protection: bool
    no_mill_limit: int | None
    no_capture_limit: int | None
    repetition: int | None
    full_board_draw: bool


class Counters(msgspec.Struct, frozen=True):
    """What draw rules count, in turns of both sides; `repeated`: how often this position stood."""

    since_mill: int = 0
    since_capture: int = 0
    repeated: int = 0


class State(msgspec.Struct, frozen=True):
    """Everything about a game. Stones are bit sets; stones and hands are ordered by seat."""

    terms: Terms
    stones: tuple[int, int]
    hands: tuple[int, int]
    seat: Seat
    ply: int
    last: str | None
    counters: Counters
    seen: Seen
    outcome: Outcome | None

    @property
    def board(self) -> Board:
        """The board that is played on."""
        return BOARDS[self.terms.board]

    @property
    def placed(self) -> Placed:
        """The position alone, without counters and history."""
        return Placed(self.stones, self.hands, self.seat)


def initial(terms: Terms) -> Placed:
    """The empty board with full hands, white to act."""
    stones = BOARDS[terms.board].layout.stones
    return Placed((0, 0), (stones, stones), FIRST)


def may_fly(terms: Terms, placed: Placed) -> bool:
    """Whether the side to act may move to any free point: hands empty, just three stones."""
    if not terms.flying or placed.hands != (0, 0):
        return False
    return placed.stones[placed.seat].bit_count() == FLYING_STONES


def phase(state: State) -> str | None:
    """`placing` until both hands are empty, then `flying` or `moving`; None after the end."""
    if state.outcome is not None:
        return None
    if state.hands != (0, 0):
        return "placing"
    return "flying" if may_fly(state.terms, state.placed) else "moving"


def position_key(stones: tuple[int, int], seat: Seat) -> int:
    """A number that names stones and side to act. Hands are left out: every placement is new."""
    return stones[0] | stones[1] << 24 | seat << 48


def with_position(seen: Seen, terms: Terms, stones: tuple[int, int], seat: Seat) -> Seen:
    """The history with a position added; it stays empty when repetition is off."""
    if terms.repetition is None:
        return NOTHING_SEEN
    return seen.add(position_key(stones, seat))
