"""What the hall's owner tells all gateways; each message has a version of its own."""

from collections.abc import Collection, Iterable, Sequence
from typing import Any, Final

import msgspec

from libs.bus import Bus, BusError
from libs.contracts.ids import GameId, PlayerId
from libs.contracts.lobby import ChatLine, PeopleParted, PersonGone, PersonHere, Place
from libs.contracts.lobby_messages import (
    GONE,
    LIVE_CHAT,
    LIVE_HALL,
    PARTED,
    ChatChanged,
    ErasedLine,
    HallChanged,
)
from libs.contracts.matchmaking import SeeksChanged
from libs.runtime.logs import get_logger
from services.lobby.decider import Hall

MOST_AT_ONCE: Final = 2_000
"""So many people fit into one message."""

_pack = msgspec.msgpack.Encoder().encode
_json = msgspec.json.Encoder().encode


class Telling:
    """Publishes. Who misses a message notices by the next one's version, and asks."""

    def __init__(self, bus: Bus) -> None:
        self._bus = bus
        self._log = get_logger(service="lobby")

    def people(self, hall: Hall, people: Sequence[PersonHere], gone: list[PlayerId]) -> None:
        """Who came, is otherwise now, went."""
        for begin in range(0, max(len(people), len(gone), 1), MOST_AT_ONCE):
            some = slice(begin, begin + MOST_AT_ONCE)
            self._hall(hall, people=[*people[some]], gone=gone[some])

    def seeks(self, hall: Hall, changed: SeeksChanged) -> None:
        """Offers that came and went."""
        if changed.opened or changed.closed:
            self._hall(hall, seeks=changed.opened, seeks_gone=changed.closed)

    def standing(self, hall: Hall, players: Iterable[PlayerId], now_ms: int) -> None:
        """How these stand now."""
        self._hall(
            hall, standings={player: hall.standings.of(player, now_ms) for player in players}
        )

    def desk(self, hall: Hall) -> None:
        """How many reports are open, now that something was done."""
        self._hall(hall, open_reports=hall.open_reports)

    def hiding(
        self, hall: Hall, player: PlayerId, now_ms: int, *,
        hidden: Collection[PlayerId] = (), shown: Collection[PlayerId] = (),
    ) -> None:  # fmt: skip
        """Whom somebody sees no more, or again, and the other way round."""
        self._hall(
            hall,
            hidden=[(player, other) for other in hidden],
            shown=[(player, other) for other in shown],
            standings={player: hall.standings.of(player, now_ms)},
        )

    def said(
        self, hall: Hall, place: Place, game: GameId | None, lines: Sequence[ChatLine]
    ) -> None:
        """Lines, all of one place."""
        version = hall.next_version()
        self._publish(LIVE_CHAT, ChatChanged(hall.epoch, version, place, game, [*lines]))

    def erased(
        self, hall: Hall, place: Place, game: GameId | None, lines: list[ErasedLine]
    ) -> None:
        """Lines that are gone, all of one place."""
        if lines:
            version = hall.next_version()
            self._publish(LIVE_CHAT, ChatChanged(hall.epoch, version, place, game, erased=lines))

    def gone_for_good(self, players: Iterable[PlayerId]) -> None:
        """Nobody waits for these any more."""
        for player in players:
            self._send(GONE, _json(PersonGone(player)))

    def parted(self, blocker: PlayerId, other: PlayerId) -> None:
        """What the two were about to agree on ends."""
        self._send(PARTED, _json(PeopleParted(blocker, other)))

    def _hall(self, hall: Hall, **changes: Any) -> None:
        self._publish(LIVE_HALL, HallChanged(hall.epoch, hall.next_version(), **changes))

    def _publish(self, subject: str, message: HallChanged | ChatChanged) -> None:
        self._send(subject, _pack(message))

    def _send(self, subject: str, data: bytes) -> None:
        try:
            self._bus.publish(subject, data)
        except BusError as error:
            self._log.warning("gateways could not be told", subject=subject, error=str(error))
