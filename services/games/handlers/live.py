"""After each commit: one message to each gateway that shows one of its games."""

from collections.abc import Sequence
from typing import Protocol

import msgspec

from libs.contracts.ids import GameId
from libs.contracts.live import LiveBatch, LiveItem
from libs.eventstore.records import Recorded
from services.games.handlers.frames import frame
from services.games.handlers.watchers import Interest, Watchers

_encode = msgspec.msgpack.Encoder().encode


class Publisher(Protocol):
    """The part of the bus that is needed here."""

    def publish(self, subject: str, data: bytes) -> bool:
        """Sends a message, False if it can't be sent now."""


class Seats(Protocol):
    """Who sits where in a game, as far as this instance has it in memory."""

    def __call__(self, game: GameId) -> tuple[str, str] | None:
        """Both players' ids, None if unknown."""


class LiveDelivery:
    """Turns commits into frames for those who watch."""

    def __init__(self, bus: Publisher, watchers: Watchers, seats: Seats) -> None:
        self._bus = bus
        self._watchers = watchers
        self._seats = seats

    def committed(self, events: Sequence[Recorded]) -> None:
        """Called once a commit with all of its events, in order."""
        batches: dict[str, list[LiveItem]] = {}
        for recorded in events:
            game = GameId(recorded.stream)
            interests = self._watchers.gateways(game)
            if not interests:
                continue
            public = frame(recorded, None)
            item = LiveItem(game, recorded.version, public)
            seats = None if recorded.secret is None else self._seats(game)
            for gateway, interest in interests.items():
                own = item if seats is None else self._for(interest, recorded, public, seats)
                batches.setdefault(gateway, []).append(own)
        for gateway, items in batches.items():
            self._bus.publish(f"live.{gateway}", _encode(LiveBatch(items)))

    def presence(self, game: GameId, data: bytes) -> None:
        """A presence frame to everybody who shows the game."""
        batch = _encode(LiveBatch([], [(game, data)]))
        for gateway in self._watchers.gateways(game):
            self._bus.publish(f"live.{gateway}", batch)

    def _for(
        self, interest: Interest, recorded: Recorded, public: bytes, seats: tuple[str, str]
    ) -> LiveItem:
        """A seat's frame goes only to a gateway that has that seat's confirmed session."""
        own = [
            frame(recorded, seat) if seats[seat] in interest.players else None for seat in (0, 1)
        ]
        return LiveItem(GameId(recorded.stream), recorded.version, public, own[0], own[1])
