"""The services behind the gateway on real servers, gateways, and people who look on."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from libs.runtime import Runtime
from services.gateway.app import Gateway
from services.gateway.config import GatewaySettings
from tests.integration.behind import Behind
from tests.integration.behind import behind as behind
from tests.integration.behind import own_nats as own_nats
from tests.integration.gateway.browser import Browser, Socket

OpenGateway = Callable[[], Awaitable[Gateway]]
Look = Callable[..., Awaitable[Socket]]


@pytest.fixture
async def open_gateway(behind: Behind, tmp_path: Path) -> AsyncIterator[OpenGateway]:
    """Starts gateways; all are stopped afterwards. Stopping one twice does nothing."""
    async with AsyncExitStack() as stack:

        async def start() -> Gateway:
            settings = GatewaySettings(nats_url=behind.nats_url, web_folder=str(tmp_path))
            gateway = Gateway(Runtime(settings), settings)
            await gateway.start()
            stack.push_async_callback(gateway.stop)
            return gateway

        yield start


@pytest.fixture
async def make_look() -> AsyncIterator[Look]:
    """A socket that was welcomed: a stranger's, or of who has that session."""
    async with AsyncExitStack() as stack:

        async def look(gateway: Gateway, token: str | None = None) -> Socket:
            browser = await stack.enter_async_context(Browser(gateway.port, token))
            return await browser.socket()

        yield look
