"""A simulated world: services, a bus and logs in memory; seeded delays, repeats, crashes."""

import asyncio
import random
from collections.abc import Callable, Coroutine, Generator, Sequence
from contextvars import Context, ContextVar
from dataclasses import dataclass, field
from typing import Any, TypeVar

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


ServiceT = TypeVar("ServiceT", bound=Service)
Work = Coroutine[Any, Any, Any] | Generator[Any, Any, Any]


@dataclass
class _Life:
    """One service's time in the world: what ends when it is killed."""

    buses: list[MemoryBus] = field(default_factory=list)
    tasks: set["asyncio.Task[Any]"] = field(default_factory=set)


_life: ContextVar[_Life | None] = ContextVar("life", default=None)


class World:
    """The hub, the logs and the services of one simulation; made inside its event loop."""

    def __init__(self, weather: Weather | None = None) -> None:
        self.weather = weather
        self.hub = MemoryHub(None if weather is None else weather.copies)
        self.runtime = Runtime(Settings(), now_ms=virtual_now_ms)
        self._logs: dict[str, MemoryLog] = {}
        self._lives: list[tuple[Service, _Life]] = []
        asyncio.get_running_loop().set_task_factory(_make_task)

    def connect(self) -> MemoryBus:
        """A connection to the hub; it breaks when the service that took it is killed."""
        bus = MemoryBus(self.hub)
        life = _life.get()
        if life is not None:
            life.buses.append(bus)
        return bus

    def log(self, service: str) -> MemoryLog:
        """That service's database: the same one for all its instances, and after a crash."""
        log = self._logs.get(service)
        if log is None:
            log = self._logs[service] = MemoryLog()
            if self.weather is not None:
                log.fault = self.weather.commit_fault
        return log

    async def start(self, build: Callable[["World"], ServiceT]) -> ServiceT:
        """Make a service out of the world's parts, and begin it."""
        life = _Life()

        async def work() -> ServiceT:
            _life.set(life)
            service = build(self)
            self._lives.append((service, life))
            await service.start()
            return service

        return await asyncio.create_task(work())

    async def stop(self) -> None:
        """Stop all services in good order."""
        while self._lives:
            service, life = self._lives.pop()
            await service.stop()
            for bus in life.buses:
                await bus.close()

    async def kill(self, service: Service) -> None:
        """As if its process had been killed: its connections are cut, its tasks end where they are.

        The locks of its shards are freed by whoever made them (`MemoryLocks.cut`).
        """
        (life,) = [life for running, life in self._lives if running is service]
        self._lives.remove((service, life))
        for bus in life.buses:
            bus.cut()
        tasks = list(life.tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def _make_task(
    loop: asyncio.AbstractEventLoop, work: Work, context: Context | None = None
) -> "asyncio.Task[Any]":
    """The loop's task factory: notes whose life a task belongs to."""
    task: asyncio.Task[Any] = asyncio.Task(work, loop=loop, context=context)
    life = _life.get()
    if life is not None:
        life.tasks.add(task)
        task.add_done_callback(life.tasks.discard)
    return task
