"""Coming in, staying, signing out; cookies and what closes sockets."""

from libs.testkit.eventually import eventually
from services.gateway.app import Gateway
from tests.integration.gateway.conftest import MakeBrowser, MakeGateway
from tests.integration.gateway.house import House


async def test_a_guest_comes_in_stays_and_leaves(
    house: House, gateway: Gateway, make_browser: MakeBrowser
) -> None:
    browser = make_browser(gateway)
    assert await browser.get("/api/me") == (200, {"player": None, "running": []})
    status, me = await browser.post("/api/guest", {"language": "en"})
    assert status == 200
    again = await browser.post("/api/guest", {"language": "de"})
    assert again == (200, me), "who is in already stays who they are"
    socket = await browser.open()
    assert (await socket.next("welcome"))["player"] == me["player"]

    assert await browser.post("/api/sign-out") == (200, {"player": None, "running": []})
    assert await socket.ended() == 1008
    assert socket.reason == "session_closed"
    assert (await browser.get("/api/me"))[1]["player"] is None
    assert (await browser.post("/api/sign-out"))[0] == 200, "signing out twice is no fault"
    assert house.sessions == {}


async def test_the_cookie_is_out_of_reach_for_scripts_and_other_sites(
    house: House, make_gateway: MakeGateway, make_browser: MakeBrowser
) -> None:
    plain = make_browser(await make_gateway())
    async with plain.session.post("/api/guest", json={}) as response:
        cookie = response.headers["Set-Cookie"]
    parts = {part.strip().partition("=")[0] for part in cookie.split(";")}
    assert {"HttpOnly", "SameSite", "Path"} <= parts
    assert "SameSite=Lax" in cookie
    assert "Path=/;" in f"{cookie};"
    assert "Secure" not in parts

    proxied = make_browser(await make_gateway(trusted_proxies="127.0.0.0/8"))
    forwarded = {"X-Forwarded-Proto": "https", "X-Forwarded-Host": "play.example"}
    async with proxied.session.post("/api/guest", json={}, headers=forwarded) as response:
        cookie = response.headers["Set-Cookie"]
    assert "Secure" in cookie
    name, _, token = cookie.partition(";")[0].partition("=")
    assert name == "__Host-sc_session", "a neighbour below the same domain can't set it"
    for sent, expected in ((name, True), ("sc_session", False)):
        _, answer = await proxied.get("/api/me", Cookie=f"{sent}={token}", **forwarded)
        assert (answer["player"] is not None) is expected, sent


async def test_a_trusted_proxy_speaks_for_the_host_that_pages_come_from(
    house: House, make_gateway: MakeGateway, make_browser: MakeBrowser
) -> None:
    headers = {"Origin": "https://play.example", "X-Forwarded-Host": "play.example"}
    trusting = make_browser(await make_gateway(trusted_proxies="127.0.0.0/8"))
    assert (await trusting.post("/api/guest", {}, **headers))[0] == 200
    other = make_browser(await make_gateway())
    assert (await other.post("/api/guest", {}, **headers))[0] == 403


async def test_accounts_is_asked_once_a_minute(
    house: House, gateway: Gateway, make_browser: MakeBrowser
) -> None:
    token, player = house.guest()
    browser = make_browser(gateway, token)
    for _ in range(5):
        assert (await browser.get("/api/me"))[1]["player"]["id"] == player.id
    assert len(house.asked) == 1


async def test_a_closed_session_is_closed_on_every_gateway_at_once(
    house: House, make_gateway: MakeGateway, make_browser: MakeBrowser
) -> None:
    token, _ = house.guest()
    browsers = [make_browser(await make_gateway(), token) for _ in range(2)]
    sockets = [await browser.socket() for browser in browsers]
    house.close_session(token)
    for socket in sockets:
        assert await socket.ended() == 1008
    for browser in browsers:
        assert (await browser.get("/api/me"))[1]["player"] is None


