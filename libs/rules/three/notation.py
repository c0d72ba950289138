"""Turns as text: `b2` placed, `b2-c3` moved."""

from typing import Final

from libs.rules.stones.notation import Notation
from libs.rules.three.board import BOARD

NOTATION: Final = Notation(BOARD, "-")
