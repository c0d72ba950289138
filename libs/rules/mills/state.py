"""Variants, terms and counters of Mühle; with them the state, and who may fly."""

from typing import Final

import msgspec

from libs.rules.options import Choice, Limit, Switch, VariantTable
from libs.rules.stones.layout import Placed
from libs.rules.stones.state import State

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


class Counters(msgspec.Struct, frozen=True, gc=False):
    """What draw rules count, in turns of both sides; `repeated`: how often this position stood."""

    since_mill: int = 0
    since_capture: int = 0
    repeated: int = 0


MillsState = State[Terms, Counters]


def may_fly(terms: Terms, placed: Placed) -> bool:
    """Whether the side to act may move to any free point: hands empty, just three stones."""
    if not terms.flying or placed.hands != (0, 0):
        return False
    return placed.stones[placed.seat].bit_count() == FLYING_STONES
