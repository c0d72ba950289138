"""Whatever comes in over HTTP: a refusal in JSON with a fitting status, never a traceback."""

import asyncio
from typing import Any

import msgspec
import pytest

from libs.contracts.http import HttpRefusal
from services.gateway.app import Gateway
from tests.integration.gateway.browser import Browser
from tests.integration.gateway.conftest import MakeBrowser
from tests.integration.gateway.house import House, terms

GOOD_ROOM = {"id": "c1", "terms": terms()}
DEEP = b'{"id":"c1","terms":{"game":{"game":"m","variant":"v","options":{"a":%b},"time":{}}}}' % (
    b"[" * 5000 + b"]" * 5000
)


def room_with(**changes: Any) -> bytes:
    return msgspec.json.encode({**GOOD_ROOM, **changes})


def time_of(base_ms: object) -> dict[str, Any]:
    return terms(time={"base_ms": base_ms, "increment_ms": 0})


def options_of(value: object) -> dict[str, Any]:
    return terms(options={"a": value})


BAD_BODIES = [
    (b"", 400),
    (b"{", 400),
    (b"\xff\xfe", 400),
    (b"null", 400),
    (b"[]", 400),
    (b"[" * 16_000, 400),
    (DEEP, 400),
    (b'"' + b"a" * 15_000 + b'"', 400),
    (b"x" * 1_000_000, 413),
    (b'{"language":"\\ud800","id":"\\ud800"}', 400),
    (b'{"nobody":"knows"}', 400),
]
BAD_ROOMS = [
    (room_with(id=""), 400),
    (room_with(id="a" * 65), 400),
    (room_with(id="a\u0000b"), 400),
    (room_with(id=7), 400),
    (room_with(terms=None), 400),
    (room_with(more=1), 400),
    (room_with(terms=time_of("soon")), 400),
    (room_with(terms=options_of("\u0000")), 400),
    (room_with(terms=time_of(1)).replace(b'"base_ms":1', b'"base_ms":1e999'), 400),
    (room_with(terms=options_of(1)).replace(b'"a":1', b'"a":' + b"9" * 400), 400),
]


@pytest.mark.parametrize(("body", "status"), BAD_BODIES)
@pytest.mark.parametrize(
    "path",
    [
        "/api/guest",
        "/api/rooms",
        "/api/practice",
        "/api/hotseat",
        "/api/games/00-unknown/evaluation",
    ],
)
async def test_bad_bodies(
    house: House, gateway: Gateway, make_browser: MakeBrowser, path: str, body: bytes, status: int
) -> None:
    token, _ = house.guest()
    await refused(make_browser(gateway, token), "POST", path, status, body)


@pytest.mark.parametrize(("body", "status"), BAD_ROOMS)
async def test_bad_rooms(
    house: House, gateway: Gateway, make_browser: MakeBrowser, body: bytes, status: int
) -> None:
    token, _ = house.guest()
    await refused(make_browser(gateway, token), "POST", "/api/rooms", status, body)
    assert house.room_commands == []


STRANGE_IDS = [
    "x", "00-", "ff-abc", "00-*", "00-%3E", "00-a.b", "00-%00", "00-a%20b", "%2e%2e",
    "00-" + "a" * 5000, "00-unknown", "%ff", "00-%f0%9f%98%80",
]  # fmt: skip


@pytest.mark.parametrize("strange", STRANGE_IDS)
@pytest.mark.parametrize("kind", ["rooms", "games"])
async def test_strange_ids(
    house: House, gateway: Gateway, make_browser: MakeBrowser, kind: str, strange: str
) -> None:
    refusal = await refused(make_browser(gateway), "GET", f"/api/{kind}/{strange}", 404)
    assert refusal.code in ("room_not_found", "game_not_found", "not_found")
    assert {getattr(query, "game", None) for query in house.owner.queries} <= {"00-unknown"}


@pytest.mark.parametrize(
    "before", ["x", "1", "1.", ".00-a", "-1.00-a", "9" * 30 + ".00-a", "٣.00-a"]
)
async def test_strange_pages(
    house: House, gateway: Gateway, make_browser: MakeBrowser, before: str
) -> None:
    token, _ = house.guest()
    await refused(make_browser(gateway, token), "GET", f"/api/my-games?before={before}", 400)


async def test_who_is_nobody_may_look_but_not_touch(
    house: House, gateway: Gateway, make_browser: MakeBrowser
) -> None:
    nobody = make_browser(gateway)
    refusal = await refused(nobody, "POST", "/api/rooms", 401, msgspec.json.encode(GOOD_ROOM))
    assert refusal.code == "no_session"
    await refused(nobody, "GET", "/api/my-games", 401)
    forged = make_browser(gateway, "A" * 40)
    assert await forged.get("/api/me") == (200, {"player": None, "running": []})
    for token in ("short", "with space and more", "%00" * 20, "ä" * 30, "x" * 3000):
        assert (await make_browser(gateway).get("/api/me", Cookie=f"sc_session={token}"))[0] == 200
    assert [query.token for query in house.asked] == ["A" * 40]


