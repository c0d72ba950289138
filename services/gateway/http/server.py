"""The listening socket; what aiohttp refuses before any route is reached is JSON as well."""

import asyncio
import logging
from typing import Final

from aiohttp import web

from services.gateway.http.errors import refusal
from services.gateway.http.headers import HEADERS

BACKLOG: Final = 1024
BAD_REQUEST: Final = 400
SERVER_ERROR: Final = 500
LONGEST_LINE: Final = 8190
KEEPALIVE_S: Final = 60.0
NO_ACCESS_LOG: Final = logging.Logger("no access log", logging.CRITICAL)
"""Addresses of rooms are secrets of those who have the link."""


class PoliteHandler(web.RequestHandler):
    """One connection. Nonsense from outside is not an error of ours and is not logged as one."""

    __slots__ = ()

    def handle_error(
        self,
        request: web.BaseRequest,
        status: int = SERVER_ERROR,
        exc: BaseException | None = None,
        message: str | None = None,
    ) -> web.StreamResponse:
        """See aiohttp: the response to what can't be handled; the connection ends with it."""
        if status >= SERVER_ERROR:
            self.log_exception("request failed", exc_info=exc)
        if request.writer.output_size > 0:
            raise ConnectionError("a part of another response has been sent already")
        code = "bad_request" if status < SERVER_ERROR else "internal_error"
        response = refusal(code, status=status)
        response.headers.update(HEADERS)
        response.force_close()
        return response


class Listener:
    """Serves an application on one address."""

    def __init__(self, app: web.Application) -> None:
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=2.0)
        self._server: asyncio.Server | None = None

    async def start(self, host: str, port: int) -> int:
        """Listen; returns the port, which matters when 0 was asked for. Raises OSError."""
        await self._runner.setup()
        manager = self._runner.server
        if manager is None:
            raise RuntimeError("the runner has no server after its set-up")
        loop = asyncio.get_running_loop()

        def make_handler() -> PoliteHandler:
            return PoliteHandler(
                manager,
                loop=loop,
                access_log=NO_ACCESS_LOG,
                keepalive_timeout=KEEPALIVE_S,
                max_line_size=LONGEST_LINE,
                max_field_size=LONGEST_LINE,
                auto_decompress=False,  # no client of ours packs what it sends
            )

        self._server = await loop.create_server(make_handler, host, port, backlog=BACKLOG)
        return int(self._server.sockets[0].getsockname()[1])

    def stop_accepting(self) -> None:
        """Nobody new; who is connected stays."""
        if self._server is not None:
            self._server.close()

    async def stop(self) -> None:
        """Let requests finish for a moment, then cut what is left."""
        self.stop_accepting()
        await self._runner.cleanup()
