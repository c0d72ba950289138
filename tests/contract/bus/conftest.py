"""Two worlds with the same promises: a hub in memory, and a real NATS server."""

from collections.abc import AsyncIterator
from typing import Protocol

import pytest

from libs.bus import Bus, MemoryBus, MemoryHub, NatsBus, NatsOptions


class World(Protocol):
    """A server and any number of connections to it."""

    errors: list[tuple[str, Exception]]

    async def connect(self) -> Bus: ...
    async def close(self) -> None: ...


class MemoryWorld:
    def __init__(self) -> None:
        self.errors: list[tuple[str, Exception]] = []
        self.hub = MemoryHub()
        self._buses: list[Bus] = []

    async def connect(self) -> Bus:
        self._buses.append(MemoryBus(self.hub, lambda *error: self.errors.append(error)))
        return self._buses[-1]

    async def close(self) -> None:
        for bus in self._buses:
            await bus.close()


class NatsWorld:
    def __init__(self, url: str) -> None:
        self.errors: list[tuple[str, Exception]] = []
        self._options = NatsOptions(url)
        self._buses: list[Bus] = []

    async def connect(self) -> Bus:
        self._buses.append(
            await NatsBus.connect(self._options, lambda *error: self.errors.append(error))
        )
        return self._buses[-1]

    async def close(self) -> None:
        for bus in self._buses:
            await bus.close()


@pytest.fixture(params=["memory", "nats"])
async def world(request: pytest.FixtureRequest) -> AsyncIterator[World]:
    made: World
    if request.param == "memory":
        made = MemoryWorld()
    else:
        made = NatsWorld(request.getfixturevalue("nats_server").url)
    yield made
    await made.close()
