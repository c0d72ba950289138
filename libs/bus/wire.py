"""nats-py with a short way in and out: plain callbacks, one write per turn of the event loop.

nats-py keeps what is rarely used and hard: the handshake, TLS, the pool of servers, reconnecting
and replaying subscriptions. Reading, sending and errors of the server go this module's way, since
nats-py's own costs several coroutines a message, hides a publish during an outage in a buffer, and
closes for good on most errors.
"""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Any, Final

import msgspec
from nats import errors
from nats.aio.client import Client, Srv
from nats.aio.subscription import Subscription

from libs.bus.parser import Parser, RawCallback
from libs.bus.port import BusStats, MessageTooLargeError, SlowConsumerError
from libs.bus.subjects import check_subject
from libs.bus.transport import DirectTransport

ErrorReport = Callable[[str, Exception], None]
_PONG: Final = b"PONG\r\n"


class Wire(Client):
    """A NATS connection whose messages go straight to callbacks."""

    def __init__(self, stats: BusStats, report: ErrorReport) -> None:
        super().__init__()
        self.bus_stats = stats
        self.last_contact_s = 0.0
        self._report = report
        self._direct = Parser(self._on_control, self._on_slow_message, report)
        self._operations: asyncio.Queue[Callable[[], Any]] = asyncio.Queue()
        self._loop = asyncio.get_running_loop()
        self._is_flush_due = False
        self._deferred: list[Callable[[], None]] = []
        self._socket = DirectTransport()
        self._cut_by = ""

    def send(self, subject: str, data: bytes, reply: str = "", header: bytes = b"") -> bool:
        """Add a message to this turn's write; False without a connection or with a full one."""
        if len(data) > self._max_payload:
            raise MessageTooLargeError(f"{subject}: {len(data)} bytes of {self._max_payload}")
        if not self.is_connected or self._socket.is_paused:
            self.bus_stats.publish_dropped += 1
            return False
        check_subject(subject)
        if header:
            sizes = f"{len(header)} {len(header) + len(data)}"
            head = f"HPUB {subject} {reply} {sizes}\r\n".encode() + header
        else:
            head = f"PUB {subject} {reply} {len(data)}\r\n".encode()
        self._pending += (head, data, b"\r\n")
        self._write_soon()
        return True

    def defer(self, action: Callable[[], None]) -> None:
        """Run `action` just before this turn's write; whatever it sends goes along."""
        self._deferred.append(action)
        self._write_soon()

    def _write_soon(self) -> None:
        """After the next turn of the loop: what a commit wakes up is then written in one go with
        what the commit itself has published."""
        if not self._is_flush_due:
            self._is_flush_due = True
            self._loop.call_soon(self._loop.call_soon, self._write_turn)

    def _write_turn(self) -> None:
        deferred, self._deferred = self._deferred, []
        for action in deferred:
            action()
        self._is_flush_due = False
        if self._deferred:
            self._is_flush_due = True
            self._loop.call_soon(self._write_turn)
        if self._pending and self.is_connected:
            self._socket.write(b"".join(self._pending))
            self._pending.clear()
            self._pending_data_size = 0

    def listen(self, subject: str, callback: RawCallback, queue: str = "") -> int:
        """Subscribe; returns the number for `unlisten`. A lost connection is made up for later."""
        check_subject(subject)
        self._sid += 1
        sid = self._sid
        self._direct.callbacks[b"%d" % sid] = callback
        self._subs[sid] = Subscription(self, sid, subject, queue=queue)
        self._command(f"SUB {subject} {queue} {sid}\r\n".encode())
        return sid

    def unlisten(self, sid: int, *, and_forget: bool) -> None:
        """Tell the server to stop; forget the callback now or leave it for what is on its way."""
        if self._subs.pop(sid, None) is not None:
            self._command(b"UNSUB %d\r\n" % sid)
        if and_forget:
            self._direct.callbacks.pop(b"%d" % sid, None)

    def _command(self, line: bytes) -> None:
        if self.is_connected:  # else the reconnection replays what is subscribed by then
            self._pending.append(line)
            self._write_soon()

    async def _connect_to_server(self, s: Srv) -> None:
        self._transport = self._socket
        self._direct.reset()
        await super()._connect_to_server(s)

    async def _read_loop(self) -> None:
        operations = self._operations = asyncio.Queue()
        self._look_back()
        self._socket.attach(self._feed, partial(operations.put_nowait, self._lost))
        while True:
            operation = await operations.get()
            try:
                await operation()
            except errors.Error as error:
                self._report("nats", error)
            if operation == self._lost:
                return

    def _feed(self, data: bytes) -> None:
        self.last_contact_s = self._loop.time()
        try:
            self._direct.feed(data)
        except (errors.ProtocolError, ValueError, IndexError) as error:
            self._report("nats", error)
            self._operations.put_nowait(self._lost)

    async def _send_ping(self, future: asyncio.Future[Any] | None = None) -> None:
        self._write_turn()  # the answer must mean that all before it has arrived
        self._pongs.append(future or self._loop.create_future())
        self._socket.write(b"PING\r\n")

    def _look_back(self) -> None:
        """The same server is there, but had closed the connection: we were too slow for it.

        It can't say so, since what it would say stands behind the backlog.
        """
        if self._cut_by and self._cut_by == self._server_info.get("server_id"):
            self.bus_stats.slow_consumer_drops += 1
            self._report("nats", SlowConsumerError("the server closed the connection"))
        self._cut_by = ""

    async def _lost(self) -> None:
        if not self.is_connected:
            return  # we gave it up ourselves
        self._cut_by = str(self._server_info.get("server_id", ""))
        await self._process_op_err(errors.UnexpectedEOF())

    async def _process_op_err(self, e: Exception) -> None:
        if not (self.is_closed or self.is_reconnecting):
            self._socket.abort()  # never wait for a peer that takes nothing any more
            self._pending.clear()
            self._pending_data_size = 0
        await super()._process_op_err(e)

    async def _process_err(self, err_msg: str) -> None:
        """Whatever the server objects to: report it; the server closes if it means to."""
        if "slow consumer" in err_msg:
            self.bus_stats.slow_consumer_drops += 1
        self._report("nats", errors.Error(f"nats: {err_msg}"))

    def _on_control(self, line: bytes) -> None:
        if line == b"PING":
            self._command(_PONG)
        elif line == b"PONG":
            self._pings_outstanding = 0
            if self._pongs and not (waiter := self._pongs.pop(0)).done():
                waiter.set_result(True)
        elif line.startswith(b"INFO "):
            self._operations.put_nowait(partial(self._on_info, line[5:]))
        elif line.startswith(b"-ERR"):
            text = line[5:].decode(errors="replace").strip("' ").lower()
            self._operations.put_nowait(partial(self._process_err, text))

    async def _on_info(self, line: bytes) -> None:
        info = msgspec.json.decode(line, type=dict[str, Any])
        await self._process_info(info)

    def _on_slow_message(
        self, sid: int, subject: bytes, reply: bytes, data: bytes, header: bytes
    ) -> None:
        self._operations.put_nowait(partial(self._process_msg, sid, subject, reply, data, header))
