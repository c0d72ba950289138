"""What a keeper of streams may be given beyond decider and codec, and what it counts."""

import os
import time
from collections.abc import Callable, Iterator
from typing import Final, Generic

import msgspec

from libs.eventstore.deciding import Effects, EventT, EvolvedObserver, StateT
from libs.eventstore.snapshots import SnapshotKeeper

ENTROPY_BYTES: Final = 32
DRAWN_AT_ONCE: Final = 64


def _entropy() -> Iterator[bytes]:
    """Random bytes for one command after the other; the system is asked for many at once."""
    while True:
        stock = os.urandom(ENTROPY_BYTES * DRAWN_AT_ONCE)
        for start in range(0, len(stock), ENTROPY_BYTES):
            yield stock[start : start + ENTROPY_BYTES]


class KeeperOptions(msgspec.Struct, Generic[StateT, EventT], frozen=True, kw_only=True):
    """What may differ from service to service, and what a simulation replaces."""

    effects: Effects[EventT, StateT] | None = None
    snapshots: SnapshotKeeper[StateT] | None = None
    observer: EvolvedObserver[StateT, EventT] | None = None
    max_streams: int = 50_000
    idle_s: float = 900.0
    now_ms: Callable[[], int] = lambda: time.time_ns() // 1_000_000
    entropy: Callable[[], bytes] = msgspec.field(default_factory=lambda: _entropy().__next__)
    monotonic: Callable[[], float] = time.monotonic


class KeeperCounts:
    """What the keeper has done so far, for metrics."""

    __slots__ = ("conflicts", "dropped", "loads", "repeats")

    def __init__(self) -> None:
        self.loads = 0
        self.repeats = 0
        self.conflicts = 0
        self.dropped = 0
