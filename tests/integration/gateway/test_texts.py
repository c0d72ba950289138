"""Texts go straight from the parser to whoever takes them: in order, none lost, faults seen."""

import asyncio
import contextlib
from collections.abc import AsyncIterator

import aiohttp
from aiohttp import WSMsgType, web

from services.gateway.app import Gateway
from services.gateway.decider.connection import TOO_LARGE
from services.gateway.http.client_socket import ClientSocket
from tests.integration.gateway.conftest import MakeBrowser


async def test_what_comes_before_the_welcome_is_answered_after_it_in_order(
    gateway: Gateway, make_browser: MakeBrowser
) -> None:
    """Nobody has come in, so each verb is refused at once, by its own id."""
    stranger = make_browser(gateway)
    socket = await stranger.open()
    wanted = [f"command-{n}" for n in range(30)]
    for command_id in wanted:
        await socket.send({"t": "resign", "id": command_id, "game": "00-unknown"})
    await socket.next("answer", id=wanted[-1])
    kinds = [message["t"] for message in socket.got if message["t"] != "ping"]
    assert kinds == ["welcome", *["answer"] * len(wanted)]
    answers = [message for message in socket.got if message["t"] == "answer"]
    assert [answer["id"] for answer in answers] == wanted
    assert {answer["code"] for answer in answers} == {"no_session"}


class Site:
    """A server with nothing but such a socket; `outcome` is what became of it."""

    def __init__(self) -> None:
        self.taken: list[bytes] = []
        self.outcome: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self.received: list[object] = []
        self.may_listen = asyncio.Event()

    def take(self, text: bytes) -> None:
        if text == b"bad":
            raise LookupError(text)
        self.taken.append(text)

    async def serve(self, request: web.Request) -> web.StreamResponse:
        socket = ClientSocket(max_msg_size=1000, closing_within_s=1.0)
        await socket.prepare(request)
        await self.may_listen.wait()
        socket.hand_texts_to(self.take)
        while True:
            message = await socket.receive()
            if message.type is WSMsgType.TEXT:
                self.take(message.data)
            elif message.type is WSMsgType.BINARY:
                self.received.append(message.data)
            else:
                break
        try:
            socket.raise_failure()
        except LookupError as error:
            self.outcome.set_result(repr(error))
        else:
            self.outcome.set_result("ended")
        return socket


@contextlib.asynccontextmanager
async def visited(site: Site) -> AsyncIterator[aiohttp.ClientWebSocketResponse]:
    application = web.Application()
    application.router.add_get("/", site.serve)
    runner = web.AppRunner(application)
    await runner.setup()
    listener = web.TCPSite(runner, "127.0.0.1", 0)
    await listener.start()
    port = runner.addresses[0][1]
    try:
        async with (
            aiohttp.ClientSession() as session,
            session.ws_connect(f"http://127.0.0.1:{port}/") as client,
        ):
            yield client
    finally:
        await runner.cleanup()


async def test_texts_before_and_after_somebody_listens_stay_in_order() -> None:
    site = Site()
    async with asyncio.timeout(10), visited(site) as client:
        for n in range(50):
            await client.send_str(str(n))
        site.may_listen.set()
        for n in range(50, 100):
            await client.send_str(str(n))
        await client.send_bytes(b"not a text")
        await client.close()
        assert await site.outcome == "ended"
    assert site.taken == [b"%d" % n for n in range(100)]
    assert site.received == [b"not a text"]


async def test_what_taking_raises_is_raised_where_the_socket_is_served() -> None:
    site = Site()
    site.may_listen.set()
    async with asyncio.timeout(10), visited(site) as client:
        for text in ("good", "bad", "after"):
            await client.send_str(text)
        assert await site.outcome == "LookupError(b'bad')"
        assert (await client.receive()).type is WSMsgType.CLOSE
    assert site.taken == [b"good"]


async def test_a_text_that_is_too_long_ends_the_socket_with_the_reason() -> None:
    site = Site()
    site.may_listen.set()
    async with asyncio.timeout(10), visited(site) as client:
        await client.send_str("x" * 1001)
        closing = await client.receive()
        assert (closing.type, closing.data, closing.extra) == (
            WSMsgType.CLOSE, TOO_LARGE.code, TOO_LARGE.reason,
        )  # fmt: skip
        assert await site.outcome == "ended"
    assert site.taken == []
