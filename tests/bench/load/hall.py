"""A full waiting room as a program of its own: a plan comes in, a report goes out."""

import asyncio
import os
import sys
from functools import partial
from typing import Final

import aiohttp
import msgspec
import uvloop

from tests.bench.load.plan import HallPlan, HallReport
from tests.bench.load.sockets import PING, Socket, connect, pong, some_at_a_time
from tests.bench.load.tally import now

WITHIN_S: Final = 30.0
OK: Final = 200
PAUSE_S: Final = 0.3
"""Between two lines: what is told of one must not delay the next. Nobody says two in a row."""
SETTLED_AFTER_S: Final = 2.0


class Visitors:
    """All sockets of the room; counts who has got what is waited for."""

    def __init__(self) -> None:
        self.sockets: list[Socket] = []
        self._mark = b""
        self._missing: set[Socket] = set()
        self._everybody = asyncio.Event()

    def got(self, socket: Socket, data: bytes) -> None:
        """Look for the mark in a frame."""
        if PING in data:
            socket.send(pong(data))
        if self._mark and self._mark in data:
            self._missing.discard(socket)
            if not self._missing:
                self._everybody.set()

    def expect(self, mark: bytes, at: Socket | None = None) -> None:
        """From now on this is waited for, on all sockets or on one."""
        self._mark, self._missing = mark, set(self.sockets) if at is None else {at}
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
    report = HallReport(lines_ms=[], joins_ms=[], challenges_ms=[], errors=[])
    visitors = Visitors()
    try:
        await _open(plan, visitors)
        await _lines(plan, visitors, report)
        for guest in plan.guests:
            report.joins_ms.append(await _join(plan, visitors, guest))
        await _challenges(plan, visitors, report)
    except TimeoutError:
        report.errors.append("something was not seen by everybody")
    report.errors += ["a socket was closed" for socket in visitors.sockets if socket.is_closed][:5]
    print(msgspec.json.encode(report).decode(), flush=True)
    os._exit(0)


async def _open(plan: HallPlan, visitors: Visitors) -> None:
    by_number: dict[int, Socket] = {}

    async def one(number: int, cookie: str) -> None:
        by_number[number] = await connect(plan.url, visitors, cookie=cookie)

    await some_at_a_time([partial(one, *each) for each in enumerate(plan.cookies)])
    visitors.sockets = [by_number[number] for number in range(len(plan.cookies))]
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


async def _challenges(plan: HallPlan, visitors: Visitors, report: HallReport) -> None:
    """From the request until the other one's socket has it."""
    url = plan.url.replace("ws://", "http://").removesuffix("/ws") + "/api/challenges"
    invited = visitors.sockets[len(visitors.sockets) - len(plan.challenged) :]
    async with aiohttp.ClientSession(cookie_jar=aiohttp.DummyCookieJar()) as http:
        for cookie, player, socket in zip(plan.cookies, plan.challenged, invited, strict=False):
            wish = {"id": "bench", "player": player, "terms": plan.terms}
            visitors.expect(b'"t":"invitations"', socket)
            begun = now()
            async with http.post(url, json=wish, headers={"Cookie": cookie}) as response:
                if response.status != OK:
                    report.errors.append(f"a challenge was refused: {await response.text()}")
                    return
            report.challenges_ms.append((await visitors.all_have_it() - begun) * 1000)
            await asyncio.sleep(PAUSE_S)


if __name__ == "__main__":
    uvloop.run(main())
