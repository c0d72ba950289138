"""Who is in the waiting room: what gateways report, put together to one entry a person.

Listed is whoever has a socket that shows the room; who has one anywhere, plays, and came from
there; and, for a while, who has lost the last one without saying goodbye.
"""

from collections.abc import Iterable

import msgspec

from libs.contracts.ids import PlayerId
from libs.contracts.lobby import HereState, PersonHere
from libs.contracts.lobby_messages import Sighting, WhoIsHere
from libs.contracts.ratings import Family


class News(msgspec.Struct, frozen=True):
    """What has changed for those who look on. `gone_for_good`: nobody waits for them."""

    people: list[PersonHere]
    gone: list[PlayerId]
    gone_for_good: list[PlayerId]


class _Gateway:
    """One gateway: its last report's number, when it was heard last, its people.

    `named`: those whom the parts of a report about all have named so far.
    """

    __slots__ = ("heard_ms", "n", "named", "people")

    def __init__(self) -> None:
        self.n = 0
        self.heard_ms = 0
        self.people: set[PlayerId] = set()
        self.named: set[PlayerId] = set()


class _Person:
    """Somebody with a socket somewhere, or who had one a moment ago."""

    __slots__ = ("at", "elo", "forget_ms", "has_come", "is_guest", "is_in", "name",
                 "stays_until_ms")  # fmt: skip

    def __init__(self) -> None:
        self.name = ""
        self.is_guest = False
        self.at: dict[str, Sighting] = {}
        self.is_in = False
        self.has_come = False
        self.stays_until_ms = 0
        """Cut off without a goodbye: so long the entry stays; else 0."""
        self.forget_ms = 0
        """Without any connection: then nobody is waited for; 0 with one."""
        self.elo: dict[Family, int] | None = None
        """By the families with rated games; None until it is known."""

    @property
    def is_playing(self) -> bool:
        return any(sighting.is_playing for sighting in self.at.values())

    @property
    def is_present(self) -> bool:
        return self.is_in or (self.has_come and self.is_playing)

    @property
    def is_listed(self) -> bool:
        return self.is_present or self.stays_until_ms > 0

    @property
    def is_awaited(self) -> bool:
        return self.stays_until_ms > 0 or self.forget_ms > 0


def _unnamed(gateway: _Gateway, report: WhoIsHere) -> set[PlayerId]:
    """Whom a report about all does not name, once its last part has come."""
    if not report.is_whole:
        return set()
    if not report.part:
        gateway.named.clear()
    gateway.named.update(sighting.player for sighting in report.here)
    return set() if report.is_more else gateway.people - gateway.named


