"""A gateway on real NATS, the tiny house around it, and people."""

import os
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

import services.accounts.app
import services.accounts.config
import services.archive.app
import services.archive.config
import services.games.app
import services.games.config
import services.lobby.app
import services.lobby.config
import services.matchmaking.app
import services.matchmaking.config
import services.ratings.app
import services.ratings.config
from libs.bus import NatsBus, NatsOptions
from libs.runtime import Runtime, Service
from libs.runtime.event_stream import EVENTS
from services.gateway.app import Gateway
from services.gateway.config import GatewaySettings
from services.upkeep.app import migrate
from tests.integration.gateway.browser import Browser
from tests.integration.gateway.house import House

MakeGateway = Callable[..., Awaitable[Gateway]]
MakeBrowser = Callable[..., Browser]


@pytest.fixture
async def house(nats_url: str) -> AsyncIterator[House]:
    bus = await NatsBus.connect(NatsOptions(nats_url))
    house = House(bus)
    await house.open()
    yield house
    await bus.close()


@pytest.fixture
def web_folder(tmp_path: Path) -> Path:
    """A client as the build leaves it."""
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<!doctype html><title>Spielcenter</title>")
    (tmp_path / "assets" / "index-abc123.js").write_text("export const a = 1;" * 100)
    (tmp_path / "assets" / "index-abc123.js.br").write_bytes(b"compressed")
    (tmp_path / "manifest.webmanifest").write_text("{}")
    return tmp_path


@pytest.fixture
async def make_gateway(nats_url: str, web_folder: Path) -> AsyncIterator[MakeGateway]:
    """Starts a gateway with these settings; it is stopped in the end."""
    async with AsyncExitStack() as stack:

        async def make(**settings: Any) -> Gateway:
            own = GatewaySettings(
                nats_url=nats_url, web_folder=str(web_folder), requests_burst=10_000, **settings
            )
            gateway = Gateway(Runtime(own), own)
            stack.push_async_callback(gateway.stop)
            await gateway.start()
            return gateway

        yield make


@pytest.fixture
async def gateway(make_gateway: MakeGateway, house: House) -> Gateway:
    return await make_gateway()


@pytest.fixture
async def make_browser() -> AsyncIterator[MakeBrowser]:
    """Makes people: `make_browser(gateway, token)`."""
    async with AsyncExitStack() as stack:
        made: list[Browser] = []

        def make(gateway: Gateway, token: str | None = None) -> Browser:
            made.append(Browser(gateway.port, token))
            return made[-1]

        async def close() -> None:
            for browser in made:
                await browser.__aexit__(None, None, None)

        stack.push_async_callback(close)
        yield make


@pytest.fixture
async def real_gateway(
    nats_url: str, database_url: str, make_gateway: MakeGateway
) -> AsyncIterator[Gateway]:
    """A gateway that may be asked much, all services behind it in this process."""
    await migrate(database_url, lambda _line: None)
    bus = await NatsBus.connect(NatsOptions(nats_url))
    await bus.streams.delete(EVENTS.name)  # of another test's database, with the same places
    await bus.close()
    environment = {**os.environ, "NATS_URL": nats_url, "DATABASE_URL": database_url}
    names = ("accounts", "matchmaking", "games", "ratings", "archive", "lobby")
    async with AsyncExitStack() as stack:
        for name in names:
            package = getattr(services, name)
            settings = package.config.read(environment)
            service: Service = package.app.build(Runtime(settings), settings)
            stack.push_async_callback(service.stop)
            await service.start()
        yield await make_gateway(messages_burst=10_000, guests_burst=10_000)
