"""A simulated world: services, a bus and logs in memory; seeded delays, repeats, crashes."""

import random
from collections.abc import Callable, Sequence

from libs.bus import MemoryBus, MemoryHub
from libs.eventstore.memory import Fault, MemoryLog
from libs.runtime.service import Runtime, Service
from libs.runtime.settings import Settings
from libs.testkit.virtual_time import virtual_now_ms


class Weather:
    """How unkind the network and the database are: probabilities, and a seed to repeat them."""

    def __init__(
        self, seed: int, *, loss: float = 0.0, repeat: float = 0.0, longest_delay_s: float = 0.0
    ) -> None:
        self.random = random.Random(seed)  # noqa: S311  it is to be repeatable
        self.loss = loss
        self.repeat = repeat
        self.longest_delay_s = longest_delay_s
        self.commit_faults = 0.0

    def copies(self, _subject: str) -> Sequence[float]:
        """The delays of a message's copies; none if it is lost."""
        if self.random.random() < self.loss:
            return ()
        delay_s = self.random.uniform(0, self.longest_delay_s)
        if self.random.random() < self.repeat:
            return (delay_s, self.random.uniform(0, self.longest_delay_s))
        return (delay_s,)

    def commit_fault(self) -> Fault | None:
        """What happens to a commit."""
        if self.random.random() >= self.commit_faults:
            return None
        return self.random.choice((Fault.BEFORE_COMMIT, Fault.AFTER_COMMIT))


Build = Callable[["World"], Service]
"""Makes a service out of the world's parts: `world.connect()`, `world.log(name)`, …"""


class World:
    """The hub, the logs and the services of one simulation; made inside its event loop."""

    def __init__(self, weather: Weather | None = None) -> None:
        self.weather = weather
        self.hub = MemoryHub(None if weather is None else weather.copies)
        self.runtime = Runtime(Settings(), now_ms=virtual_now_ms)
        self._logs: dict[str, MemoryLog] = {}
        self._running: list[tuple[Service, list[MemoryBus]]] = []
        self._connecting: list[MemoryBus] = []

    def connect(self) -> MemoryBus:
        """A connection to the hub; it breaks when the service that took it crashes."""
        bus = MemoryBus(self.hub)
        self._connecting.append(bus)
        return bus

    def log(self, service: str) -> MemoryLog:
        """That service's database: the same one for all its instances, and after a crash."""
        log = self._logs.get(service)
        if log is None:
            log = self._logs[service] = MemoryLog()
            if self.weather is not None:
                log.fault = self.weather.commit_fault
        return log

    async def start(self, build: Build) -> Service:
        """Begin a service."""
        self._connecting = []
        service = build(self)
        self._running.append((service, self._connecting))
        self._connecting = []
        await service.start()
        return service

    async def stop(self) -> None:
        """Stop all services in good order."""
        while self._running:
            service, buses = self._running.pop()
            await service.stop()
            for bus in buses:
                await bus.close()

    def cut_off(self, service: Service) -> None:
        """As if its process had been killed: from now on nobody hears it, nor it anybody.

        Its tasks run on for themselves, like those of a process that has lost its network; the
        locks of its shards must be taken from it where they are kept.
        """
        for place, (running, buses) in enumerate(self._running):
            if running is service:
                for bus in buses:
                    bus.cut()
                del self._running[place]
                return
