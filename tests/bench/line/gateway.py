"""The straight line's gateway: `gateway.py PORT NATS_URL`. Both players' sockets in, NATS out.

A socket is opened as /ws?m=MATCH&p=0|1.
"""

import asyncio
import sys

import msgspec
import nats
import uvloop
from aiohttp import WSMsgType, web
from nats.aio.client import Client
from nats.aio.msg import Msg

from tests.bench.line.messages import Command, Head, Move

_move = msgspec.json.Decoder(Move).decode
_head = msgspec.json.Decoder(Head).decode
_encode = msgspec.msgpack.Encoder().encode


class Gateway:
    """Forwards moves as requests, and events to the sockets of their match."""

    def __init__(self, bus: Client) -> None:
        self._bus = bus
        self._rooms: dict[str, list[web.WebSocketResponse]] = {}

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        """One socket."""
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        match, player = request.query["m"], int(request.query["p"])
        room = self._rooms.setdefault(match, [])
        room.append(socket)
        async for message in socket:
            if message.type is not WSMsgType.TEXT:
                break
            move = _move(message.data)
            command = _encode(Command(match, player, move.v, move.frm, move.to))
            answer = (await self._bus.request("cmd", command, timeout=10)).data
            if answer != b"+":
                await socket.send_str(answer.decode())
        room.remove(socket)
        return socket

    async def on_event(self, message: Msg) -> None:
        """One event to both players."""
        event = message.data
        for socket in self._rooms.get(_head(event).m, ()):
            await socket.send_frame(event, WSMsgType.TEXT)


async def main(port: str, nats_url: str) -> None:
    """Until killed."""
    bus = await nats.connect(nats_url)
    gateway = Gateway(bus)
    await bus.subscribe("ev.g1", cb=gateway.on_event, pending_msgs_limit=0, pending_bytes_limit=0)
    await bus.flush()
    site = web.Application()
    site.router.add_get("/ws", gateway.serve)
    runner = web.AppRunner(site, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", int(port), backlog=4096).start()
    print("ready", flush=True)
    await asyncio.Event().wait()


if __name__ == "__main__":
    uvloop.run(main(*sys.argv[1:]))
