"""Two sockets that play, in each of the dialects: the product's, the straight line's, a shout."""

import asyncio
import uuid
from typing import Final

from tests.bench.load.plan import Plan, TablePlan
from tests.bench.load.sockets import PING, Socket, connect, pong
from tests.bench.load.tally import Pace, Tally, now

GAME_EVENT: Final = b'{"t":"game_event"'
SNAPSHOT: Final = b'{"t":"game_snapshot","game":"'
ANSWER: Final = b'{"t":"answer"'
GONE: Final = b'{"t":"game_gone","game":"'
WATCH: Final = b'{"t":"watch","game":"%b"}'
AGAIN_AFTER_S: Final = 0.2
UNWELCOME: Final = (b'{"t":"refused"', b'{"t":"game_gone"')
NOTHING: Final = b"-"
"""Begins no message."""

BOTH: Final = 2


class Table:
    """What all tables have: sockets, the instant from which a turn is counted, the next one's."""

    def __init__(self, url: str, pace: Pace, tally: Tally) -> None:
        self.url = url
        self.pace = pace
        self.tally = tally
        self.since = 0.0
        self.due = 0.0
        self.sockets: list[Socket] = []

    async def open(self) -> None:
        """Connect; whatever must be done before the first turn."""
        raise NotImplementedError

    def play(self) -> None:
        """Send the next turn."""
        raise NotImplementedError

    @property
    def is_ready(self) -> bool:
        """Whether the first turn may be sent."""
        return True


class ProductTable(Table):
    """Plays whole games from scripts; the next game is watched while the present one is played."""

    def __init__(self, plan: Plan, table: TablePlan, pace: Pace, tally: Tally) -> None:
        super().__init__(plan.url, pace, tally)
        self._cookies = table.cookies
        self._games = [game.encode() for game in table.games]
        self._scripts = [plan.scripts[number] for number in table.scripts]
        self._number = 0
        self._ply = 0
        self._expected = NOTHING
        self._snapshots: dict[bytes, int] = {}
        self._is_waiting = False

    async def open(self) -> None:
        """Connect both players, ask for the first two games."""
        for seat, cookie in enumerate(self._cookies):
            self.sockets.append(await connect(self.url, self, seat, cookie))
        self._watch(0)
        self._watch(1)

    @property
    def is_ready(self) -> bool:
        """Whether both have been shown the present game."""
        return self._snapshots.get(self._games[self._number], 0) >= BOTH

    def play(self) -> None:
        """The turn of whoever is to act: version = plies + the game's start."""
        ply, game = self._ply, self._games[self._number]
        position, turn = ply + 1, self._scripts[self._number][ply].encode()
        self._expected = b'%b,"game":"%b","event":{"version":%d,' % (GAME_EVENT, game, position + 1)
        self.sockets[ply % 2].send(
            b'{"t":"play","id":"p%d","game":"%b","position":%d,"turn":"%b"}'
            % (position, game, position, turn)
        )

    def got(self, socket: Socket, data: bytes) -> None:
        """A frame of one or more messages."""
        if b"\n" in data:
            for message in data.split(b"\n"):
                self._message(socket, message)
        else:
            self._message(socket, data)

    def _message(self, socket: Socket, message: bytes) -> None:
        if message.startswith(GAME_EVENT):
            # The mover's own copy does not count: the turn has arrived when the other has it.
            if socket.seat != self._ply % 2 and message.startswith(self._expected):
                self._seen()
        elif message.startswith(ANSWER):
            if b'"code"' in message:
                self.tally.error(message.decode())
        elif message.startswith(SNAPSHOT):
            self._snapshot(message)
        elif PING in message:
            socket.send(pong(message))
        else:
            self._rare(socket, message)

    def _rare(self, socket: Socket, message: bytes) -> None:
        if message.startswith(GONE) and b'"unavailable"' in message:
            self._watch_again(socket, message[len(GONE) : message.index(b'"', len(GONE))])
        elif message.startswith(UNWELCOME):
            self.tally.error(message.decode())

    def _seen(self) -> None:
        self.tally.turn(now() - self.since)
        self._expected = NOTHING
        self._ply += 1
        if self._ply == len(self._scripts[self._number]):
            self._next_game()
        else:
            self.pace.next(self)

    def _next_game(self) -> None:
        over = self._games[self._number]
        for socket in self.sockets:
            socket.send(b'{"t":"unwatch","game":"%b"}' % over)
        self._number += 1
        self._ply = 0
        if self._number == len(self._games):
            self.tally.error("no games left to play")
            return
        self._watch(self._number + 1)
        if self.is_ready:
            self.pace.next(self)
        else:
            self._is_waiting = True

    def _watch(self, number: int) -> None:
        if number < len(self._games):
            for socket in self.sockets:
                socket.send(WATCH % self._games[number])

    def _watch_again(self, socket: Socket, game: bytes) -> None:
        """As any client does when it is told that the service doesn't answer at the moment."""
        loop = asyncio.get_running_loop()
        loop.call_later(AGAIN_AFTER_S, socket.send, WATCH % game)

    def _snapshot(self, message: bytes) -> None:
        start = len(SNAPSHOT)
        game = message[start : message.index(b'"', start)]
        self._snapshots[game] = self._snapshots.get(game, 0) + 1
        if self._is_waiting and self.is_ready:
            self._is_waiting = False
            self.pace.next(self)


class LineTable(Table):
    """The straight line's endless match: eighteen stones are put down, then one moves about."""

    def __init__(self, plan: Plan, _table: TablePlan, pace: Pace, tally: Tally) -> None:
        super().__init__(plan.url, pace, tally)
        self._match = uuid.uuid4().hex
        self._version = 0

    async def open(self) -> None:
        """Connect both players."""
        for seat in (0, 1):
            url = f"{self.url}?m={self._match}&p={seat}"
            self.sockets.append(await connect(url, self, seat))

    def play(self) -> None:
        """The turn that the service will find possible."""
        version, ply = self._version, self._version % 60
        source = b"null" if ply < 18 else b"%d" % ((ply - 18) % 24)
        move = b'{"v":%d,"frm":%b,"to":%d}' % (version, source, ply % 24)
        self.sockets[ply % 2].send(move)

    def got(self, socket: Socket, data: bytes) -> None:
        """An event, or a refusal."""
        if data == b'{"t":"no"}':
            self.tally.error("refused")
        if socket.seat == self._version % 2:
            return
        start = data.index(b'"v":') + 4
        version = int(data[start : data.index(b",", start)])
        if version <= self._version:
            return
        if version != self._version + 1:
            self.tally.error(f"version {version} after {self._version}")
        self.tally.turn(now() - self.since)
        self._version = version
        self.pace.next(self)


class ShoutTable(Table):
    """One socket whose text goes to everybody; the next one follows when it has come back."""

    def __init__(self, plan: Plan, _table: TablePlan, pace: Pace, tally: Tally) -> None:
        super().__init__(plan.url, pace, tally)
        name = uuid.uuid4().hex
        head = b'%b,"from":"%b","pad":"' % (GAME_EVENT, name.encode())
        self._head = head
        self._text = head + b"x" * (plan.payload_bytes - len(head) - 2) + b'"}'

    async def open(self) -> None:
        """Connect."""
        self.sockets.append(await connect(self.url, self))

    def play(self) -> None:
        """Shout."""
        self.sockets[0].send(self._text)

    def got(self, _socket: Socket, data: bytes) -> None:
        """Perhaps the own text."""
        if data.startswith(self._head):
            self.tally.turn(now() - self.since)
            self.pace.next(self)
