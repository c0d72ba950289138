"""One game on one socket: which version the socket has, and what to do with the next event.

A place begins waiting: events that arrive meanwhile are held back until the owner's answer says
from where on they are new. Seat frames go to places whose seat the owner has confirmed.
"""

from typing import Final

from libs.contracts.ids import GameId, PlayerId
from libs.contracts.live import LiveItem
from services.gateway.decider.outbox import Outbox

HELD_AT_MOST: Final = 200
NOTHING: Final = -1


class Place:
    """A game as one socket sees it."""

    __slots__ = ("_held", "game", "is_confirmed", "is_stale", "is_waiting", "outbox",
                 "player", "round", "seat", "version")  # fmt: skip

    def __init__(self, game: GameId, player: PlayerId | None, outbox: Outbox) -> None:
        self.game = game
        self.player = player
        self.outbox = outbox
        self.seat: int | None = None
        self.version = NOTHING
        self.round = 0
        """Counts the questions to the owner; an answer to an older one is out of date."""
        self.is_waiting = True
        """Events are held back until the owner has answered."""
        self.is_confirmed = False
        """The owner has said for which audience this place is."""
        self.is_stale = False
        """Events were left out; only a snapshot helps."""
        self._held: list[LiveItem] = []

    def wait(self) -> int:
        """Hold back what comes until `answered`; the number of this question."""
        self.is_waiting = True
        self.round += 1
        return self.round

    def give_up_waiting(self) -> None:
        """There was no answer: go on with what is known; a gap will ask again."""
        self.is_waiting = False
        self._held.clear()

    def take(self, item: LiveItem) -> bool:
        """An event has come; False if one before it is missing."""
        version = self.version
        if self.is_waiting:
            if len(self._held) < HELD_AT_MOST:
                self._held.append(item)
        elif item.version == version + 1:
            if self.outbox.offer(self._frame(item)):
                self.version = version + 1
            else:
                self.is_stale = True
        elif item.version > version:
            return self.is_stale
        return True

    def answered(self, seat: int | None, version: int, frames: list[bytes]) -> bool:
        """The owner's answer: show it, then what was held back; False if something is missing.

        `frames` is a snapshot or exactly what comes after the place's version.
        """
        self.seat = seat
        self.is_confirmed = True
        self.is_stale = False
        for frame in frames:
            self.outbox.send(frame)
        self.version = version
        self.is_waiting = False
        held, self._held = self._held, []
        is_complete = True
        for item in held:
            is_complete = self.take(item) and is_complete
        return is_complete

    def _frame(self, item: LiveItem) -> bytes:
        seat = self.seat
        if seat is None:
            return item.public
        return (item.seat1 if seat else item.seat0) or item.public


class ShownGame:
    """A game that sockets of this gateway show."""

    __slots__ = ("newest", "places", "presence")

    def __init__(self) -> None:
        self.places: dict[Place, None] = {}
        self.newest = 0
        self.presence: bytes | None = None

    def players(self) -> set[PlayerId]:
        """Whose seat is shown, and who may turn out to have one."""
        return {
            place.player
            for place in self.places
            if place.player is not None and (place.seat is not None or not place.is_confirmed)
        }

    def people(self) -> set[PlayerId]:
        """Who watches without a seat."""
        return {
            place.player
            for place in self.places
            if place.player is not None and place.is_confirmed and place.seat is None
        }

    def strangers(self) -> int:
        """How many sockets without a session watch."""
        return sum(place.player is None and place.is_confirmed for place in self.places)

    def oldest(self) -> int:
        """The version that every place has which does not wait for an answer anyway."""
        versions = [
            place.version for place in self.places if not place.is_waiting and not place.is_stale
        ]
        return min(versions, default=self.newest)
