"""A full waiting room as a program of its own: a plan comes in, a report goes out."""

import asyncio
import os
import sys
from typing import Final

import msgspec
import uvloop

from tests.bench.load.plan import HallPlan, HallReport
from tests.bench.load.sockets import PING, Socket, connect, pong, some_at_a_time
from tests.bench.load.tally import now

WITHIN_S: Final = 30.0
PAUSE_S: Final = 0.3
"""Between two lines: what is told of one must not delay the next. Nobody says two in a row."""
SETTLED_AFTER_S: Final = 2.0


class Visitors:
    """All sockets of the room; counts who has got what is waited for."""

    def __init__(self) -> None:
        self.sockets: list[Socket] = []
        self._mark = b""
        self._seen: set[Socket] = set()
        self._everybody = asyncio.Event()

    def got(self, socket: Socket, data: bytes) -> None:
        """Look for the mark in a frame."""
        if PING in data:
            socket.send(pong(data))
        if self._mark and self._mark in data:
            self._seen.add(socket)
            if len(self._seen) >= len(self.sockets):
                self._everybody.set()

    def expect(self, mark: bytes) -> None:
        """From now on this is waited for."""
        self._mark, self._seen = mark, set()
        self._everybody.clear()

    async def all_have_it(self) -> float:
        """When the last one has got it. Raises TimeoutError."""
        async with asyncio.timeout(WITHIN_S):
            await self._everybody.wait()
        return now()


class Newcomer:
    """Somebody on one more socket, who is not counted."""

    def got(self, socket: Socket, data: bytes) -> None:
        """Only stay alive."""
        if PING in data:
            socket.send(pong(data))


async def main() -> None:
    """From the plan to the report; the process then ends without closing anything."""
    plan = msgspec.json.decode(sys.stdin.buffer.read(), type=HallPlan)
    report = HallReport(lines_ms=[], joins_ms=[], errors=[])
    visitors = Visitors()
    try:
        await _open(plan, visitors)
        await _lines(plan, visitors, report)
        for guest in plan.guests:
            report.joins_ms.append(await _join(plan, visitors, guest))
    except TimeoutError:
        report.errors.append("something was not seen by everybody")
    report.errors += ["a socket was closed" for socket in visitors.sockets if socket.is_closed][:5]
    print(msgspec.json.encode(report).decode(), flush=True)
    os._exit(0)


async def _open(plan: HallPlan, visitors: Visitors) -> None:
    async def one(cookie: str) -> None:
        visitors.sockets.append(await connect(plan.url, visitors, cookie=cookie))

    await some_at_a_time([lambda cookie=cookie: one(cookie) for cookie in plan.cookies])  # type: ignore[misc]  # a default binds it now
    if plan.is_bare:
        return
    visitors.expect(b'"t":"lobby"')
    for socket in visitors.sockets:
        socket.send(b'{"t":"enter_lobby"}')
    await visitors.all_have_it()
    await asyncio.sleep(SETTLED_AFTER_S)


async def _lines(plan: HallPlan, visitors: Visitors, report: HallReport) -> None:
    for number in range(plan.lines):
        mark = b"line-%06d." % number
        visitors.expect(mark)
        sayer = visitors.sockets[number % len(visitors.sockets)]
        begun = now()
        if plan.is_bare:
            sayer.send(mark.ljust(plan.payload_bytes, b"."))
        else:
            sayer.send(b'{"t":"say","id":"%b","place":"lobby","text":"%b"}' % (mark, mark))
        report.lines_ms.append((await visitors.all_have_it() - begun) * 1000)
        await asyncio.sleep(PAUSE_S)


async def _join(plan: HallPlan, visitors: Visitors, guest: str) -> float:
    """How long it takes until all have somebody on their list."""
    player, _, cookie = guest.partition(" ")
    socket = await connect(plan.url, Newcomer(), cookie=cookie)
    await asyncio.sleep(PAUSE_S)
    visitors.expect(b'"%b"' % player.encode())
    begun = now()
    socket.send(b'{"t":"enter_lobby"}')
    joined_ms = (await visitors.all_have_it() - begun) * 1000
    visitors.expect(b'"%b"' % player.encode())
    socket.send(b'{"t":"leave_lobby"}')
    await visitors.all_have_it()
    return joined_ms


if __name__ == "__main__":
    uvloop.run(main())