@pytest.mark.parametrize(
    "path",
    [
        "/api/guest",
        "/api/sign-out",
        "/api/rooms",
        "/api/practice",
        "/api/hotseat",
        "/api/games/00-unknown/hint",
        "/api/games/00-unknown/evaluation",
        "/api/games/00-unknown/review",
    ],
)
@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Origin": "https://evil.example", "X-Forwarded-Host": "evil.example"},
    ],
)
async def test_foreign_pages_change_nothing(
    house: House, gateway: Gateway, make_browser: MakeBrowser, path: str, headers: dict[str, str]
) -> None:
    token, _ = house.guest()
    refusal = await refused(make_browser(gateway, token), "POST", path, 403, b"{}", headers)
    assert refusal.code == "foreign_origin"
    assert token in house.sessions


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/api/nothing", 404),
        ("GET", "/api", 404),
        ("GET", "/metrics", 404),
        ("GET", "/assets/nothing.js", 404),
        ("GET", "/../../etc/passwd", 404),
        ("GET", "/assets/%2e%2e/%2e%2e/etc/passwd", 404),
        ("GET", "/%2fetc/passwd", 404),
        ("GET", "/x%00.js", 404),
        ("GET", "/index.html.br", 404),
        ("GET", "/" + "a" * 300 + ".js", 404),
        ("POST", "/", 405),
        ("DELETE", "/api/me", 405),
        ("PUT", "/api/rooms/00-x", 405),
        ("GET", "/ws", 400),
    ],
)
async def test_strange_addresses(
    gateway: Gateway, make_browser: MakeBrowser, method: str, path: str, status: int
) -> None:
    await refused(make_browser(gateway), method, path, status)


@pytest.mark.parametrize(
    "nonsense",
    [
        b"nonsense\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"GET /\x00 HTTP/1.1\r\nHost: x\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\nno colon\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\nA: " + b"a" * 20_000 + b"\r\n\r\n",
        b"POST /api/guest HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n",
        b"POST /api/guest HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n"
        b"Transfer-Encoding: chunked\r\n\r\n",
    ],
)
async def test_what_is_no_http_at_all(gateway: Gateway, nonsense: bytes) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", gateway.port)
    writer.write(nonsense)
    head, _, body = (await asyncio.wait_for(reader.read(), 5.0)).partition(b"\r\n\r\n")
    writer.close()
    assert head.split(b" ")[1] == b"400"
    assert b"content-security-policy" in head.lower()
    assert msgspec.json.decode(body, type=HttpRefusal).code == "bad_request"


async def test_a_chunked_body_without_end_is_too_large(
    gateway: Gateway, make_browser: MakeBrowser
) -> None:
    async def endless() -> Any:
        for _ in range(100):
            yield b"x" * 4096

    browser = make_browser(gateway)
    async with browser.session.post("/api/guest", data=endless()) as response:
        assert response.status == 413
        assert msgspec.json.decode(await response.read(), type=HttpRefusal).code == "too_large"


@pytest.mark.parametrize(
    "rest",
    [
        b"Content-Encoding: gzip\r\nContent-Length: 3\r\n\r\nabc",
        b"Content-Encoding: br\r\nContent-Length: 3\r\n\r\nabc",
        b"Transfer-Encoding: chunked\r\n\r\nno length\r\n",
        b"Transfer-Encoding: chunked\r\n\r\n2\r\n{}no end\r\n\r\n",
    ],
)
async def test_a_body_that_cannot_be_unpacked_is_no_fault_of_ours(
    gateway: Gateway, caplog: pytest.LogCaptureFixture, rest: bytes
) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", gateway.port)
    writer.write(b"POST /api/guest HTTP/1.1\r\nHost: x\r\nConnection: close\r\n" + rest)
    head, _, body = (await asyncio.wait_for(reader.read(), 5.0)).partition(b"\r\n\r\n")
    writer.close()
    assert head.split(b" ")[1] == b"400"
    assert msgspec.json.decode(body, type=HttpRefusal).code in ("bad_json", "bad_request")
    assert [record for record in caplog.records if record.levelname == "ERROR"] == []


async def refused(
    browser: Browser,
    method: str,
    path: str,
    status: int,
    body: bytes = b"",
    headers: dict[str, str] | None = None,
) -> HttpRefusal:
    """The refusal, which is JSON in both languages and bears the house's headers."""
    async with browser.session.request(
        method, browser.at(path), data=body or None, headers=headers
    ) as response:
        assert response.status == status, await response.text()
        refusal = msgspec.json.decode(await response.read(), type=HttpRefusal)
        assert response.headers["X-Content-Type-Options"] == "nosniff"
        assert "unsafe" not in response.headers["Content-Security-Policy"]
    assert refusal.code != "internal_error"
    assert set(refusal.text) == {"de", "en"}
    return refusal
