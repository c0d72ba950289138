"""The socket under the NATS client: an asyncio protocol that hands bytes straight to the parser."""

import asyncio
import contextlib
import ssl
from collections.abc import Callable
from typing import Final, cast
from urllib.parse import ParseResult

from nats.aio.transport import Transport

MAX_UNSENT_BYTES: Final = 16 * 1024 * 1024
"""Beyond this the server reads too slowly and publishes are refused."""

CLOSE_WITHIN_S: Final = 0.5


class DirectTransport(Transport, asyncio.Protocol):
    """Lines while the client shakes hands; after `attach`, every chunk goes to a callback."""

    def __init__(self) -> None:
        self.is_paused = False
        self._socket: asyncio.Transport | None = None
        self._buffer = bytearray()
        self._wake: asyncio.Future[None] | None = None
        self._writable = asyncio.Event()
        self._lost = asyncio.Event()
        self._sink: Callable[[bytes], None] | None = None
        self._on_lost: Callable[[], None] | None = None

    def __bool__(self) -> bool:
        return True

    async def connect(self, uri: ParseResult, buffer_size: int, connect_timeout: float) -> None:
        """Open a TCP connection; the buffer's size is the event loop's own."""
        self._reset()
        host = uri.hostname or "localhost"
        loop = asyncio.get_running_loop()
        await asyncio.wait_for(
            loop.create_connection(lambda: self, host, uri.port or 4222), connect_timeout
        )

    async def connect_tls(
        self,
        uri: str | ParseResult,
        ssl_context: ssl.SSLContext,
        buffer_size: int,
        connect_timeout: float,
    ) -> None:
        """Go on with TLS on the connection that stands."""
        if self._socket is None:
            raise ConnectionError("TLS needs a connection")
        name = uri if isinstance(uri, str) else uri.hostname
        loop = asyncio.get_running_loop()
        upgraded = await asyncio.wait_for(
            loop.start_tls(self._socket, self, ssl_context, server_hostname=name), connect_timeout
        )
        if upgraded is None:
            raise ConnectionError("TLS handshake failed")
        self._socket = upgraded
        upgraded.set_write_buffer_limits(high=MAX_UNSENT_BYTES)

    def _reset(self) -> None:
        self._socket = None
        self._buffer.clear()
        self._sink = self._on_lost = None
        self._lost.clear()
        self._writable.set()
        self.is_paused = False

    def attach(self, sink: Callable[[bytes], None], on_lost: Callable[[], None]) -> None:
        """From now on hand every chunk to `sink`, first what is left in the buffer."""
        self._sink, self._on_lost = sink, on_lost
        if self._buffer:
            rest = bytes(self._buffer)
            self._buffer.clear()
            sink(rest)
        if self._lost.is_set():
            on_lost()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """asyncio: the socket is open."""
        self._socket = cast("asyncio.Transport", transport)  # uvloop's is no subclass
        self._socket.set_write_buffer_limits(high=MAX_UNSENT_BYTES)

    def data_received(self, data: bytes) -> None:
        """asyncio: bytes came."""
        if self._sink is not None:
            self._sink(bytes(data))
            return
        self._buffer.extend(data)
        self._wake_reader()

    def connection_lost(self, exc: Exception | None) -> None:
        """asyncio: the socket is gone, for whatever reason."""
        self._lost.set()
        self._writable.set()
        self._wake_reader()
        if self._on_lost is not None:
            self._on_lost()

    def pause_writing(self) -> None:
        """asyncio: too much is unsent."""
        self.is_paused = True
        self._writable.clear()

    def resume_writing(self) -> None:
        """asyncio: the unsent part is small again."""
        self.is_paused = False
        self._writable.set()

    def _wake_reader(self) -> None:
        if self._wake is not None and not self._wake.done():
            self._wake.set_result(None)

    def write(self, payload: bytes) -> None:
        """Send; nothing happens on a lost connection."""
        if self._socket is not None and not self._lost.is_set():
            self._socket.write(payload)

    def writelines(self, payload: list[bytes]) -> None:
        """Send several at once."""
        self.write(b"".join(payload))

    async def drain(self) -> None:
        """Wait while too much is unsent."""
        await self._writable.wait()

    async def read(self, buffer_size: int) -> bytes:
        """Bytes before `attach`; empty at the end."""
        while not self._buffer and not self._lost.is_set():
            await self._wait()
        data = bytes(self._buffer[:buffer_size])
        del self._buffer[:buffer_size]
        return data

    async def readline(self) -> bytes:
        """One line before `attach`; what there is at the end."""
        while (end := self._buffer.find(b"\n")) < 0 and not self._lost.is_set():
            await self._wait()
        size = end + 1 or len(self._buffer)
        line = bytes(self._buffer[:size])
        del self._buffer[:size]
        return line

    async def _wait(self) -> None:
        self._wake = asyncio.get_running_loop().create_future()
        try:
            await self._wake
        finally:
            self._wake = None

    def at_eof(self) -> bool:
        """Whether the connection is gone and all was read."""
        return self._lost.is_set() and not self._buffer

    def close(self) -> None:
        """Close after what is unsent."""
        if self._socket is not None:
            self._socket.close()

    def abort(self) -> None:
        """Close now."""
        if self._socket is not None:
            self._socket.abort()

    async def wait_closed(self) -> None:
        """Wait for the close; a peer that takes nothing any more is cut off."""
        if self._socket is None:
            return
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._lost.wait(), CLOSE_WITHIN_S)
        self._socket.abort()
