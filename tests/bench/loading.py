"""Runs a load beside servers and says what it saw and what it cost each of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import msgspec

from tests.bench.children import BenchError, Child, processor_s
from tests.bench.layout import Layout, pinned
from tests.bench.load.plan import Plan, Report
from tests.bench.results import note


@dataclass(frozen=True)
class Seen:
    """A load's report, and each server's processor time meanwhile."""

    report: Report
    cpu_s: Mapping[str, float]

    @property
    def turns_per_second(self) -> float:
        """Turns seen by the opponent."""
        return self.report.turns / self.report.seconds

    @property
    def delivered_per_second(self) -> float:
        """Messages that reached spectators."""
        return self.report.delivered / self.report.seconds

    def costs(self) -> str:
        """µs of processor a turn, server by server."""
        count = max(1, self.report.turns)
        parts = {**self.cpu_s, "load": self.report.load_cpu_s}
        return " ".join(f"{name} {1e6 * cpu_s / count:.0f}" for name, cpu_s in parts.items())


def nothing() -> None:
    """Does nothing."""


def run_load(
    plan: Plan,
    layout: Layout,
    folder: Path,
    pids: Mapping[str, int],
    *,
    at_end: Callable[[], None] = nothing,
    during: Callable[[], None] = nothing,
) -> Seen:
    """Runs the plan; `during` is called at its beginning, `at_end` when the last turn was sent.

    Raises BenchError if anything went wrong that must not.
    """
    with pinned(layout.load), Child("load", ["tests.bench.load"], folder) as load:
        load.say(msgspec.json.encode(plan).decode())
        _expect(load, "begin")
        before = {name: processor_s(pid) for name, pid in pids.items()}
        during()
        _expect(load, "end")
        cpu_s = {name: processor_s(pid) - before[name] for name, pid in pids.items()}
        problem = _problem(at_end)
        report = msgspec.json.decode(load.line(), type=Report)
    if report.errors:
        raise BenchError("the load saw errors:\n" + "\n".join(report.errors))
    seen = Seen(report, cpu_s)
    _tell(plan, seen)
    if problem is not None:
        raise problem
    return seen


def _problem(check: Callable[[], None]) -> BenchError | None:
    """What a check has to say against the measurement; the figures are shown all the same."""
    try:
        check()
    except BenchError as error:
        return error
    return None


def _tell(plan: Plan, seen: Seen) -> None:
    report = seen.report
    if report.turns:
        p50_ms, p99_ms = report.p50_ms or 0.0, report.p99_ms or 0.0
        note(
            f"  {plan.dialect}: {seen.turns_per_second:,.0f} turns/s,"
            f" p50 {p50_ms:.1f} ms, p99 {p99_ms:.1f} ms, µs a turn: {seen.costs()}"
        )


def _expect(load: Child, word: str) -> None:
    line = load.line()
    if line != word:
        raise BenchError(f"the load said {line!r} instead of {word!r}")
