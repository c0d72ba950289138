"""Turns of stones as text: `d7` placed, `a7-d7` moved, `xa1` behind either for the stone taken."""

from typing import Final, NamedTuple

from libs.rules.game import IllegalMoveError
from libs.rules.stones.layout import Layout

NONE: Final = -1
NAME_LENGTH: Final = 2


class Step(NamedTuple):
    """A turn's points by number; NONE for no source (a placement) and for nothing taken."""

    source: int
    target: int
    taken: int


class Notation:
    """Reads and writes the turns of one game; `marks` are the signs it uses, of `-` and `x`."""

    def __init__(self, layout: Layout, marks: str) -> None:
        self._layout = layout
        self._strange = [mark for mark in "-x" if mark not in marks]
        self.known: dict[str, Step] = {}

    def read(self, turn: str) -> Step:
        """The points of a turn, legal or not.

        Raises IllegalMoveError: `malformed`, `unknown_point`. Turns once read are remembered; a
        board has some thousand of them, and what can't be read is not remembered.
        """
        step = self.known.get(turn)
        if step is None:
            step = self.known[turn] = self._parse(turn)
        return step

    def _parse(self, turn: str) -> Step:
        moved, cross, taken = turn.partition("x")
        source, dash, target = moved.rpartition("-")
        if any(mark in turn for mark in self._strange):
            raise IllegalMoveError("malformed", turn)
        numbers = []
        for name, needed in ((source, dash), (target, True), (taken, cross)):
            if len(name) != (NAME_LENGTH if needed else 0):
                raise IllegalMoveError("malformed", turn)
            if needed and name not in self._layout.index:
                raise IllegalMoveError("unknown_point", turn)
            numbers.append(self._layout.index[name] if needed else NONE)
        return Step(*numbers)

    def write(self, step: Step) -> str:
        """The text of a turn."""
        points = self._layout.points
        source = "" if step.source == NONE else f"{points[step.source]}-"
        taken = "" if step.taken == NONE else f"x{points[step.taken]}"
        return f"{source}{points[step.target]}{taken}"
