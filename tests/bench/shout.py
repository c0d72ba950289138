"""A bare aiohttp socket server: `shout.py PORT`. Who says something is heard by everybody."""

import asyncio
import sys

import uvloop
from aiohttp import WSMsgType, web


class Shout:
    """All sockets, and what goes to all of them."""

    def __init__(self) -> None:
        self._sockets: list[web.WebSocketResponse] = []

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        """One socket."""
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        self._sockets.append(socket)
        async for message in socket:
            if message.type is WSMsgType.TEXT:
                for one in self._sockets:
                    await one.send_str(message.data)
        self._sockets.remove(socket)
        return socket


async def main(port: str) -> None:
    """Until killed."""
    site = web.Application()
    site.router.add_get("/ws", Shout().serve)
    runner = web.AppRunner(site, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", int(port), backlog=4096).start()
    print("ready", flush=True)
    await asyncio.Event().wait()


if __name__ == "__main__":
    uvloop.run(main(sys.argv[1]))
