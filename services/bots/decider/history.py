"""What a viewer knew at each ply of a game, followed step by step through its events."""

from collections.abc import Iterable
from typing import Any

import msgspec

from libs.contracts.games import Dealt, GameLog, GameStarted, Secret, TurnPlayed, TurnsTakenBack
from libs.rules import registry
from libs.rules.game import SPECTATOR, Rules, Seat, Viewer
from services.bots.decider.seated import DEALT, TAKEN_BACK, TURN
from services.bots.decider.seen import RefusedError, Seen

_turn = msgspec.json.Decoder(TurnPlayed).decode
_dealt = msgspec.json.Decoder(Dealt).decode
_taken_back = msgspec.json.Decoder(TurnsTakenBack).decode
_secret = msgspec.json.Decoder(Secret | None).decode


class Told(msgspec.Struct, frozen=True):
    """An event and what each seat alone was shown of it, as far as that is known here."""

    type: str
    data: msgspec.Raw
    shown: tuple[Any, Any]


class Played(msgspec.Struct, frozen=True):
    """A turn that stands. `before` is the viewer's view when it was played."""

    ply: int
    seat: int
    text: str
    before: Any


def told_to(seen: Seen) -> list[Told]:
    """A game's events as one seat has been told them."""
    return [
        Told(event.type, event.data, (event.shown, None) if seen.seat == 0 else (None, event.shown))
        for event in seen.events
    ]


def told_afterwards(log: GameLog) -> list[Told]:
    """A finished game's events with all that was secret."""
    return [Told(event.type, event.public, _shown(event.secret)) for event in log.events]


def _shown(secret: msgspec.Raw) -> tuple[Any, Any]:
    known = _secret(secret)
    return (None, None) if known is None else known.seats


class History:
    """The views of one viewer: `views[n]` is the one after n plies, with the deal that followed."""

    def __init__(self, start: GameStarted, told: Iterable[Told], viewer: Viewer) -> None:
        self.rules: Rules[Any] = registry.rules(start.terms.game, start.rules_version)
        self.viewer = viewer
        self.views: list[Any] = [self.rules.view(self.rules.setup(start.terms.options), viewer)]
        self.turns: list[Played] = []
        for event in told:
            self._follow(event)

    def _follow(self, event: Told) -> None:
        own = None if self.viewer == SPECTATOR else event.shown[int(self.viewer)]
        if event.type == TURN:
            played = _turn(event.data)
            before, shown = self.views[-1], played.shown if own is None else own
            self.views.append(self.rules.follow(before, self.viewer, played.turn, shown))
            self.turns.append(Played(len(self.turns) + 1, played.seat, played.turn, before))
        elif event.type == DEALT:
            shown = _dealt(event.data).shown if own is None else own
            self.views[-1] = self.rules.follow_deal(self.views[-1], self.viewer, shown)
        elif event.type == TAKEN_BACK:
            plies = _taken_back(event.data).plies
            del self.views[len(self.views) - plies :]
            del self.turns[len(self.turns) - plies :]


class Point(msgspec.Struct, frozen=True):
    """A position after so many plies, as the seat to act knew it."""

    ply: int
    seat: int
    view: Any


def own_turns(start: GameStarted, log: GameLog, seat: int) -> list[Played]:
    """The turns of a seat that stand, each with what the seat knew before it."""
    history = History(start, told_afterwards(log), Seat(seat))
    return [turn for turn in history.turns if turn.seat == seat]


def point_of(start: GameStarted, told: list[Told], ply: int | None, seat: int | None) -> Point:
    """The position after `ply` plies (None: now). `seat`: whose secrets are known, None: all.

    All are known of finished games alone. Raises RefusedError: `no_such_ply`, `paused` or, where
    the game has ended, `game_over` (nobody acts there), `not_your_turn` (whoever acts there knows
    what is not known here).
    """
    public = History(start, told, SPECTATOR)
    at = len(public.views) - 1 if ply is None else ply
    if not 0 <= at < len(public.views):
        raise RefusedError("no_such_ply")
    acting = public.views[at]["seat"]
    if acting is None:
        raise RefusedError("game_over" if seat is None else "paused")
    if not public.rules.has_secrets():
        return Point(at, acting, public.views[at])
    if seat not in (None, acting):
        raise RefusedError("not_your_turn")
    return Point(at, acting, History(start, told, Seat(acting)).views[at])
