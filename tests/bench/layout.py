"""Which core runs what: `split` puts the servers on the first core and the load on the second."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass


@dataclass(frozen=True)
class Layout:
    """The cores of the servers and of the load; the same ones where there is no choice."""

    servers: frozenset[int]
    load: frozenset[int]

    @property
    def name(self) -> str:
        """`split` or `free`."""
        return "free" if self.servers == self.load else "split"


def split() -> Layout:
    """Servers on the first core that we may use, the load on the second; free where we can't."""
    if not hasattr(os, "sched_getaffinity"):
        return Layout(frozenset(), frozenset())
    cores = sorted(os.sched_getaffinity(0))
    if len(cores) == 1:
        return Layout(frozenset(cores), frozenset(cores))
    return Layout(frozenset(cores[:1]), frozenset(cores[1:2]))


@contextmanager
def pinned(cores: frozenset[int]) -> Iterator[None]:
    """Whatever is started inside runs on these cores alone."""
    if not cores or not hasattr(os, "sched_getaffinity"):
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, cores)
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)
