"""What a running game waits for, folded from its events, and the heap of what is due: pure."""

import heapq
from collections.abc import Iterable, Mapping
from typing import Final

import msgspec

from libs.contracts.games import (
    ClaimFlag,
    ClockCredited,
    ClockReading,
    Dealt,
    EndPause,
    GameEnded,
    GameStarted,
    PauseBegan,
    PauseOver,
    TurnPlayed,
    TurnsTakenBack,
    Unveiled,
)
from libs.contracts.ids import GameId
from libs.timing import REST_MS


class Deadline(msgspec.Struct, frozen=True):
    """What one running game waits for after the event of that version.

    `position` is what a claim names, `pause` the version of a pause under way. `left_ms` is what
    the thinking side has, None while nobody thinks; `due_ms` when that, or the pause, is over, or
    when nobody is expected to go on any more.
    """

    game: GameId
    version: int
    position: int
    pause: int | None = None
    left_ms: int | None = None
    due_ms: int | None = None

    def claim(self) -> ClaimFlag | EndPause:
        """The command that is due."""
        return ClaimFlag(self.position) if self.pause is None else EndPause(self.pause)


class Happened(msgspec.Struct, frozen=True):
    """An event of a game as far as clocks are concerned. `reading` is the clock after it."""

    kind: str
    version: int
    at_ms: int
    reading: ClockReading | None = None
    until_ms: int | None = 0
    since_ms: int = 0


def _tag(event: type[msgspec.Struct]) -> str:
    return str(event.__struct_config__.tag)


STARTED: Final = _tag(GameStarted)
ENDED: Final = _tag(GameEnded)
PAUSED: Final = _tag(PauseBegan)
RESUMED: Final = _tag(PauseOver)
UNVEILED: Final = _tag(Unveiled)
CREDITED: Final = _tag(ClockCredited)
POSITIONS: Final = frozenset({STARTED, _tag(TurnPlayed), _tag(TurnsTakenBack), _tag(Dealt)})
"""Events that make a new position: a claim names the version of the last of them."""

ANEW: Final = POSITIONS | {ENDED}
"""Events after which it does not matter any more what the game waited for before."""

CONCERNED: Final = ANEW | {PAUSED, RESUMED, UNVEILED, CREDITED}


def initial_state() -> Deadline | None:
    """A game that has not begun waits for nothing."""
    return None


def evolve(game: GameId, before: Deadline | None, event: Happened) -> Deadline | None:
    """What the game waits for after an event, None if for nothing. A repeated one is ignored.

    A practice game waits for nothing, so that it may stay open for ever; but for the end of a pause
    that ends by time, which older logs hold.
    """
    if before is not None and event.version <= before.version:
        return before
    if _is_idle(event):
        return None
    if event.kind in POSITIONS:
        return _thinking(game, event, event.version)
    if event.kind == PAUSED:
        return _paused(game, before, event)
    return None if before is None else _meanwhile(before, event)


def _is_idle(event: Happened) -> bool:
    """Whether nothing falls due after this event, whatever was before."""
    if event.kind == PAUSED and event.until_ms is not None:
        return False
    return event.kind == ENDED or (event.reading is not None and event.reading.is_idle())


def _meanwhile(before: Deadline, event: Happened) -> Deadline:
    """A pause's end, a curtain or a credit: the position stays."""
    if event.kind in (RESUMED, UNVEILED):
        return _thinking(before.game, event, before.position)
    return _credited(before, event)


def _paused(game: GameId, before: Deadline | None, event: Happened) -> Deadline:
    position = event.version if before is None else before.position
    if event.until_ms is None:
        return _resting(game, event, position)
    return Deadline(game, event.version, position, event.version, due_ms=event.until_ms)


def _resting(game: GameId, event: Happened, position: int) -> Deadline:
    """No clock runs, and a person is to go on: behind a curtain, or in a pause that waits.

    Before a deal it is so for a moment, too: that is replaced by what follows.
    """
    return Deadline(game, event.version, position, due_ms=event.at_ms + REST_MS)


def _thinking(game: GameId, event: Happened, position: int) -> Deadline:
    reading = event.reading
    if reading is None or reading.running is None:
        return _resting(game, event, position)
    left_ms = reading.remaining_ms[reading.running]
    return Deadline(game, event.version, position, left_ms=left_ms, due_ms=event.at_ms + left_ms)


def _credited(before: Deadline, event: Happened) -> Deadline:
    """The thinking side's time counts from a later instant."""
    if before.left_ms is None:
        return msgspec.structs.replace(before, version=event.version)
    due_ms = event.since_ms + before.left_ms
    return msgspec.structs.replace(before, version=event.version, due_ms=due_ms)


SPARE_ENTRIES: Final = 64


class Deadlines:
    """All running games' deadlines and a heap of them; what was replaced is skipped when popped."""

    def __init__(self) -> None:
        self._current: dict[GameId, Deadline] = {}
        self._heap: list[tuple[int, GameId, int]] = []

    def __len__(self) -> int:
        return len(self._current)

    @property
    def entries(self) -> int:
        """Size of the heap, replaced ones included."""
        return len(self._heap)

    def get(self, game: GameId) -> Deadline | None:
        """What a game waits for, None if it isn't known to run."""
        return self._current.get(game)

    def reset(self, deadlines: Iterable[Deadline]) -> None:
        """Forgets all, and begins anew with these."""
        self._current = {deadline.game: deadline for deadline in deadlines}
        self._refill()

    def update(self, changes: Mapping[GameId, Deadline | None]) -> None:
        """These games wait for something else now, or for nothing (None)."""
        for game, deadline in changes.items():
            if deadline is None:
                self._current.pop(game, None)
            else:
                self._current[game] = deadline
                if deadline.due_ms is not None:
                    heapq.heappush(self._heap, (deadline.due_ms, game, deadline.version))
        if len(self._heap) > SPARE_ENTRIES + 4 * len(self._current):
            self._refill()

    def rearm(self, claimed: Deadline, at_ms: int) -> None:
        """Claim that deadline again at an instant, unless it has been replaced meanwhile."""
        if self._is_current(claimed.game, claimed.version):
            heapq.heappush(self._heap, (at_ms, claimed.game, claimed.version))

    def next_ms(self) -> int | None:
        """When the next one may be due; it may turn out to be replaced."""
        return self._heap[0][0] if self._heap else None

    def pop_due(self, now_ms: int, limit: int) -> list[Deadline]:
        """Takes what is due, at most `limit` of them."""
        due: list[Deadline] = []
        while self._heap and self._heap[0][0] <= now_ms and len(due) < limit:
            _, game, version = heapq.heappop(self._heap)
            if self._is_current(game, version):
                due.append(self._current[game])
        return due

    def _is_current(self, game: GameId, version: int) -> bool:
        current = self._current.get(game)
        return current is not None and current.version == version

    def _refill(self) -> None:
        """Throws away what was replaced: each turn leaves an old entry behind."""
        self._heap = [
            (deadline.due_ms, game, deadline.version)
            for game, deadline in self._current.items()
            if deadline.due_ms is not None
        ]
        heapq.heapify(self._heap)
