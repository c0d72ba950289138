"""What the solver asks of a game: positions as numbers, seen from the side to act."""

from typing import Final, Protocol

from libs.engines.port import WON
from libs.rules.stones.layout import Layout, Placed

WIN: Final = int(WON)
"""Value of a position that is won; less the turns it takes, as in a `Reply`."""

Successor = tuple[str, int]
"""A turn's text and the position after it."""


class SmallGame(Protocol):
    """One game's positions as numbers: stones, hands and the side to act, without history."""

    key: str
    layout: Layout

    def position(self, placed: Placed) -> int:
        """The number of a position."""

    def successors(self, position: int) -> list[Successor]:
        """All legal turns, sorted by text. Does not check that the game goes on."""

    def ended(self, position: int) -> int | None:
        """-WIN: lost for the side to act as it stands, WIN: won, 0: drawn, None: open."""

    def is_moving(self, position: int) -> bool:
        """Whether positions can return from here on, so that draw limits count."""


def one_turn_back(value: int) -> int:
    """What a position's value is worth to the side that moved into it, a turn earlier."""
    if value < 0:
        return -value - 1
    return -value + 1 if value else 0


def turns_to_the_end(value: int) -> int:
    """How many turns a won or lost position takes; 0 for a drawn one."""
    return WIN - abs(value) if value else 0
