"""Turns as text: the point that is marked."""

from typing import Final

from libs.rules.stones.notation import Notation
from libs.rules.tictactoe.state import BOARD

NOTATION: Final = Notation(BOARD, "")
