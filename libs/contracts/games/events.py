"""What happened in a game, as it is stored (JSON): public parts, and secrets beside them."""

from typing import Any

import msgspec

from libs.contracts.games.terms import GameTerms, SeatInfo
from libs.timing import Clock


class ClockReading(msgspec.Struct, frozen=True):
    """Both sides' remaining time at the event, and who thinks from then on.

    In a practice game nobody's time is counted: `remaining_ms` is (0, 0), `running` None.
    """

    remaining_ms: tuple[int, int]
    running: int | None

    @classmethod
    def of(cls, clock: Clock) -> "ClockReading":
        """The part of a clock that an event stores; `since` is the event's own instant."""
        return cls(clock.remaining_ms, clock.running)

    def is_idle(self) -> bool:
        """Whether nobody's time is counted, now or later."""
        return self.running is None and self.remaining_ms == (0, 0)


class GameStarted(msgspec.Struct, frozen=True, tag="games.game_started"):
    """The terms with every option applied, and the rules' version that this game keeps."""

    terms: GameTerms
    rules_version: int
    seats: tuple[SeatInfo, SeatInfo]
    clock: ClockReading
    room: str | None = None
    is_public: bool = False
    """Begun in the waiting room, so that everybody may find it; else it is found by its link."""


class Dealt(msgspec.Struct, frozen=True, tag="games.dealt"):
    """Chance acted. Public: what the open table shows, and the SHA-256 of the secret."""

    shown: Any
    commitment: str
    clock: ClockReading


class TurnPlayed(msgspec.Struct, frozen=True, tag="games.turn_played", omit_defaults=True):
    """A complete turn. `credit_ms` was given back for the network's delay."""

    seat: int
    turn: str
    clock: ClockReading
    spent_ms: int = 0
    credit_ms: int = 0
    shown: Any = None


class TurnsTakenBack(msgspec.Struct, frozen=True, tag="games.turns_taken_back"):
    """That seat took its last turn back, with the reply to it.

    The table is again as it was after the event of version `to`, the last one before these turns;
    `plies` is how many turns of both sides are gone.
    """

    seat: int
    to: int
    plies: int
    clock: ClockReading


class Reshuffled(msgspec.Struct, frozen=True, tag="games.reshuffled"):
    """What lies hidden and is in nobody's hand has been put in a new order.

    It follows turns that a person took back against a computer. Nobody sees a difference, and the
    position stays; public is the SHA-256 of the secret, which is made as a deal's is.
    """

    commitment: str


class PauseBegan(msgspec.Struct, frozen=True, tag="games.pause_began"):
    """Both clocks stand until that instant; None: until a person goes on (`GoOn`)."""

    until_ms: int | None
    clock: ClockReading


class PauseOver(msgspec.Struct, frozen=True, tag="games.pause_over"):
    """The pause ended; the clocks go on."""

    clock: ClockReading


class Unveiled(msgspec.Struct, frozen=True, tag="games.unveiled"):
    """At one device: the curtain is up for that seat, until the next turn, and its clock runs."""

    seat: int
    clock: ClockReading


class DrawOffered(msgspec.Struct, frozen=True, tag="games.draw_offered"):
    """The event's version is the offer's name."""

    seat: int


class DrawDeclined(msgspec.Struct, frozen=True, tag="games.draw_declined"):
    """Declined by that seat."""

    seat: int
    offer: int


class UndoAsked(msgspec.Struct, frozen=True, tag="games.undo_asked"):
    """That seat asks to take its last turn back; the event's version is the ask's name."""

    seat: int


class UndoDeclined(msgspec.Struct, frozen=True, tag="games.undo_declined"):
    """Declined by that seat. Consent is `TurnsTakenBack`, of the seat that had asked."""

    seat: int
    ask: int


class ClockCredited(msgspec.Struct, frozen=True, tag="games.clock_credited"):
    """The time from…to is not charged to the thinking side; `since_ms` is its new start."""

    from_ms: int
    to_ms: int
    cause: str
    since_ms: int


class GameEnded(msgspec.Struct, frozen=True, tag="games.game_ended", omit_defaults=True):
    """The one end of a game. `winner` None is a draw; `reason` is a stable name of rules.

    `plies`: turns played by both together. `deal_secrets`: the secrets behind the commitments of
    deals and reshuffles, in their order, public from now on.
    """

    winner: int | None
    reason: str
    clock: ClockReading
    plies: int = 0
    details: Any = None
    deal_secrets: list[Any] = []


GameEvent = (
    GameStarted
    | Dealt
    | TurnPlayed
    | TurnsTakenBack
    | Reshuffled
    | PauseBegan
    | PauseOver
    | Unveiled
    | DrawOffered
    | DrawDeclined
    | UndoAsked
    | UndoDeclined
    | ClockCredited
    | GameEnded
)


class Secret(msgspec.Struct, frozen=True, omit_defaults=True):
    """The secret part of an event: the owner's, and what each seat alone is shown."""

    owner: Any = None
    seats: tuple[Any, Any] = (None, None)
