"""How strongly Dara is played: depth, grain of chance, and how often a turn is left to the dice."""

from random import Random
from typing import Final, NamedTuple

from libs.engines.dara import layout
from libs.engines.dara.position import Words
from libs.rules.strength import Strength

LATE: Final = 5
"""Number of the first turn that a deep search looks at less deeply."""


class Style(NamedTuple):
    """`grain`: mask of the random part of a valuation, in hundredths of a stone."""

    depth: int
    grain: int
    thoughtless: float
    reduced_from: int

    def apply(self, mem: Words, dice: Random) -> None:
        """Tells the kernels."""
        mem[layout.SEED] = dice.getrandbits(62)
        mem[layout.GRAIN] = self.grain
        mem[layout.REDUCED_FROM] = self.reduced_from

    def errs(self, dice: Random) -> bool:
        """Whether this turn is played without a thought."""
        return dice.random() < self.thoughtless


STYLES: Final[dict[Strength, Style]] = {
    "easy": Style(depth=1, grain=127, thoughtless=0.3, reduced_from=layout.MOST_TURNS),
    "medium": Style(depth=3, grain=15, thoughtless=0.0, reduced_from=layout.MOST_TURNS),
    "strong": Style(depth=layout.PLIES - 4, grain=3, thoughtless=0.0, reduced_from=LATE),
}
