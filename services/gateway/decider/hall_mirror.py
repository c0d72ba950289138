"""The waiting room as this gateway knows it: people, last lines, open offers, at a version."""

from collections.abc import Collection, Iterable
from typing import Final, Generic, TypeVar

import msgspec

from libs.contracts.client_out import LobbyChanges
from libs.contracts.ids import PlayerId, RoomId
from libs.contracts.lobby import SHOWN_LINES, ChatLine, PersonHere
from libs.contracts.lobby_messages import ChatChanged, Hall, HallChanged
from libs.contracts.matchmaking import SeekView
from services.gateway.decider import hall_frames as frames
from services.gateway.decider.acquaintances import NOBODY
from services.gateway.decider.refusals import encode

UNKNOWN: Final = ""
HELD_AT_MOST: Final = 2_000
"""So many changes are kept while the whole room is on its way, in its parts."""

K = TypeVar("K")
E = TypeVar("E", bound=frames.Entry)


class Changes(msgspec.Struct, frozen=True):
    """What has changed in the room, and whose the offers were that are gone."""

    all: LobbyChanges
    hosts: dict[RoomId, PlayerId]

    def seen(self, hidden: Collection[PlayerId]) -> LobbyChanges:
        """As somebody sees it; of an offer that was never shown the end is not told, either."""
        every, hosts = self.all, self.hosts
        return LobbyChanges(
            [person for person in every.people if person.player not in hidden],
            [player for player in every.gone if player not in hidden],
            [seek for seek in every.seeks if seek.host.player not in hidden],
            [room for room in every.seeks_gone if room in hosts and hosts[room] not in hidden],
        )


class Difference(msgspec.Struct, frozen=True):
    """What has changed between two states."""

    changes: Changes
    lines: list[ChatLine]
    erased: list[ChatLine]


class _Entries(Generic[K, E]):
    """Entries by key, each with its JSON, in the order in which they came."""

    __slots__ = ("json", "values")

    def __init__(self) -> None:
        self.values: dict[K, E] = {}
        self.json: dict[K, bytes] = {}

    def put(self, key: K, value: E) -> None:
        self.values[key] = value
        self.json[key] = encode(value)

    def drop(self, key: K) -> None:
        self.values.pop(key, None)
        self.json.pop(key, None)

    def seen(self, hidden: Iterable[PlayerId]) -> Iterable[bytes]:
        if not hidden:
            return self.json.values()
        values = self.values.items()
        return [self.json[key] for key, value in values if frames.of_whom(value) not in hidden]


class HallMirror:
    """Applies exactly the next version; everything else is a gap."""

    def __init__(self) -> None:
        self.epoch = UNKNOWN
        self.version = 0
        self._people: _Entries[PlayerId, PersonHere] = _Entries()
        self._lines: _Entries[int, ChatLine] = _Entries()
        self._seeks: _Entries[RoomId, SeekView] = _Entries()
        self._whole: bytes | None = None
        self._held: list[HallChanged | ChatChanged] | None = None

    def hold(self) -> None:
        """The whole room is on its way: changes that come too early are kept until then."""
        self._held = []

    def release(self) -> list[HallChanged | ChatChanged]:
        """What was kept, in its order."""
        held, self._held = self._held, None
        return held or []

    def is_ahead_of(self, hall: Hall) -> bool:
        """Whether more is known by now than the answer says, without a gap."""
        return self.epoch == hall.epoch and self.version > hall.version

    def takes(self, change: HallChanged | ChatChanged) -> bool | None:
        """Whether a change is the next one, which counts from now on; None: an old or kept one."""
        if change.epoch == self.epoch and change.version <= self.version:
            return None
        if change.epoch != self.epoch or change.version != self.version + 1:
            return self._keep(change)
        self.version = change.version
        self._whole = None
        return True

    def _keep(self, change: HallChanged | ChatChanged) -> bool | None:
        """None if it is kept for later, False if something is missing."""
        if self._held is None or len(self._held) >= HELD_AT_MOST:
            return False
        self._held.append(change)
        return None

    def apply(self, changed: HallChanged) -> Changes:
        """People and offers that came, changed, went."""
        before = self._seeks.values
        hosts = {room: before[room].host.player for room in changed.seeks_gone if room in before}
        for person in changed.people:
            self._people.put(person.player, person)
        for player in changed.gone:
            self._people.drop(player)
        for seek in changed.seeks:
            self._seeks.put(seek.room, seek)
        for room in changed.seeks_gone:
            self._seeks.drop(room)
        every = LobbyChanges(changed.people, changed.gone, changed.seeks, changed.seeks_gone)
        return Changes(every, hosts)

    def say(self, line: ChatLine) -> None:
        """One more line in the room itself."""
        self._lines.put(line.n, line)
        if len(self._lines.values) > SHOWN_LINES:
            self._lines.drop(next(iter(self._lines.values)))

    def erase(self, numbers: Iterable[int]) -> list[ChatLine]:
        """Lines that are gone; those of them that were here."""
        lines = self._lines.values
        erased = [lines[n] for n in numbers if n in lines]
        for line in erased:
            self._lines.drop(line.n)
        return erased

    def load(self, hall: Hall) -> Difference:
        """All there is; how that differs from what was known."""
        self.epoch, self.version, self._whole = hall.epoch, hall.version, None
        people = {person.player for person in hall.people}
        seeks = {seek.room for seek in hall.seeks}
        numbers = {line.n for line in hall.lines}
        newest = max(self._lines.values, default=0)
        oldest = hall.lines[0].n if len(hall.lines) >= SHOWN_LINES else 0
        changed = HallChanged(
            hall.epoch,
            hall.version,
            people=[each for each in hall.people if self._people.values.get(each.player) != each],
            gone=[player for player in self._people.values if player not in people],
            seeks=[seek for seek in hall.seeks if self._seeks.values.get(seek.room) != seek],
            seeks_gone=[room for room in self._seeks.values if room not in seeks],
        )
        erased = self.erase([n for n in self._lines.values if n not in numbers and n >= oldest])
        self._lines = _Entries()
        for line in hall.lines:
            self.say(line)
        fresh = [line for line in hall.lines if line.n > newest]
        return Difference(self.apply(changed), fresh, erased)

    # ---- looking ----------------------------------------------------------------------------

    def person(self, player: PlayerId) -> PersonHere | None:
        """Somebody who is here."""
        return self._people.values.get(player)

    def lines_of(self, player: PlayerId) -> list[ChatLine]:
        """Somebody's lines."""
        return [line for line in self._lines.values.values() if line.player == player]

    def seeks_of(self, player: PlayerId) -> list[SeekView]:
        """Somebody's open offers."""
        return [seek for seek in self._seeks.values.values() if seek.host.player == player]

    def whole(self, hidden: Iterable[PlayerId] = NOBODY) -> bytes:
        """The room as one frame; the one for those who see everybody is made once a version."""
        if not hidden and self._whole is not None:
            return self._whole
        frame = frames.whole(
            self._people.seen(hidden), self._lines.seen(hidden), self._seeks.seen(hidden)
        )
        if not hidden:
            self._whole = frame
        return frame
