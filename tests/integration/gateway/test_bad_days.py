"""The bus goes away, the gateway is stopped."""

import asyncio
from typing import Protocol

from libs.testkit.eventually import eventually
from services.gateway.app import Gateway
from tests.integration.gateway.conftest import MakeBrowser, MakeGateway
from tests.integration.gateway.house import House


class Server(Protocol):
    def kill(self) -> None: ...

    def restart(self) -> None: ...


async def test_the_bus_dies_and_comes_back_and_nothing_is_missing(
    house: House, gateway: Gateway, make_browser: MakeBrowser, nats_server: Server
) -> None:
    token, player = house.guest()
    _, other = house.guest()
    game = house.owner.start(0, (player.id, other.id))
    socket = await make_browser(gateway, token).socket()
    await socket.send({"t": "watch", "game": game.id})
    await socket.next("game_snapshot")
    nats_server.kill()
    await eventually(lambda: gateway.checks()["bus"]() == "not connected")
    house.owner.append(game, "tiny.turn", "unheard")
    await socket.send({"t": "play", "id": "p", "game": game.id, "position": 2, "turn": "d7"})
    nats_server.restart()  # in this thread: the server ends with the thread that started it
    assert (await socket.next("answer", id="p", within_s=8.0))["version"] == 3
    await eventually(lambda: 3 in socket.versions(game.id), within_s=8.0)
    assert socket.versions(game.id) == [2, 3]
    assert gateway.checks()["bus"]() is None


async def test_stopping_sends_everybody_back_at_once(
    house: House, make_gateway: MakeGateway, make_browser: MakeBrowser
) -> None:
    gateway = await make_gateway()
    token, player = house.guest()
    game = house.owner.start(0, (player.id, player.id))
    browser = make_browser(gateway, token)
    sockets = [await browser.socket() for _ in range(3)]
    await sockets[0].send({"t": "resign", "id": "r", "game": game.id})
    await sockets[0].next("answer")
    stopping = asyncio.create_task(gateway.stop())
    for socket in sockets:
        assert await socket.ended() == 1012
        assert socket.reason == "restart"
    async with asyncio.timeout(5.0):
        await stopping
    assert game.version == 2
