"""The client's files and pages, their headers, health and metrics."""

import asyncio
from pathlib import Path

import aiohttp
import pytest

from services.gateway.app import Gateway
from tests.integration.gateway.conftest import MakeBrowser

PAGES = [
    *("/", "/rules/mills", "/room/00-abc", "/game/0a-xyz"),
    *("/my-games", "/impressum", "/game/00-a?move=7"),
]


@pytest.mark.parametrize("path", PAGES)
async def test_every_page_is_the_client_s_start(
    gateway: Gateway, make_browser: MakeBrowser, path: str
) -> None:
    async with make_browser(gateway).session.get(path) as response:
        assert response.status == 200
        assert response.content_type == "text/html"
        assert "Spielcenter" in await response.text()
        assert response.headers["Cache-Control"] == "no-cache"
        policy = response.headers["Content-Security-Policy"]
    assert "unsafe" not in policy
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "require-trusted-types-for 'script'" in policy


async def test_hashed_files_are_kept_for_ever_and_travel_compressed(
    gateway: Gateway, make_browser: MakeBrowser
) -> None:
    session = make_browser(gateway).session
    path = "/assets/index-abc123.js"
    async with session.get(path, headers={"Accept-Encoding": "identity"}) as response:
        assert response.status == 200
        assert response.content_type in ("text/javascript", "application/javascript")
        assert "immutable" in response.headers["Cache-Control"]
        assert "export" in await response.text()
    raw = aiohttp.ClientSession(auto_decompress=False)
    async with raw, raw.get(f"http://127.0.0.1:{gateway.port}{path}", headers={
        "Accept-Encoding": "br, gzip"}) as response:  # fmt: skip
        assert response.headers["Content-Encoding"] == "br"
        assert await response.read() == b"compressed"
        assert "Accept-Encoding" in response.headers["Vary"]
    async with session.get("/manifest.webmanifest") as response:
        assert response.status == 200
        assert response.headers["Cache-Control"] == "no-cache"


async def test_answers_of_the_api_are_kept_by_nobody(
    gateway: Gateway, make_browser: MakeBrowser
) -> None:
    async with make_browser(gateway).session.get("/api/messages") as response:
        assert response.headers["Cache-Control"] == "no-store"
        texts = await response.json()
    assert texts["not_your_turn"]["de"]
    assert all(set(text) == {"de", "en"} for text in texts.values())


async def test_health_is_public_and_metrics_are_inside_only(
    gateway: Gateway, make_browser: MakeBrowser
) -> None:
    browser = make_browser(gateway)
    assert (await browser.get("/healthz"))[0] == 200
    gateway.health.started()
    assert (await browser.get("/readyz"))[0] == 200
    assert (await browser.get("/metrics"))[0] == 404
    async with browser.session.get(f"http://127.0.0.1:{gateway.metrics_port}/metrics") as response:
        assert "spielcenter_sockets" in await response.text()


@pytest.mark.parametrize(
    ("host", "shown"),
    [
        ("spiel.example:8443", "http://spiel.example:8443/card.png"),
        ("[::1]:8080", "http://[::1]:8080/card.png"),
        ('x"><script>', "/card.png"),
        ("a" * 300, "/card.png"),
    ],
)
async def test_the_picture_of_a_link_has_its_whole_address(
    gateway: Gateway, web_folder: Path, host: str, shown: str
) -> None:
    card = '<meta property="og:image" content="{}" />'
    (web_folder / "index.html").write_text(card.format("/card.png"))
    reader, writer = await asyncio.open_connection("127.0.0.1", gateway.port)
    writer.write(f"GET /room/02-x HTTP/1.0\r\nHost: {host}\r\n\r\n".encode())
    answer = (await reader.read()).decode()
    writer.close()
    assert answer.startswith("HTTP/1.0 200")
    assert answer.endswith(card.format(shown))