class Presence:
    """All people of all gateways. Time comes from the caller."""

    def __init__(self, grace_ms: int, silence_ms: int) -> None:
        self._grace_ms = grace_ms
        self._silence_ms = silence_ms
        self._gateways: dict[str, _Gateway] = {}
        self._people: dict[PlayerId, _Person] = {}
        self._awaited: set[PlayerId] = set()
        self._barred: dict[PlayerId, int] = {}
        self._dirty: set[PlayerId] = set()
        self._lost: list[PlayerId] = []
        self.listed: dict[PlayerId, PersonHere] = {}
        """As last told by `take_news`."""

    # ---- what is heard ----------------------------------------------------------------------

    def report(self, report: WhoIsHere, now_ms: int) -> bool:
        """A gateway's report; False if one before it is missing, so that only all of it helps."""
        gateway = self._gateways.get(report.gateway)
        if report.is_leaving:
            self._drop(report.gateway, now_ms)
            return True
        if gateway is None or report.n != gateway.n + 1:
            is_start = report.is_whole and not report.part
            if not is_start or (gateway is not None and report.n <= gateway.n):
                return False
            gateway = self._gateways.setdefault(report.gateway, _Gateway())
        gateway.n, gateway.heard_ms = report.n, now_ms
        gone = {*report.gone, *_unnamed(gateway, report)}
        for player in gone & gateway.people:
            gateway.people.discard(player)
            self._see(report.gateway, player, None, now_ms, has_left=player in report.left)
        for sighting in report.here:
            player = sighting.player
            gateway.people.add(player)
            self._see(report.gateway, player, sighting, now_ms, has_left=player in report.left)
        return True

    def _see(
        self, gateway: str, player: PlayerId, sighting: Sighting | None, now_ms: int, *,
        has_left: bool,
    ) -> None:  # fmt: skip
        person = self._people.get(player)
        if person is None:
            person = self._people[player] = _Person()
        was_in, was_listed = person.is_in, person.is_listed
        if sighting is None:
            person.at.pop(gateway, None)
        else:
            person.at[gateway] = sighting
            person.name, person.is_guest = sighting.name, sighting.is_guest
        person.is_in = any(each.is_in for each in person.at.values())
        person.has_come |= any(each.has_come or each.is_in for each in person.at.values())
        is_cut_off = not person.at or (was_in and not person.is_in)
        if person.is_present:
            person.stays_until_ms = 0
        elif was_listed and is_cut_off and not has_left and not person.stays_until_ms:
            person.stays_until_ms = now_ms + self._grace_ms
        elif has_left:
            person.stays_until_ms = 0
        self._await(player, person, now_ms)
        self._dirty.add(player)

    def _await(self, player: PlayerId, person: _Person, now_ms: int) -> None:
        """Whether time will change something about somebody."""
        if person.at:
            person.forget_ms = 0
        elif not person.forget_ms:
            person.forget_ms = now_ms + (self._grace_ms if person.has_come else 0)
        if person.is_awaited:
            self._awaited.add(player)
        else:
            self._awaited.discard(player)

    def expect(self, players: Iterable[PlayerId], now_ms: int) -> None:
        """These are said to be here: whom no gateway has named has the usual time to return."""
        for player in players:
            if player not in self._people:
                person = self._people[player] = _Person()
                person.has_come = True
                self._await(player, person, now_ms)

    def bar(self, player: PlayerId, until_ms: int) -> None:
        """Somebody may not be here until then, whatever gateways say; 0: may be again."""
        if until_ms:
            self._barred[player] = until_ms
            self._lost.append(player)
        else:
            self._barred.pop(player, None)
        self._dirty.add(player)

    def rate(self, player: PlayerId, elo: dict[Family, int]) -> None:
        """Somebody's Elo, by the families with rated games."""
        person = self._people.get(player)
        if person is not None and person.elo != elo:
            person.elo = elo
            self._dirty.add(player)

    def rerate(self, player: PlayerId, family: Family, elo: int) -> None:
        """Somebody's Elo in one family is another now."""
        person = self._people.get(player)
        if person is not None:
            self.rate(player, {**(person.elo or {}), family: elo})

    # ---- time -------------------------------------------------------------------------------

    def pass_time(self, now_ms: int) -> None:
        """Gateways fall silent, and whoever was waited for does not come back."""
        silent = now_ms - self._silence_ms
        for name in [name for name, each in self._gateways.items() if each.heard_ms < silent]:
            self._drop(name, now_ms)
        for player in [player for player, until in self._barred.items() if until <= now_ms]:
            self.bar(player, 0)
        for player in [*self._awaited]:
            person = self._people[player]
            if 0 < person.stays_until_ms <= now_ms:
                person.stays_until_ms = 0
                self._dirty.add(player)
            if 0 < person.forget_ms <= now_ms:
                self._forget(player, person)
            elif not person.is_awaited:
                self._awaited.discard(player)

    def _drop(self, name: str, now_ms: int) -> None:
        gateway = self._gateways.pop(name, None)
        for player in () if gateway is None else gateway.people:
            self._see(name, player, None, now_ms, has_left=False)

    def _forget(self, player: PlayerId, person: _Person) -> None:
        del self._people[player]
        self._awaited.discard(player)
        self._dirty.add(player)
        if person.has_come:
            self._lost.append(player)

    # ---- what is told -----------------------------------------------------------------------

    @property
    def has_news(self) -> bool:
        """Whether `take_news` may have something."""
        return bool(self._dirty or self._lost)

    def take_news(self) -> News:
        """What has changed since the last time."""
        people: list[PersonHere] = []
        gone: list[PlayerId] = []
        dirty, self._dirty = self._dirty, set()
        for player in dirty:
            entry = self._entry(player)
            if entry == self.listed.get(player):
                continue
            if entry is None:
                del self.listed[player]
                gone.append(player)
            else:
                self.listed[player] = entry
                people.append(entry)
        lost, self._lost = self._lost, []
        return News(people, gone, lost)

    def _entry(self, player: PlayerId) -> PersonHere | None:
        person = self._people.get(player)
        if person is None or player in self._barred or not person.is_listed:
            return None
        before = self.listed.get(player)
        if not person.at and before is not None:
            return before
        state: HereState = "playing" if person.is_playing else "free"
        elo = {} if person.is_guest else person.elo or {}
        return PersonHere(player, person.name, person.is_guest, state, elo)

    def accounts(self) -> list[PlayerId]:
        """Who may have rated games: everybody but guests."""
        return [player for player, person in self._people.items() if not person.is_guest]

    def unrated(self, players: Iterable[PlayerId]) -> list[PlayerId]:
        """Those among them whose Elo is not known yet."""
        known = ((player, self._people.get(player)) for player in players)
        return [
            player
            for player, person in known
            if person is not None and not person.is_guest and person.elo is None
        ]

    def is_free(self, player: PlayerId) -> bool:
        """Whether somebody is here for a challenge, as far as is known this moment."""
        entry = self._entry(player)
        return entry is not None and entry.state == "free"

    def free(self) -> list[PersonHere]:
        """All who are, and have a connection: whoever is only waited for would see nothing."""
        return [entry for entry in self.listed.values() if self._sees(entry.player)]

    def _sees(self, player: PlayerId) -> bool:
        person = self._people.get(player)
        return person is not None and bool(person.at) and self.is_free(player)
