"""What the house measures: the one list of metrics, and how `/metrics` renders it."""

from collections.abc import Callable
from typing import Final

from prometheus_client import CollectorRegistry, GCCollector, PlatformCollector, ProcessCollector
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest

from libs.bus import Bus, BusStats
from libs.runtime.figures import Figures

PREFIX: Final = "spielcenter_"

_BUS_COUNTERS: Final = (
    ("published", "Messages published"),
    ("publish_dropped", "Messages not published for want of a connection or of room"),
    ("requests", "Requests sent"),
    ("request_frames", "Frames in which they travelled"),
    ("timeouts", "Requests without an answer in time"),
    ("no_responders", "Requests that nobody served"),
    ("served", "Requests served"),
    ("slow_consumer_drops", "Drops because a consumer was too slow"),
    ("disconnects", "Lost connections to the server"),
    ("reconnects", "Connections that came back"),
    ("callback_errors", "Errors reported by the bus"),
    ("redelivered", "Durable messages delivered again"),
    ("dropped", "Jobs given up after too many attempts"),
)


class Metrics:
    """All figures of one process. Services fetch their children once and keep them."""

    def __init__(self) -> None:
        figures = self.figures = Figures(PREFIX)
        tallies, levels, spreads = figures.tallies, figures.levels, figures.distributions
        self.commands = tallies("commands", "Commands answered", "service", "kind", "answer")
        self.command_to_commit = spreads(
            "command_to_commit_seconds", "From a command's receipt to its commit", "service"
        )
        self.commit_to_socket = spreads(
            "commit_to_socket_seconds", "From a commit to the write to a socket"
        )
        self.relay_lag = levels("relay_lag_events", "Committed, not acknowledged", "service")
        self.consumer_lag = levels(
            "consumer_lag_seconds", "Age of the last event applied when it was", "service"
        )
        self.sockets = levels("sockets", "Open sockets")
        self.shards_owned = levels("shards_owned", "Shards owned", "service")
        self.stream_loads = tallies("stream_loads", "Streams loaded from their log", "service")
        self.snapshot_hits = tallies("snapshot_hits", "Loads begun at a snapshot", "service")
        self.streams_held = levels("streams_held", "Streams in memory", "service")
        self.slow_sockets = tallies("slow_sockets", "Backlogs replaced by a snapshot")
        self.refused_frames = tallies("refused_frames", "Refused frames of clients", "code")
        self.task_restarts = tallies("task_restarts", "Tasks that died and began again", "task")
        self.bus = levels("bus_connected", "Whether the bus is connected", "bus")
        self._bus_families = {
            name: tallies(f"bus_{name}", text, "bus") for name, text in _BUS_COUNTERS
        }
        self._registry = _registry_of(figures)

    def watch_bus(self, name: str, bus: Bus) -> None:
        """Show a bus's counters under that name."""
        stats: BusStats = bus.stats
        self.bus.child(name).source = lambda: float(bus.is_connected)
        for counter, family in self._bus_families.items():
            family.child(name).source = _reader(stats, counter)

    def render(self) -> tuple[bytes, str]:
        """The body of `/metrics` and its content type."""
        return generate_latest(self._registry), CONTENT_TYPE_LATEST


def _registry_of(figures: Figures) -> CollectorRegistry:
    registry = CollectorRegistry()
    registry.register(figures)
    ProcessCollector(registry=registry)
    PlatformCollector(registry=registry)
    GCCollector(registry=registry)
    return registry


def _reader(stats: BusStats, counter: str) -> Callable[[], int]:
    return lambda: int(getattr(stats, counter))
