"""A game as its owner shows it to one player, and what follows from it for jobs and questions."""

from typing import Any

import msgspec

from libs.contracts.games import DrawOffered, GameStarted, TurnsTakenBack
from libs.contracts.ids import GameId, bot_strength
from libs.rules.strength import is_hint_given
from services.bots.decider.seated import DECLINED, ENDED, OFFERED, TAKEN_BACK, TURN


class RefusedError(Exception):
    """Help is not given; the code is for the client."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class SeenEvent(msgspec.Struct, frozen=True):
    """An event as that player may see it; `shown` is for that seat alone."""

    version: int
    at_ms: int
    type: str
    data: msgspec.Raw
    shown: Any = None


class Seen(msgspec.Struct, frozen=True):
    """A `GameSnapshot` whose events are read when they are needed. `seat` None: a spectator's."""

    game: GameId
    version: int
    position: int
    seat: int | None
    view: Any
    events: list[SeenEvent]

    def start(self) -> GameStarted:
        """The terms, the seats, the rules' version."""
        return _start(self.events[0].data)

    def is_over(self) -> bool:
        """Whether the game has ended, by its rules or otherwise."""
        return self.events[-1].type == ENDED

    def acting(self) -> int | None:
        """The seat that is to act now; None in a pause and after the end."""
        return None if self.is_over() else self.view["seat"]

    def turns_of(self, seat: int) -> int:
        """How many turns of a seat stand."""
        movers: list[int] = []
        for event in self.events:
            if event.type == TURN:
                movers.append(_seat(event.data).seat)
            elif event.type == TAKEN_BACK:
                del movers[len(movers) - _taken_back(event.data).plies :]
        return movers.count(seat)

    def last_at_ms(self) -> int:
        """The instant of the last event."""
        return self.events[-1].at_ms

    def offer(self) -> int | None:
        """The version of a draw offer of the other side that stands."""
        for event in reversed(self.events):
            if event.type in (TURN, TAKEN_BACK, DECLINED, ENDED):
                return None
            if event.type == OFFERED:
                return None if _offered(event.data).seat == self.seat else event.version
        return None


class _Seat(msgspec.Struct, frozen=True):
    """The part of a turn that says who played it."""

    seat: int


read_seen = msgspec.json.Decoder(Seen).decode
_start = msgspec.json.Decoder(GameStarted).decode
_seat = msgspec.json.Decoder(_Seat).decode
_taken_back = msgspec.json.Decoder(TurnsTakenBack).decode
_offered = msgspec.json.Decoder(DrawOffered).decode


def is_to_act(seen: Seen, position: int) -> bool:
    """Whether that player is to act at exactly that position."""
    return seen.seat is not None and seen.position == position and seen.acting() == seen.seat


def check_hint(seen: Seen) -> None:
    """Raises RefusedError unless that player may be given a hint now."""
    if seen.is_over():
        raise RefusedError("game_over")
    check_evaluation(seen)
    if seen.acting() != seen.seat:
        raise RefusedError("not_your_turn")


def check_evaluation(seen: Seen) -> None:
    """Raises RefusedError unless that player may be told how a position stands.

    A best line is a hint: where a computer's own strength is none, it isn't told either.
    """
    check_help(seen)
    if seen.is_over():
        return
    start = seen.start()
    for strength in (bot_strength(seat.player) for seat in start.seats):
        if strength is not None and not is_hint_given(start.terms.game, strength):
            raise RefusedError("no_hint_against_strong")


def check_help(seen: Seen) -> None:
    """Raises RefusedError if the game runs and help is no affair of that player's."""
    if seen.is_over():
        return
    if not seen.start().terms.is_practice():
        raise RefusedError("help_refused")
    if seen.seat is None:
        raise RefusedError("not_a_player")


def check_review(seen: Seen) -> int:
    """The seat whose turns may be reviewed. Raises RefusedError."""
    check_help(seen)
    if seen.seat is None:
        raise RefusedError("not_a_player")
    if not seen.is_over():
        raise RefusedError("game_running")
    return seen.seat
