"""Variant, terms and state of tic-tac-toe: there is nothing to choose and nothing to count."""

from typing import Final

import msgspec

from libs.rules.options import VariantTable
from libs.rules.stones.square import square
from libs.rules.stones.state import State

BOARD: Final = square(9, has_hands=False)
VARIANTS: Final = VariantTable(kinds={}, variants={"little-table": {}}, default="little-table")


class Terms(msgspec.Struct, frozen=True):
    """No options."""

    @property
    def repetition(self) -> None:
        """No position can return."""
        return


class Counters(msgspec.Struct, frozen=True):
    """Nothing is counted."""


TicTacToeState = State[Terms, Counters]
