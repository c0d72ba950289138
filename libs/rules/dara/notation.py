"""Turns as text: `c3` placed, `c3-c4` moved, `xa1` behind it for the stone taken."""

from typing import Final

from libs.rules.dara.board import BOARD
from libs.rules.stones.notation import Notation

NOTATION: Final = Notation(BOARD, "-x")
