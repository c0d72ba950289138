"""A NATS server that the test may kill, freeze and start again."""

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path

import pytest

from libs.bus import NatsBus, NatsOptions
from libs.testkit.nats_server import NatsServer

Connect = Callable[[], Awaitable[NatsBus]]


@pytest.fixture
def server(tmp_path: Path) -> Iterator[NatsServer]:
    made = NatsServer(tmp_path)
    made.start()
    yield made
    made.kill()


@pytest.fixture
async def connect(server: NatsServer) -> AsyncIterator[Connect]:
    buses: list[NatsBus] = []

    async def connect_one() -> NatsBus:
        buses.append(await NatsBus.connect(NatsOptions(server.url), lambda _where, _error: None))
        return buses[-1]

    yield connect_one
    for bus in buses:
        await bus.close()
