"""A whole game, found by random play and frozen: captures on both sides, a flight, `stones`."""

from typing import Final


def turns(text: str) -> tuple[str, ...]:
    """Turns in notation, separated by blanks."""
    return tuple(text.split())


PLACING: Final = turns(
    "b2 d3 g4 c5 d5 e4 d1 c4 g7 c3xb2 g1xe4 e3xd5 a1xd3 d3xg7 g7xd3 d3xg4 g4xe3 e3xg1"
)
MOVING: Final = turns("d1-g1xc3 c4-c3xa1 g4-d7 c5-c4 d7-g4xc4 c3-a1 g7-f2 a1-c3xf2")
TURNS: Final = PLACING + MOVING
"""Black wins with the last one: white is down to two stones."""

QUIET: Final = turns("d5 d7 a4 d1 f6 f4 e4 d3 g7 c3 e3 b4 f2 b2 c5 a7 g4 a1")
"""Both hands empty and no mill closed. White can go d5-d6, or d5-e5 with a mill; a4 is shut in."""
