"""Too much, too fast, too many, too slow, too silent."""

import asyncio
import contextlib
import socket as sockets

import aiohttp
import msgspec
import pytest

from libs.testkit.eventually import eventually
from services.gateway.app import Gateway
from tests.integration.gateway.browser import Socket
from tests.integration.gateway.conftest import MakeBrowser, MakeGateway
from tests.integration.gateway.house import House


async def test_too_many_messages_are_refused_and_later_ones_are_not(
    house: House, make_gateway: MakeGateway, make_browser: MakeBrowser
) -> None:
    gateway = await make_gateway(messages_burst=5, messages_a_second=10)
    socket = await make_browser(gateway).socket()
    for _ in range(20):
        await socket.send({"t": "unwatch", "game": "00-a"})
    assert (await socket.next("refused"))["code"] == "too_fast"
    await asyncio.sleep(0.2)
    await socket.send({"t": "watch", "game": "00-a"})
    await socket.next("game_gone")


async def test_who_goes_on_and_on_is_sent_away(
    house: House, make_gateway: MakeGateway, make_browser: MakeBrowser
) -> None:
    gateway = await make_gateway(messages_burst=5, strikes=50)
    socket = await make_browser(gateway).socket()
    for _ in range(80):
        await socket.send({"t": "unwatch", "game": "00-a"})
    assert await socket.ended() == 1008
    assert socket.reason == "too_fast"


async def test_an_address_has_so_many_sockets(
    house: House, make_gateway: MakeGateway, make_browser: MakeBrowser
) -> None:
    gateway = await make_gateway(sockets_an_address=2)
    browser = make_browser(gateway)
    first = await browser.socket()
    await browser.socket()
    with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
        await browser.open()
    assert refused.value.status == 429
    await first.close()
    await eventually(lambda: gateway.metrics.sockets.child().read() == 1)
    await browser.socket()


async def test_a_session_has_so_many_sockets_and_others_are_not_concerned(
    house: House, make_gateway: MakeGateway, make_browser: MakeBrowser
) -> None:
    gateway = await make_gateway(sockets_a_session=1)
    (one, _), (two, _) = house.guest(), house.guest()
    browser = make_browser(gateway, one)
    await browser.socket()
    with pytest.raises(aiohttp.WSServerHandshakeError):
        await browser.open()
    await make_browser(gateway, two).socket()
    await make_browser(gateway).socket()


async def test_an_address_makes_so_many_guests_and_requests(
    house: House, make_gateway: MakeGateway, make_browser: MakeBrowser
) -> None:
    gateway = await make_gateway(guests_burst=3)
    answers = [await make_browser(gateway).post("/api/guest", {}) for _ in range(4)]
    assert [status for status, _ in answers] == [200, 200, 200, 429]
    assert answers[-1][1]["code"] == "too_fast"


async def test_so_many_commands_of_a_socket_are_under_way_at_once(
    house: House, make_gateway: MakeGateway, make_browser: MakeBrowser
) -> None:
    gateway = await make_gateway(commands_in_flight=3)
    token, player = house.guest()
    game = house.owner.start(0, (player.id, player.id))
    socket = await make_browser(gateway, token).socket()
    house.owner.is_silent = True
    for number in range(4):
        await socket.send({"t": "offer_draw", "id": f"c{number}", "game": game.id})
    assert (await socket.next("answer"))["code"] == "too_fast"
    house.owner.is_silent = False
    for _ in range(3):
        assert "code" not in await socket.next("answer")


async def test_who_answers_no_ping_is_closed_and_who_does_is_not(
    house: House, make_gateway: MakeGateway, make_browser: MakeBrowser
) -> None:
    gateway = await make_gateway(ping_every_s=0.2, silent_after_s=3.0)
    silent, lively = await make_browser(gateway).socket(), await make_browser(gateway).socket()
    silent.does_pong = False
    assert await silent.ended(within_s=10.0) == 1001
    assert silent.reason == "silent"
    assert not lively.raw.closed


async def test_a_measured_round_trip_is_told_to_the_owner(
    house: House, make_gateway: MakeGateway, make_browser: MakeBrowser
) -> None:
    gateway = await make_gateway(ping_every_s=0.2)
    token, player = house.guest()
    game = house.owner.start(0, (player.id, player.id))
    socket = await make_browser(gateway, token).socket()
    socket.pongs_after_s = 0.05

    async def told_ms() -> int:
        number = len(house.owner.commands)
        await socket.ask({"t": "offer_draw", "id": f"c{number}", "game": game.id})
        return house.owner.commands[-1].lag_ms

    async with asyncio.timeout(20.0):
        # It is the least of five, of which some were before; who asks more often is too fast.
        while await told_ms() < 50:  # noqa: ASYNC110  what is awaited offers no event
            await asyncio.sleep(0.2)
    assert await told_ms() < 500


