"""The straight line's service: `service.py NATS_URL DATABASE_URL`. One event a move, group commit.

While one insert of many rows is being committed, moves that arrive queue up for the next one.
"""

import asyncio
import sys
import uuid
from typing import Final, NamedTuple

import asyncpg
import msgspec
import nats
import uvloop
from nats.aio.client import Client
from nats.aio.msg import Msg

from tests.bench.line.messages import Command, Event

POINTS: Final = 24
PLIES: Final = 60
"""After so many the board is cleared and the match goes on."""

TABLE: Final = (
    "CREATE TABLE IF NOT EXISTS ev (stream uuid, version int, type smallint, data bytea,"
    " PRIMARY KEY (stream, version))"
)
INSERT: Final = (
    "INSERT INTO ev (stream, version, type, data)"
    " SELECT * FROM unnest($1::uuid[], $2::int[], $3::smallint[], $4::bytea[])"
)

_command = msgspec.msgpack.Decoder(Command).decode
_encode = msgspec.json.Encoder().encode


class Match:
    """A board that knows no more than which points are taken."""

    __slots__ = ("id", "points", "version")

    def __init__(self, name: str) -> None:
        self.id = uuid.UUID(name)
        self.version = 0
        self.points: list[int | None] = [None] * POINTS

    def play(self, command: Command) -> bool:
        """Whether the move was possible; then it has been made."""
        ply = self.version % PLIES
        if ply == 0:
            self.points = [None] * POINTS
        points, source, target = self.points, command.frm, command.to
        if command.v != self.version or command.player != ply % 2:
            return False
        if not 0 <= target < POINTS or points[target] is not None:
            return False
        if source is not None and points[source] != command.player:
            return False
        if source is not None:
            points[source] = None
        points[target] = command.player
        self.version += 1
        return True


class Waiting(NamedTuple):
    """A move that waits for the next commit."""

    match: uuid.UUID
    version: int
    event: bytes
    reply: str


class Service:
    """Takes moves, stores them, tells the gateway."""

    def __init__(self, bus: Client, connection: "asyncpg.Connection[asyncpg.Record]") -> None:
        self._bus = bus
        self._connection = connection
        self._matches: dict[str, Match] = {}
        self._queue: list[Waiting] = []
        self._wake = asyncio.Event()

    async def on_command(self, message: Msg) -> None:
        """One move."""
        command = _command(message.data)
        match = self._matches.get(command.match)
        if match is None:
            match = self._matches[command.match] = Match(command.match)
        if not match.play(command):
            await self._bus.publish(message.reply, b'{"t":"no"}')
            return
        event = Event(
            "moved", command.match, match.version, command.player, command.frm, command.to
        )
        self._queue.append(Waiting(match.id, match.version, _encode(event), message.reply))
        if not self._wake.is_set():
            self._wake.set()

    async def write(self) -> None:
        """Commits for ever: one insert, one flush to disk, then the events and the answers."""
        insert = await self._connection.prepare(INSERT)
        while True:
            while not self._queue:
                self._wake.clear()
                await self._wake.wait()
            batch, self._queue = self._queue, []
            matches, versions, events, replies = zip(*batch, strict=True)
            await insert.fetch(matches, versions, [1] * len(batch), events)
            for event, reply in zip(events, replies, strict=True):
                await self._bus.publish("ev.g1", event)
                await self._bus.publish(reply, b"+")


async def main(nats_url: str, database_url: str) -> None:
    """Until killed."""
    connection = await asyncpg.connect(database_url)
    await connection.execute(TABLE)
    bus = await nats.connect(nats_url)
    service = Service(bus, connection)
    await bus.subscribe("cmd", cb=service.on_command, pending_msgs_limit=0, pending_bytes_limit=0)
    await bus.flush()
    print("ready", flush=True)
    await service.write()


if __name__ == "__main__":
    uvloop.run(main(*sys.argv[1:]))
