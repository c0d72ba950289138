"""Liveness, readiness and metrics over HTTP."""

from collections.abc import AsyncIterator
from dataclasses import dataclass

import aiohttp
import pytest

from libs.runtime import Health, HealthSite, Metrics

pytestmark = pytest.mark.unit


@dataclass
class Site:
    health: Health
    url: str
    session: aiohttp.ClientSession

    async def get(self, path: str) -> tuple[int, str]:
        async with self.session.get(self.url + path) as answer:
            return answer.status, await answer.text()


@pytest.fixture
async def site() -> AsyncIterator[Site]:
    health = Health()
    server = HealthSite(health, Metrics())
    port = await server.start("127.0.0.1", 0)
    async with aiohttp.ClientSession() as session:
        yield Site(health, f"http://127.0.0.1:{port}", session)
    await server.stop()


async def test_it_is_alive_before_it_is_ready(site: Site) -> None:
    assert (await site.get("/healthz"))[0] == 200
    assert await site.get("/readyz") == (
        503, '{"status":"not ready","problems":{"start":"not started yet"}}'
    )  # fmt: skip


async def test_it_is_ready_when_every_check_is_content(site: Site) -> None:
    trouble: list[str] = []
    site.health.add("games", lambda: {"bus": lambda: trouble[0] if trouble else None})
    site.health.started()
    assert (await site.get("/readyz"))[0] == 200
    trouble.append("no connection")
    status, text = await site.get("/readyz")
    assert status == 503
    assert '"games.bus":"no connection"' in text


async def test_who_stops_is_not_ready(site: Site) -> None:
    site.health.started()
    site.health.stopping()
    assert (await site.get("/readyz"))[0] == 503
    assert (await site.get("/healthz"))[0] == 200


async def test_the_metrics_are_shown(site: Site) -> None:
    status, text = await site.get("/metrics")
    assert status == 200
    assert "process_cpu_seconds_total" in text