async def open_and_stop_reading(gateway: Gateway, game: str) -> sockets.socket:
    """A client that says "watch" and then reads nothing, with small buffers on its side."""
    raw = sockets.socket()
    raw.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 4096)
    raw.setblocking(False)  # noqa: FBT003  the standard library's own signature
    loop = asyncio.get_running_loop()
    await loop.sock_connect(raw, ("127.0.0.1", gateway.port))
    await loop.sock_sendall(
        raw,
        b"GET /ws HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
        b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n",
    )
    text = b'{"t":"watch","game":"%b"}' % game.encode()
    await loop.sock_sendall(raw, bytes((0x81, 0x80 | len(text), 0, 0, 0, 0)) + text)
    return raw


async def read_messages(raw: sockets.socket, until: bytes) -> bytes:
    """Everything that comes, up to some text."""
    loop, got = asyncio.get_running_loop(), b""
    async with asyncio.timeout(10.0):
        while until not in got:
            got += await loop.sock_recv(raw, 1 << 20)
    return got


async def test_who_can_t_keep_up_gets_a_snapshot_instead_of_the_backlog(
    house: House, gateway: Gateway, make_browser: MakeBrowser
) -> None:
    _, a = house.guest()
    game = house.owner.start(0, (a.id, a.id))
    quick: Socket = await make_browser(gateway).socket()
    await quick.send({"t": "watch", "game": game.id})
    await quick.next("game_snapshot")
    slow = await open_and_stop_reading(gateway, game.id)
    await eventually(lambda: house.owner.interest[game.id][gateway.id][1] == 2)
    blob = "x" * 20_000
    for _ in range(400):
        house.owner.append(game, "tiny.turn", blob)
        await asyncio.sleep(0)
    await eventually(lambda: game.version in quick.versions(game.id))
    game.events[:] = [msgspec.structs.replace(event, data=0) for event in game.events]
    wanted = b'"t":"game_snapshot","game":"%b","version":401' % game.id.encode()
    got = await read_messages(slow, wanted)
    slow.close()
    assert got.count(b'"t":"game_snapshot"') >= 2
    assert got.count(blob.encode()) < 400, "most of the backlog was left out"
    assert gateway.metrics.slow_sockets.child().value >= 1
    assert quick.versions(game.id) == list(range(2, 402)), "nobody else has noticed"


async def test_who_reads_nothing_at_all_is_cut_off(
    house: House, gateway: Gateway, make_browser: MakeBrowser
) -> None:
    _, a = house.guest()
    games = [house.owner.start(shard, (a.id, a.id)) for shard in range(2)]
    for _ in range(60):
        for game in games:
            house.owner.append(game, "tiny.turn", "x" * 15_000)
    dead = await open_and_stop_reading(gateway, games[0].id)
    await eventually(lambda: gateway.metrics.sockets.child().read() == 1)
    loop = asyncio.get_running_loop()
    text = b'{"t":"watch","game":"%b"}' % games[0].id.encode()
    frame = bytes((0x81, 0x80 | len(text), 0, 0, 0, 0)) + text
    async with asyncio.timeout(30.0):
        # Whoever wishes again before an answer has come gets one answer: so it takes as many
        # wishes as it takes, no faster than they may be sent.
        while gateway.metrics.sockets.child().read():
            with contextlib.suppress(ConnectionError):
                await loop.sock_sendall(dead, frame)
            await asyncio.sleep(0.06)
    dead.close()


async def test_who_does_not_finish_a_request_holds_no_connection(
    house: House, make_gateway: MakeGateway
) -> None:
    gateway = await make_gateway(body_within_s=0.2)
    reader, writer = await asyncio.open_connection("127.0.0.1", gateway.port)
    writer.write(b"POST /api/guest HTTP/1.1\r\nHost: x\r\nContent-Length: 50\r\n\r\n{")
    async with asyncio.timeout(5.0):
        assert (await reader.readuntil(b"\r\n")).split(b" ")[1] == b"408"
    writer.close()
    assert house.asked == []
