"""The board as the search sees it: three rings of eight points, one byte each.

Bit `8 * ring + place`; place 0 is the ring's corner at the upper left, then clockwise, so corners
are even and the middles of sides odd. A ring's neighbours and mills are rotations of its byte.
"""

from typing import Final

from libs.rules.mills.board import BOARDS

RINGS: Final = ("a7 d7 g7 g4 g1 d1 a1 a4", "b6 d6 f6 f4 f2 d2 b2 b4", "c5 d5 e5 e4 e3 d3 c3 c4")
NAMES: Final = tuple(name for ring in RINGS for name in ring.split())
PLACES: Final = {name: place for place, name in enumerate(NAMES)}
POINTS: Final = len(NAMES)
SIDE: Final = 8
RINGS_IN_ALL: Final = 3
FULL: Final = (1 << POINTS) - 1
MIDDLES: Final = 0xAAAAAA
CROSSED: Final = {"nine": MIDDLES, "twelve": FULL}
"""The points that have lines across the rings."""

TO_RING: Final = tuple(PLACES[name] for name in BOARDS["nine"].layout.points)
"""By the rules' number of a point: its place here."""


def from_rules(bits: int) -> int:
    """A set of points numbered as the rules do, numbered as the search does."""
    return sum(1 << place for number, place in enumerate(TO_RING) if bits >> number & 1)


def to_rules(bits: int) -> int:
    """A set of points numbered as the search does, numbered as the rules do."""
    return sum(1 << number for number, place in enumerate(TO_RING) if bits >> place & 1)


def neighbours(crossed: int) -> list[int]:
    """Each point's neighbours, on the board with these lines across the rings."""
    found = []
    for place in range(POINTS):
        ring, at = divmod(place, SIDE)
        near = {SIDE * ring + (at + 1) % SIDE, SIDE * ring + (at - 1) % SIDE}
        if crossed >> place & 1:
            near |= {place + step for step in (SIDE, -SIDE) if 0 <= place + step < POINTS}
        found.append(sum(1 << point for point in near))
    return found


def _image(swap: int, mirror: int, turn: int) -> tuple[int, ...]:
    """Where each point goes: rings inside out or not, mirrored, turned by so many places."""
    return tuple(
        SIDE * (RINGS_IN_ALL - 1 - ring if swap else ring) + (mirror * at + turn) % SIDE
        for ring in range(RINGS_IN_ALL)
        for at in range(SIDE)
    )


SYMMETRIES: Final = tuple(
    _image(swap, mirror, turn)
    for swap in (0, 1)
    for mirror in (1, -1)
    for turn in range(0, SIDE, 2)
)
"""The sixteen ways to lay the board onto itself; the first leaves it as it is."""
