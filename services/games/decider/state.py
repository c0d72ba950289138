"""A game session's state: terms, table, clock, offers."""

from typing import Any

import msgspec

from libs.contracts.games import GameEnded, GameEvent, GameStarted, Secret
from libs.rules.game import Rules, Turn
from libs.timing import REST_MS, Clock, LagQuota


class Fact(msgspec.Struct, frozen=True):
    """An event with its instant and its secret part.

    `table` is what the rules made of it, kept so that the same turn isn't played twice while it
    is decided and applied; it is derived, never stored, and None when read from the log.
    """

    at_ms: int
    event: GameEvent
    secret: Secret | None = None
    table: Any = None


class Offer(msgspec.Struct, frozen=True):
    """A draw offer, or an ask to undo, that stands: whose it is, named by its event's version."""

    seat: int
    version: int


class Break(msgspec.Struct, frozen=True):
    """A pause under way, named by its event's version; None: until a person goes on."""

    version: int
    until_ms: int | None


class Earlier(msgspec.Struct, frozen=True):
    """A table that can be taken back to: the one before a turn, and those before it since a deal.

    `seat` then played; `position` is the version that made this table. A chain that turns share,
    so that a turn costs the same however long the game is.
    """

    table: Any
    position: int
    seat: int
    before: "Earlier | None"


class Running(msgspec.Struct, frozen=True):
    """A game that has started. `position` is the version of the last turn, deal or undo.

    `offered` holds for each seat the position at which it last offered a draw (0: never), `asked`
    the one at which it last asked to take its turn back.
    `credited_to_ms` is the instant up to which outages have been credited: none counts twice.
    `earlier` is kept where turns can be taken back, and nowhere else.
    """

    started: GameStarted
    rules: Rules[Any]
    table: Any
    clock: Clock
    version: int
    position: int
    lag: tuple[LagQuota, LagQuota] = (LagQuota(), LagQuota())
    offer: Offer | None = None
    offered: tuple[int, int] = (0, 0)
    ask: Offer | None = None
    asked: tuple[int, int] = (0, 0)
    pause: Break | None = None
    ended: GameEnded | None = None
    deal_secrets: tuple[Any, ...] = ()
    credited_to_ms: int = 0
    plies: int = 0
    earlier: Earlier | None = None

    def is_by_consent(self) -> bool:
        """Whether turns are taken back here when the other agrees: people play, for nothing."""
        return self.started.terms.kind == "friendly"

    def keeps_earlier(self) -> bool:
        """Whether this game is one in which turns are taken back at all.

        At one device hidden cards that lie open again would be known to both.
        """
        terms = self.started.terms
        if terms.is_hotseat():
            return not self.rules.has_secrets()
        return terms.is_practice() or self.is_by_consent()

    def may_see(self, seat: int | None) -> bool:
        """Whether somebody in that seat (None: in none) may watch: not all have spectators."""
        return seat is not None or not self.started.terms.is_unseen()

    def has_curtain(self) -> bool:
        """Whether two share one screen in a game that hides something from each of them."""
        return self.started.terms.is_hotseat() and self.rules.has_secrets()

    def audience(self, seat: int | None) -> int | None:
        """Whose secrets are shown to somebody in that seat; None: nobody's.

        Where there is a curtain it is up exactly while a clock runs.
        """
        return self.clock.running if self.has_curtain() else seat

    def rests_until_ms(self) -> int | None:
        """When a game at one device ends since nobody goes on, though no clock runs; else None."""
        if self.clock.running is not None or not self.started.terms.is_hotseat():
            return None
        return self.clock.since_ms + REST_MS

    def acts_for(self, player: str) -> int | None:
        """The seat in whose name a player acts: at one device that of whoever is to move."""
        seat = self.seat_of(player)
        if seat is None or not self.started.terms.is_hotseat():
            return seat
        pending = self.rules.pending(self.table)
        return pending.seat if isinstance(pending, Turn) else seat

    def seat_of(self, player: str) -> int | None:
        """The seat of a player, the first if both are theirs; None for anybody else."""
        first, second = self.started.seats
        if player == first.player:
            return 0
        return 1 if player == second.player else None


GameState = Running | None
"""None before the start."""


def initial_state() -> GameState:
    """No game yet."""
    return None
