"""Turns as text: the two boards have the same points, so they share one notation."""

from typing import Final

from libs.rules.mills.board import BOARDS
from libs.rules.stones.notation import Notation

NOTATION: Final = Notation(BOARDS["nine"].layout, "-x")
