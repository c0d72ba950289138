"""The gateway's parts that show the waiting room, and sockets before them that remember."""

from collections.abc import Callable
from typing import Any

import msgspec

from libs.contracts.accounts import Player
from libs.contracts.ids import GameId, PlayerId
from libs.contracts.lobby import ChatLine, PersonHere
from libs.contracts.lobby_messages import (
    Acquaintance,
    ChatChanged,
    Hall,
    HallChanged,
)
from services.gateway.decider.connection import Connection, Session
from services.gateway.decider.limits import Limits
from services.gateway.decider.outbox import Mail, Outbox
from services.gateway.projections import Present, ShownHall, TableChats

ANN, BEN, CLEO = PlayerId("00-ann"), PlayerId("01-ben"), PlayerId("02-cleo")
GAME = GameId("00-game")


class Pipe:
    """A transport that remembers; `unsent` is what it could not send."""

    def __init__(self) -> None:
        self.data = b""
        self.unsent = 0

    def write(self, data: bytes) -> None:
        """Take it."""
        self.data += data

    def get_write_buffer_size(self) -> int:
        """What waits."""
        return self.unsent

    def is_closing(self) -> bool:
        """Never."""
        return False

    def abort(self) -> None:
        """Nothing to cut."""


class Gateway:
    """The parts that show the room, and sockets before them."""

    def __init__(self) -> None:
        self._turn: list[Callable[[], None]] = []
        self.mail = Mail(self._turn.append)
        self.present, self.chats = Present(), TableChats()
        self.hall = ShownHall(self.present, self.chats)
        self.missing = 0
        self.hall.on_missing = self._miss
        self.version = 0
        self._pipes: dict[Connection, Pipe] = {}

    def _miss(self) -> None:
        self.missing += 1

    def socket(self, player: PlayerId | None) -> Connection:
        """An open socket."""
        pipe = Pipe()
        outbox = Outbox(pipe, self.mail, (1_000_000, 500, 4_000_000))
        session = None if player is None else Session(Player(player, "Name"), "hash")
        connection = Connection(session, outbox, Limits(), 0.0, lambda _ending: None)
        connection.is_welcome = True
        self._pipes[connection] = pipe
        self.present.arrive(connection)
        return connection

    def inside(self, player: PlayerId | None) -> Connection:
        """A socket that shows the room."""
        connection = self.socket(player)
        self.hall.enter(connection)
        if player is not None:
            self.meet(player)
        self.got(connection)
        return connection

    def meet(self, player: PlayerId, **known: Any) -> None:
        """The owner has taken a report about somebody."""
        answer = Acquaintance(
            "e", self.version, known.get("standings", {}), known.get("hidden", {})
        )
        self.hall.met([player], answer)

    def load(self, *people: PlayerId, lines: tuple[ChatLine, ...] = (), epoch: str = "e") -> None:
        """The whole room."""
        here = [PersonHere(player, "") for player in people]
        self.hall.load(Hall(epoch, self.version, here, [*lines], []))

    def tell(self, **changes: Any) -> None:
        """The owner tells the next change."""
        self.version += 1
        change = HallChanged("e", self.version, **changes)
        self.hall.on_hall("", msgspec.msgpack.encode(change))

    def chat(self, *lines: ChatLine, **more: Any) -> None:
        """The owner tells what was said."""
        self.version += 1
        change = ChatChanged("e", self.version, lines=[*lines], **more)
        self.hall.on_chat("", msgspec.msgpack.encode(change))

    def got(self, connection: Connection) -> list[dict[str, Any]]:
        """What a socket has got since the last look."""
        while self._turn:
            turn, self._turn[:] = [*self._turn], []
            for call in turn:
                call()
        pipe = self._pipes[connection]
        data, pipe.data = pipe.data, b""
        messages: list[dict[str, Any]] = []
        while data:
            size, start = data[1], 2
            if size == 126:
                size, start = int.from_bytes(data[2:4], "big"), 4
            payload, data = data[start : start + size], data[start + size :]
            messages += [msgspec.json.decode(line) for line in payload.split(b"\n")]
        return messages

    def pipe(self, connection: Connection) -> Pipe:
        """A socket's transport."""
        return self._pipes[connection]


def line(n: int, player: PlayerId = BEN) -> ChatLine:
    return ChatLine(n, n, player, "", f"line {n}")
