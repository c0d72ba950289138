"""The waiting room in its owner's memory; all of it is made again when another takes over."""

from collections import deque
from collections.abc import Iterable

from libs.contracts.ids import PlayerId, RoomId
from libs.contracts.lobby import (
    SHOWN_LINES,
    ChatLine,
    ModerationEvent,
    PersonHere,
    ReportClosed,
    ReportFiled,
)
from libs.contracts.lobby_messages import Hall as WholeHall
from libs.contracts.matchmaking import SeeksChanged, SeekView
from libs.contracts.ratings import START_ELO, Family
from services.lobby.decider.chattiness import Chattiness
from services.lobby.decider.presence import Presence
from services.lobby.decider.standings import Standings

MOST_FREE = 10


class Hall:
    """People, last lines, open offers, who is silenced, who hides from whom."""

    def __init__(self, epoch: str, opened_ms: int, grace_ms: int, silence_ms: int) -> None:
        self.epoch = epoch
        self.opened_ms = opened_ms
        self.version = 0
        self.presence = Presence(grace_ms, silence_ms)
        self.standings = Standings()
        self.chattiness = Chattiness()
        self.lines: deque[ChatLine] = deque(maxlen=SHOWN_LINES)
        """What was said in the waiting room itself."""
        self.seeks: dict[RoomId, SeekView] = {}
        self.open_reports = 0
        self.is_settled = False
        """It has heard for long enough who is here."""

    def next_version(self) -> int:
        """The version of what is told next."""
        self.version += 1
        return self.version

    def whole(self) -> WholeHall:
        """As a gateway gets it that knows nothing, or has missed something."""
        people, seeks = [*self.presence.listed.values()], [*self.seeks.values()]
        return WholeHall(self.epoch, self.version, people, [*self.lines], seeks, self.open_reports)

    # ---- lines ------------------------------------------------------------------------------

    def erase(self, numbers: Iterable[int]) -> None:
        """These lines are gone."""
        gone = set(numbers)
        kept = [line for line in self.lines if line.n not in gone]
        self.lines.clear()
        self.lines.extend(kept)

    # ---- reports ----------------------------------------------------------------------------

    def count_reports(self, event: ModerationEvent) -> None:
        """Something was reported or done: so many reports are open from then on."""
        if isinstance(event, ReportFiled):
            self.open_reports += 1
        elif isinstance(event, ReportClosed):
            self.open_reports -= 1

    # ---- offers -----------------------------------------------------------------------------

    def seeks_now(self, seeks: Iterable[SeekView]) -> SeeksChanged:
        """All open offers there are; what that changes."""
        now = {seek.room: seek for seek in seeks}
        opened = [seek for room, seek in now.items() if self.seeks.get(room) != seek]
        closed = [room for room in self.seeks if room not in now]
        return self.change_seeks(SeeksChanged(opened, closed))

    def change_seeks(self, changed: SeeksChanged) -> SeeksChanged:
        """Offers that came and went; what of it is new here."""
        opened = [seek for seek in changed.opened if self.seeks.get(seek.room) != seek]
        closed = [room for room in changed.closed if self.seeks.pop(room, None) is not None]
        self.seeks.update((seek.room, seek) for seek in opened)
        return SeeksChanged(opened, closed)

    # ---- opponents --------------------------------------------------------------------------

    def closest(
        self, player: PlayerId, family: Family | None, apart_from: set[PlayerId], *, no_guests: bool
    ) -> list[PersonHere]:
        """Who is free and not hidden from this one; the closest Elo of that family first."""
        apart_from = apart_from | self.standings.hidden_from(player) | {player}
        own = _elo(self.presence.listed.get(player), family)
        free = [
            each
            for each in self.presence.free()
            if each.player not in apart_from and not (no_guests and each.is_guest)
        ]
        free.sort(key=lambda each: (abs(_elo(each, family) - own), each.player))
        return free[:MOST_FREE]


def _elo(person: PersonHere | None, family: Family | None) -> int:
    if person is None or family is None:
        return START_ELO
    return person.elo.get(family, START_ELO)
