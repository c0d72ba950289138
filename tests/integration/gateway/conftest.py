"""A gateway on real NATS, the tiny house around it, and people."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from libs.bus import NatsBus, NatsOptions
from libs.runtime import Runtime
from services.gateway.app import Gateway
from services.gateway.config import GatewaySettings
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
