"""Game sessions: terms, commands, stored events, queries.

Public parts are what every spectator may know. `position` is always the version of the last
turn, deal or undo: a turn names it, so that an offer or a chat line doesn't make a turn stale.
"""

from typing import Any, Final, Literal

import msgspec

from libs.contracts.ids import GameId, PlayerId
from libs.timing import Clock, TimeControl

SERVICE: Final = "games"
SHARDS: Final = 16


class SeatInfo(msgspec.Struct, frozen=True):
    """Who sits there; the name as it was at the start."""

    player: PlayerId
    name: str


class GameTerms(msgspec.Struct, frozen=True):
    """What is played: a registered game, its variant, changed options, the time control."""

    game: str
    variant: str
    options: dict[str, Any]
    time: TimeControl
    kind: Literal["friendly", "rated", "practice"] = "friendly"
    """Practice: against a computer; no clock, no brake, turns can be taken back, help is given."""


# ---- commands (msgpack, tagged) -------------------------------------------------------------


class StartGame(msgspec.Struct, frozen=True, tag="start_game"):
    """From matchmaking alone. `room` is the private room it came from."""

    terms: GameTerms
    seats: tuple[SeatInfo, SeatInfo]
    room: str | None = None


class PlayTurn(msgspec.Struct, frozen=True, tag="play_turn"):
    """A complete turn in notation, for the position of that version."""

    position: int
    turn: str


class OfferDraw(msgspec.Struct, frozen=True, tag="offer_draw"):
    """Stands until declined or until either side plays."""


class AcceptDraw(msgspec.Struct, frozen=True, tag="accept_draw"):
    """Names the offer by the version of its event."""

    offer: int


class DeclineDraw(msgspec.Struct, frozen=True, tag="decline_draw"):
    """Names the offer by the version of its event."""

    offer: int


class Resign(msgspec.Struct, frozen=True, tag="resign"):
    """The sender gives the game up."""


class LeaveGame(msgspec.Struct, frozen=True, tag="leave_game"):
    """The sender leaves a running game and loses it."""


class TakeBack(msgspec.Struct, frozen=True, tag="take_back"):
    """Practice only: takes back the sender's last turn and the reply to it, if there was one.

    `position` is the version of the position that is to be left.
    """

    position: int


class ClaimWin(msgspec.Struct, frozen=True, tag="claim_win"):
    """The sender claims the win since the other has had no connection for a minute."""


class ClaimFlag(msgspec.Struct, frozen=True, tag="claim_flag"):
    """From the clocks service: the deadline of that position has passed."""

    position: int


class CreditClock(msgspec.Struct, frozen=True, tag="credit_clock"):
    """From the owner itself: an outage of ours is nobody's thinking time."""

    from_ms: int
    to_ms: int
    cause: str


class EndPause(msgspec.Struct, frozen=True, tag="end_pause"):
    """From the clocks service: the pause that began with that version is over."""

    pause: int


PlayerCommand = (
    PlayTurn | OfferDraw | AcceptDraw | DeclineDraw | Resign | LeaveGame | TakeBack | ClaimWin
)
ServiceCommand = StartGame | ClaimFlag | CreditClock | EndPause
GameCommand = PlayerCommand | ServiceCommand

# ---- stored events (JSON) -------------------------------------------------------------------


class ClockReading(msgspec.Struct, frozen=True):
    """Both sides' remaining time at the event, and who thinks from then on."""

    remaining_ms: tuple[int, int]
    running: int | None

    @classmethod
    def of(cls, clock: Clock) -> "ClockReading":
        """The part of a clock that an event stores; `since` is the event's own instant."""
        return cls(clock.remaining_ms, clock.running)


class GameStarted(msgspec.Struct, frozen=True, tag="games.game_started"):
    """The terms with every option applied, and the rules' version that this game keeps."""

    terms: GameTerms
    rules_version: int
    seats: tuple[SeatInfo, SeatInfo]
    clock: ClockReading
    room: str | None = None


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


class PauseBegan(msgspec.Struct, frozen=True, tag="games.pause_began"):
    """Both clocks stand until that instant."""

    until_ms: int
    clock: ClockReading


class PauseOver(msgspec.Struct, frozen=True, tag="games.pause_over"):
    """The pause ended; the clocks go on."""

    clock: ClockReading


class DrawOffered(msgspec.Struct, frozen=True, tag="games.draw_offered"):
    """The event's version is the offer's name."""

    seat: int


class DrawDeclined(msgspec.Struct, frozen=True, tag="games.draw_declined"):
    """Declined by that seat."""

    seat: int
    offer: int


class ClockCredited(msgspec.Struct, frozen=True, tag="games.clock_credited"):
    """The time from…to is not charged to the thinking side; `since_ms` is its new start."""

    from_ms: int
    to_ms: int
    cause: str
    since_ms: int


class GameEnded(msgspec.Struct, frozen=True, tag="games.game_ended", omit_defaults=True):
    """The one end of a game. `winner` None is a draw; `reason` is a stable name of rules.

    `plies`: turns played by both together. `deal_secrets`: the secrets behind the deals'
    commitments, public from now on.
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
    | PauseBegan
    | PauseOver
    | DrawOffered
    | DrawDeclined
    | ClockCredited
    | GameEnded
)


class Secret(msgspec.Struct, frozen=True, omit_defaults=True):
    """The secret part of an event: the owner's, and what each seat alone is shown."""

    owner: Any = None
    seats: tuple[Any, Any] = (None, None)


# ---- queries to the owner (msgpack, tagged): query.games.<shard> ----------------------------


class WatchGame(msgspec.Struct, frozen=True, tag="watch_game"):
    """A gateway watches a game for one of its sockets; the owner says for which audience.

    `player` is the signed-in player of that socket. Answer: `Watching`.
    """

    game: GameId
    gateway: str
    player: PlayerId | None
    since: int | None = None


class Watching(msgspec.Struct, frozen=True):
    """`seat` is the audience the owner confirmed, None for a spectator.

    With `since` known: `frames` are the missing ones, ready for the socket. Else one snapshot
    frame. `version` is the game's version after them.
    """

    seat: int | None
    version: int
    frames: list[bytes]


class WatchedGame(msgspec.Struct, frozen=True, array_like=True):
    """One game in a gateway's full list: last version it has, seats it has sockets for."""

    game: GameId
    version: int
    players: list[PlayerId]
    spectators: int


class RenewWatches(msgspec.Struct, frozen=True, tag="renew_watches"):
    """All games of one shard that a gateway watches; replaces what the owner knew.

    Sent every few seconds, at once when an owner announces itself, and after a lost bus.
    Answer: `LiveBatch` with whatever the gateway has missed.
    """

    gateway: str
    games: list[WatchedGame]


class GameAsSeen(msgspec.Struct, frozen=True, tag="game_as_seen"):
    """One game as a player (None: a spectator) sees it now. Answer: a snapshot frame (JSON)."""

    game: GameId
    player: PlayerId | None


class WholeLog(msgspec.Struct, frozen=True, tag="whole_log"):
    """All events with their secrets; refused while the game runs. Answer: `GameLog`."""

    game: GameId


GameQuery = WatchGame | RenewWatches | GameAsSeen | WholeLog


class LoggedEvent(msgspec.Struct, frozen=True):
    """An event with both its parts, from a game that is over."""

    version: int
    type: str
    schema: int
    at_ms: int
    public: msgspec.Raw
    secret: msgspec.Raw | None = None


class GameLog(msgspec.Struct, frozen=True):
    """A finished game, whole (JSON)."""

    game: GameId
    events: list[LoggedEvent]
