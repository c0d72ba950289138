"""The rule sets that tables are built for: board, flying, protection of mills."""

from itertools import product
from typing import Final

import msgspec

FEWEST: Final = 3
"""With fewer stones a side has lost; with as many it may fly."""


class RuleSet(msgspec.Struct, frozen=True):
    """What decides an endgame beside the stones. Draw limits are not part of it."""

    board: str
    is_flying: bool
    is_protected: bool

    @property
    def name(self) -> str:
        """`nine-flying-protected`, `twelve-plain-open`: a file's name without its ending."""
        flying = "flying" if self.is_flying else "plain"
        return f"{self.board}-{flying}-{'protected' if self.is_protected else 'open'}"


RULE_SETS: Final = {
    rules.name: rules
    for rules in (
        RuleSet(board, flying, protected)
        for board, flying, protected in product(("nine", "twelve"), (True, False), (True, False))
    )
}
PLAYED: Final = ("nine-flying-protected", "twelve-flying-protected")
"""The rule sets of the named variants; the others need changed options."""


def pairs(stones: int) -> list[tuple[int, int]]:
    """Own and opposing counts of all tables up to so many stones in all, smaller ones first.

    A table needs those with a stone less alone, so this is an order to build in.
    """
    return [
        (own, total - own)
        for total in range(2 * FEWEST, stones + 1)
        for own in range(FEWEST, total - FEWEST + 1)
    ]
