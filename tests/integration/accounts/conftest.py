"""The services behind the gateway, on real servers; and a town: gateways and people before them."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from libs.runtime import Runtime
from services.gateway.app import Gateway
from services.gateway.config import GatewaySettings
from tests.integration.behind import Behind
from tests.integration.behind import behind as behind
from tests.integration.behind import own_nats as own_nats
from tests.integration.gateway.browser import Browser

LIGHT: dict[str, Any] = {"argon2_memory_kib": 8, "argon2_passes": 1}
"""Real argon2id that costs next to nothing."""

PASSWORD = "ein gutes Passwort"


class Town:
    """Accounts behind any number of gateways, and people with browsers."""

    def __init__(self, behind: Behind, web_folder: Path, stack: AsyncExitStack) -> None:
        self.behind = behind
        self._web_folder = web_folder
        self._stack = stack
        self._gateway: Gateway | None = None

    async def gateway(self, **settings: Any) -> Gateway:
        """One more gateway; it believes in X-Forwarded-For, so people may live anywhere."""
        own = GatewaySettings(
            nats_url=self.behind.nats_url,
            web_folder=str(self._web_folder),
            requests_burst=10_000,
            sign_ups_burst=settings.pop("sign_ups_burst", 1_000),
            passwords_burst=settings.pop("passwords_burst", 1_000),
            trusted_proxies="127.0.0.0/8",
            **settings,
        )
        gateway = Gateway(Runtime(own), own)
        self._stack.push_async_callback(gateway.stop)
        await gateway.start()
        return gateway

    async def browser(self, gateway: Gateway | None = None, token: str | None = None) -> Browser:
        """A browser before a gateway, the town's first one unless another is named."""
        if gateway is None:
            gateway = self._gateway = self._gateway or await self.gateway()
        return await self._stack.enter_async_context(Browser(gateway.port, token))

    async def guest(self, gateway: Gateway | None = None) -> Browser:
        """Somebody who has come in as a guest."""
        browser = await self.browser(gateway)
        status, _ = await browser.post("/api/guest", {"language": "de"})
        assert status == 200
        return browser

    async def account(
        self, name: str, gateway: Gateway | None = None, password: str = PASSWORD
    ) -> Browser:
        """Somebody who has signed up."""
        browser = await self.browser(gateway)
        status, answer = await browser.post("/api/sign-up", {"name": name, "password": password})
        assert status == 200, answer
        return browser


@pytest.fixture
async def town(behind: Behind, tmp_path: Path) -> AsyncIterator[Town]:
    """A town whose accounts and archive are there."""
    (tmp_path / "index.html").write_text("<!doctype html><title>Spielcenter</title>")
    await behind.start("accounts", **LIGHT)
    await behind.start("archive")
    async with AsyncExitStack() as stack:
        yield Town(behind, tmp_path, stack)


async def me(browser: Browser) -> Any:
    """Who a browser is, None for nobody."""
    status, answer = await browser.get("/api/me")
    assert status == 200
    return answer["player"]


def sign_in(name: str, password: str = PASSWORD) -> dict[str, str]:
    """The form."""
    return {"name": name, "password": password}


async def within(look: Callable[[], Awaitable[Any]], wanted: object) -> None:
    """Returns as soon as it looks as wanted; a message between processes brings it about."""
    async with asyncio.timeout(10.0):
        while await look() != wanted:  # noqa: ASYNC110  what is awaited offers no event
            await asyncio.sleep(0.02)
