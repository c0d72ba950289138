"""A game of stones once more: all history is kept, every end is looked for from scratch."""

from collections.abc import Callable
from typing import Any

from tests.contract.rules.naive import dara, mills, three

Point = tuple[int, int]
Sides = list[set[Point]]
Options = dict[str, Any]


def mills_turns(options: Options, own: set[Point], other: set[Point], hands: Any) -> list[str]:
    return mills.legal_turns(options, own, other, hands)


def dara_turns(_: Options, own: set[Point], other: set[Point], hands: Any) -> list[str]:
    return dara.legal_turns(own, other, hands)


def three_turns(_: Options, own: set[Point], other: set[Point], hands: Any) -> list[str]:
    return three.legal_turns(own, other, hands)


GAMES: dict[str, tuple[dict[Point, str], Callable[..., list[str]]]] = {
    "mills": (mills.NAMES, mills_turns),
    "dara": (dara.NAMES, dara_turns),
    "three": (three.NAMES, three_turns),
}


class NaiveGame:
    """One game from the empty board; `play` changes it in place."""

    def __init__(self, key: str, options: Options, stones: int) -> None:
        names, self._turns = GAMES[key]
        self.key, self.options = key, options
        self.points = {name: point for point, name in names.items()}
        self.sides: Sides = [set(), set()]
        self.hands = [stones, stones]
        self.seat = 0
        self.positions = [self._position()]
        self.turns: list[tuple[str, bool]] = []
        """Each turn, and whether it closed a mill."""

    def _position(self) -> Any:
        return [sorted(side) for side in self.sides], list(self.hands), self.seat

    def play(self, turn: str) -> None:
        step, _, taken = turn.partition("x")
        source, _, target = step.rpartition("-")
        own, other = self.sides[self.seat], self.sides[1 - self.seat]
        if source:
            own.remove(self.points[source])
        else:
            self.hands[self.seat] -= 1
        own.add(self.points[target])
        has_mill = self.key == "mills" and mills.is_in_mill(
            self.options["board"], own, self.points[target]
        )
        if taken:
            other.remove(self.points[taken])
        self.seat = 1 - self.seat
        self.turns.append((turn, has_mill))
        self.positions.append(self._position())

    def legal(self) -> list[str]:
        own, other = self.sides[self.seat], self.sides[1 - self.seat]
        hands = (self.hands[self.seat], self.hands[1 - self.seat])
        return self._turns(self.options, own, other, hands)

    def result(self) -> tuple[int | None, str] | None:
        """Winner and reason: the first end in the order of the game's rulings."""
        checks = {
            "mills": [self._stones, self._full, self._blocked, self._repeated, self._no_mill],
            "dara": [self._stones, self._blocked, self._repeated, self._no_progress],
            "three": [self._line, self._blocked, self._repeated, self._no_progress],
        }
        for check in [*checks[self.key], self._no_capture]:
            found = check()
            if found:
                return found
        return None

    def _stones(self) -> tuple[int | None, str] | None:
        if self.hands != [0, 0]:
            return None
        for seat in (self.seat, 1 - self.seat):
            if len(self.sides[seat]) < 3:
                return 1 - seat, "stones"
        return None

    def _line(self) -> tuple[int | None, str] | None:
        mover = 1 - self.seat
        return (mover, "line") if three.has_line(self.sides[mover]) else None

    def _full(self) -> tuple[int | None, str] | None:
        is_full = len(self.sides[0]) + len(self.sides[1]) == 24
        return (None, "full_board") if is_full and self.options["full_board_draw"] else None

    def _blocked(self) -> tuple[int | None, str] | None:
        if self.key == "mills" and self.hands != [0, 0]:
            return None
        return None if self.legal() else (1 - self.seat, "blocked")

    def _repeated(self) -> tuple[int | None, str] | None:
        limit = self.options["repetition"]
        times = self.positions.count(self.positions[-1])
        return (None, "repetition") if limit and times >= limit else None

    def _no_mill(self) -> tuple[int | None, str] | None:
        limit = self.options["no_mill_limit"]
        if not limit or len(self.turns) < 2 * limit:
            return None
        return None if any(m for _, m in self.turns[-2 * limit :]) else (None, "no_mill")

    def _no_capture(self) -> tuple[int | None, str] | None:
        return self._quiet("no_capture_limit", "no_capture")

    def _no_progress(self) -> tuple[int | None, str] | None:
        return self._quiet("no_progress_limit", "no_progress")

    def _quiet(self, option: str, reason: str) -> tuple[int | None, str] | None:
        limit = self.options.get(option)
        if not limit or len(self.turns) < limit:
            return None
        quiet = [("-" in turn and "x" not in turn) for turn, _ in self.turns[-limit:]]
        return (None, reason) if all(quiet) else None
