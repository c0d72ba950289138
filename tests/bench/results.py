"""A row of the table, and measurements that take turns with their yardstick."""

from __future__ import annotations

import statistics
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import msgspec


class Result(msgspec.Struct, frozen=True):
    """One line of `make bench`. `ratio` is value by yardstick."""

    name: str
    value: float
    unit: str
    yardstick: float | None = None
    ratio: float | None = None

    def show(self) -> None:
        """Prints the line."""
        print(msgspec.json.encode(self).decode(), flush=True)


@dataclass(frozen=True)
class Effort:
    """How long and how often is measured."""

    seconds: float
    warm_s: float
    repetitions: int
    is_quick: bool


FULL = Effort(seconds=8.0, warm_s=2.5, repetitions=3, is_quick=False)
QUICK = Effort(seconds=3.0, warm_s=1.0, repetitions=1, is_quick=True)


def in_turn(
    name: str,
    unit: str,
    measure: Callable[[], float],
    yardstick: Callable[[], float],
    repetitions: int,
) -> Result:
    """Yardstick and measurement by turns: the medians of both, and the median of the ratios."""
    values: list[float] = []
    yards: list[float] = []
    for number in range(repetitions):
        yards.append(yardstick())
        values.append(measure())
        note(f"{name} {number + 1}/{repetitions}: {values[-1]:,.4g} {unit}, {yards[-1]:,.4g}")
    ratios = [value / yard for value, yard in zip(values, yards, strict=True)]
    return Result(
        name,
        rounded(statistics.median(values)),
        unit,
        rounded(statistics.median(yards)),
        rounded(statistics.median(ratios)),
    )


def rounded(number: float) -> float:
    """Four figures are more than such a measurement is good for."""
    return float(f"{number:.4g}")


def percentile(numbers: Sequence[float], share: float) -> float:
    """The number below which that share of all lies. Raises ValueError for no numbers."""
    if not numbers:
        raise ValueError("no numbers")
    ordered = sorted(numbers)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]


def note(text: str) -> None:
    """A remark for whoever watches; the results stand alone on standard output."""
    print(text, file=sys.stderr, flush=True)
