"""Counters, levels and distributions as plain numbers, turned into Prometheus' form when asked.

prometheus-client's own counters take a lock and look a label up each time, about two microseconds
together; here a child is fetched once and counting is an addition. One event loop writes.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from typing import Final, Generic, TypeVar

from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    Metric,
)

MAX_SERIES: Final = 300
"""Beyond this a family's new label values are all counted as "other"."""

OTHER: Final = "other"

LATENCY_BUCKETS_S: Final = (
    0.0005, 0.001, 0.002, 0.003, 0.005, 0.0075, 0.01, 0.015, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0,
)  # fmt: skip


class Tally:
    """A number that only grows; counted here, or asked for by a function."""

    __slots__ = ("source", "value")

    def __init__(self) -> None:
        self.value = 0
        self.source: Callable[[], int] | None = None

    def add(self, count: int = 1) -> None:
        """Count."""
        self.value += count

    def read(self) -> int:
        """How many by now."""
        return self.source() if self.source is not None else self.value


class Level:
    """A number that goes up and down; set, or asked for by a function."""

    __slots__ = ("source", "value")

    def __init__(self) -> None:
        self.value = 0.0
        self.source: Callable[[], float] | None = None

    def set(self, value: float) -> None:
        """It is that now."""
        self.value = value

    def add(self, change: float) -> None:
        """It is that much more now."""
        self.value += change

    def read(self) -> float:
        """What it is now."""
        return self.source() if self.source is not None else self.value


class Distribution:
    """How many observations lie below each bound."""

    __slots__ = ("bounds", "counts", "sum")

    def __init__(self, bounds: Sequence[float]) -> None:
        self.bounds = bounds
        self.counts = [0] * (len(bounds) + 1)
        self.sum = 0.0

    def observe(self, value: float, count: int = 1) -> None:
        """`count` times that value."""
        self.counts[bisect_left(self.bounds, value)] += count
        self.sum += value * count


FigureT = TypeVar("FigureT", Tally, Level, Distribution)


class Family(Generic[FigureT]):
    """Figures of one name, told apart by labels. Labels are never ids: the number is bounded."""

    def __init__(
        self, name: str, text: str, labels: Sequence[str], make: Callable[[], FigureT]
    ) -> None:
        self.name = name
        self.text = text
        self.labels = tuple(labels)
        self._make: Callable[[], FigureT] = make
        self._children: dict[tuple[str, ...], FigureT] = {}

    def child(self, *values: str) -> FigureT:
        """The figure with these label values; keep it where it is used often."""
        child = self._children.get(values)
        if child is None:
            if len(values) != len(self.labels):
                raise ValueError(f"{self.name} has the labels {self.labels}, not {values}")
            if len(self._children) >= MAX_SERIES:
                values = (OTHER,) * len(self.labels)
            child = self._children.setdefault(values, self._make())
        return child

    def items(self) -> Iterator[tuple[tuple[str, ...], FigureT]]:
        """Label values and figures."""
        yield from list(self._children.items())


class Figures:
    """All families of a process; a collector for prometheus-client. Names begin with `prefix`."""

    def __init__(self, prefix: str = "") -> None:
        self._prefix = prefix
        self._tallies: list[Family[Tally]] = []
        self._levels: list[Family[Level]] = []
        self._distributions: list[Family[Distribution]] = []

    def tallies(self, name: str, text: str, *labels: str) -> Family[Tally]:
        """A new family of counters; Prometheus sees it as `<name>_total`."""
        family = Family(self._prefix + name, text, labels, Tally)
        self._tallies.append(family)
        return family

    def levels(self, name: str, text: str, *labels: str) -> Family[Level]:
        """A new family of gauges."""
        family = Family(self._prefix + name, text, labels, Level)
        self._levels.append(family)
        return family

    def distributions(
        self, name: str, text: str, *labels: str, bounds: Sequence[float] = LATENCY_BUCKETS_S
    ) -> Family[Distribution]:
        """A new family of histograms."""
        family = Family(self._prefix + name, text, labels, lambda: Distribution(bounds))
        self._distributions.append(family)
        return family

    def collect(self) -> Iterator[Metric]:
        """prometheus-client calls this for each scrape."""
        for tallies in self._tallies:
            counter = CounterMetricFamily(tallies.name, tallies.text, labels=tallies.labels)
            for values, tally in tallies.items():
                counter.add_metric(values, tally.read())
            yield counter
        for levels in self._levels:
            gauge = GaugeMetricFamily(levels.name, levels.text, labels=levels.labels)
            for values, level in levels.items():
                gauge.add_metric(values, level.read())
            yield gauge
        for family in self._distributions:
            histogram = HistogramMetricFamily(family.name, family.text, labels=family.labels)
            for values, figure in family.items():
                histogram.add_metric(values, list(_cumulated(figure)), figure.sum)
            yield histogram


def _cumulated(figure: Distribution) -> Iterator[tuple[str, float]]:
    below = 0
    for bound, count in zip([*figure.bounds, float("inf")], figure.counts, strict=True):
        below += count
        yield ("+Inf" if bound == float("inf") else repr(float(bound))), below
