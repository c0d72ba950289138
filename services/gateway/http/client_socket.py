"""aiohttp's socket, with texts that need no task to wake, and with reasons for its own closings.

This follows aiohttp into its private parts (`_post_start`, its reader): the version is pinned, and
every test with a socket goes this way.
"""

import asyncio
from collections.abc import Callable
from typing import Any, Final

from aiohttp import WSMsgType, web
from aiohttp._websocket.reader import WebSocketDataQueue, WebSocketReader
from aiohttp._websocket.writer import WebSocketWriter
from aiohttp.web_request import BaseRequest

from services.gateway.decider.connection import TOO_LARGE

QUEUE_BYTES: Final = 64 * 1024
_TEXT: Final = WSMsgType.TEXT


class TextDoor(WebSocketDataQueue):
    """aiohttp's queue; once there is a sink, texts go to it as soon as they are parsed.

    Never past others: while something waits in the queue, what comes joins it.
    """

    __slots__ = ("failure", "sink")

    def __init__(self, request: BaseRequest) -> None:
        super().__init__(request.protocol, QUEUE_BYTES, loop=asyncio.get_running_loop())
        self.sink: Callable[[bytes], None] | None = None
        self.failure: Exception | None = None

    def feed_data(self, data: Any, size: int) -> None:
        """A message is complete."""
        sink = self.sink
        if sink is None or data[0] is not _TEXT or self._buffer:
            super().feed_data(data, size)
            return
        try:
            sink(data[1])
        except Exception as error:  # noqa: BLE001  raised again where the socket is served
            self.sink = None
            self.failure = error
            self.set_exception(error)


class ClientSocket(web.WebSocketResponse[bool]):
    """A client's socket: no compression, no heartbeat of aiohttp's, texts as bytes."""

    __slots__ = ("_door",)

    def __init__(self, *, max_msg_size: int, closing_within_s: float) -> None:
        super().__init__(
            timeout=closing_within_s, compress=False, max_msg_size=max_msg_size, decode_text=False
        )
        self._door: TextDoor | None = None

    def _post_start(
        self, request: BaseRequest, protocol: str | None, writer: WebSocketWriter
    ) -> None:
        """The handshake is done: as aiohttp's own, but with our queue."""
        self._ws_protocol = protocol
        self._writer = writer
        self._door = self._reader = TextDoor(request)
        self._parser = WebSocketReader(
            self._door, self._max_msg_size, compress=False, decode_text=False
        )
        request.protocol.set_parser(self._parser)
        request.protocol.keep_alive(val=False)

    def hand_texts_to(self, sink: Callable[[bytes], None]) -> None:
        """From now on; what has come before is still had from `receive`."""
        if self._door is not None:
            self._door.sink = sink

    def raise_failure(self) -> None:
        """Raises what the sink has raised, if it has."""
        if self._door is not None and self._door.failure is not None:
            raise self._door.failure

    async def close(self, *, code: int = 1000, message: bytes = b"", drain: bool = True) -> bool:
        """See aiohttp; also where aiohttp itself decides to, it says why."""
        if code == TOO_LARGE.code and not message:
            message = TOO_LARGE.reason.encode()
        return await super().close(code=code, message=message, drain=drain)