async def test_while_accounts_is_away_who_is_known_goes_on_and_others_wait(
    house: House, gateway: Gateway, make_browser: MakeBrowser
) -> None:
    (one, _), (two, _) = house.guest(), house.guest()
    known, unknown = make_browser(gateway, one), make_browser(gateway, two)
    await known.socket()
    house.close("accounts")
    await house.bus.flush()
    assert (await known.get("/api/me"))[0] == 200
    await known.socket()
    status, refusal = await unknown.get("/api/me")
    assert (status, refusal["code"]) == (503, "unavailable")


async def test_a_foreign_page_opens_no_socket(
    house: House, gateway: Gateway, make_browser: MakeBrowser
) -> None:
    token, _ = house.guest()
    browser = make_browser(gateway, token)
    upgrade = {
        "Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==",
    }  # fmt: skip
    for foreign in ({"Origin": "https://evil.example"}, {"Origin": "null"}):
        status, refusal = await browser.get("/ws", **upgrade, **foreign)
        assert (status, refusal["code"]) == (403, "foreign_origin")
    own = await browser.open(Origin=f"http://127.0.0.1:{gateway.port}")
    await own.next("welcome")


async def test_a_player_s_running_games_come_first_and_whenever_they_change(
    house: House, gateway: Gateway, make_browser: MakeBrowser
) -> None:
    token, player = house.guest()
    house.running[player.id] = [{"game": "00-a"}]
    browser = make_browser(gateway, token)
    first = await browser.open()
    assert (await first.next("welcome"))["running"] == [{"game": "00-a"}]
    second = await browser.socket()
    stranger = await make_browser(gateway).socket()
    house.run(player.id, [])
    for socket in (first, second):
        assert (await socket.next("running"))["running"] == []
    third = await browser.open()
    assert (await third.next("welcome"))["running"] == []
    assert not any(message["t"] == "running" for message in stranger.got)


async def test_a_silent_archive_keeps_nobody_waiting_and_is_asked_again(
    house: House, gateway: Gateway, make_browser: MakeBrowser
) -> None:
    token, player = house.guest()
    house.running[player.id] = [{"game": "00-a"}]
    house.close("archive")
    await house.bus.flush()
    socket = await make_browser(gateway, token).open()
    # The archive itself would be waited for a second longer than that.
    assert (await socket.next("welcome", within_s=4.0))["running"] == []
    house.open_archive()
    assert (await socket.next("running", within_s=8.0))["running"] == [{"game": "00-a"}]


async def test_my_games_come_in_pages(
    house: House, gateway: Gateway, make_browser: MakeBrowser
) -> None:
    token, player = house.guest()
    house.finished[player.id] = [finished(number) for number in range(50, 0, -1)]
    browser = make_browser(gateway, token)
    before, pages = "", []
    for _ in range(4):
        status, page = await browser.get(f"/api/my-games{before}")
        assert status == 200
        pages.append([line["ended_at_ms"] for line in page["games"]])
        if page["next"] is None:
            break
        before = f"?before={page['next']}"
    assert [len(page) for page in pages] == [20, 20, 10]
    assert [number for page in pages for number in page] == list(range(50, 0, -1))


def finished(number: int) -> dict[str, object]:
    """A line of the archive."""
    time = {"base_ms": 300_000, "increment_ms": 3_000}
    terms = {"game": "mills", "variant": "yucata", "options": {}, "time": time}
    seats = [{"player": "00-a", "name": "A"}, {"player": "00-b", "name": "B"}]
    return {
        "game": f"00-g{number}", "terms": terms, "seats": seats, "started_at_ms": 1,
        "ended_at_ms": number, "winner": 0, "reason": "resigned", "plies": 3,
    }  # fmt: skip


async def test_sockets_and_sessions_are_counted_as_they_come_and_go(
    house: House, gateway: Gateway, make_browser: MakeBrowser
) -> None:
    browser = make_browser(gateway)
    sockets = [await browser.socket() for _ in range(3)]
    for socket in sockets:
        await socket.close()
    level = gateway.metrics.sockets.child()
    await eventually(lambda: level.read() == 0)
