"""Turns as text: `d7` placed, `a7-d7` moved, `xa1` behind either for the stone taken."""

from functools import cache
from typing import Final, NamedTuple

from libs.rules.game import IllegalMoveError
from libs.rules.mills.board import BOARDS

POINTS: Final = BOARDS["nine"].layout.points
INDEX: Final = BOARDS["nine"].layout.index
NONE: Final = -1


class Step(NamedTuple):
    """A turn's points by number; NONE for no source (a placement) and for nothing taken."""

    source: int
    target: int
    taken: int


@cache
def read(turn: str) -> Step:
    """The points of a turn, legal or not. Raises IllegalMoveError: `malformed`, `unknown_point`.

    Answers are kept: only some fifteen thousand texts can be read, errors are not kept.
    """
    step, cross, taken = turn.partition("x")
    source, dash, target = step.rpartition("-")
    names = (source, target, taken)
    for name, needed in zip(names, (dash, "always", cross), strict=True):
        if len(name) != (2 if needed else 0):
            raise IllegalMoveError("malformed", turn)
        if name and name not in INDEX:
            raise IllegalMoveError("unknown_point", turn)
    return Step(*[INDEX[name] if name else NONE for name in names])


def write(step: Step) -> str:
    """The text of a turn."""
    source = "" if step.source == NONE else f"{POINTS[step.source]}-"
    taken = "" if step.taken == NONE else f"x{POINTS[step.taken]}"
    return f"{source}{POINTS[step.target]}{taken}"
