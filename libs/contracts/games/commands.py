"""Commands to a game's owner (msgpack, tagged): a player's, and those of services alone."""

import msgspec

from libs.contracts.games.terms import GameTerms, SeatInfo


class StartGame(msgspec.Struct, frozen=True, tag="start_game"):
    """From matchmaking alone. `room` is the room it came from; `is_public`: it is listed live."""

    terms: GameTerms
    seats: tuple[SeatInfo, SeatInfo]
    room: str | None = None
    is_public: bool = False


class PlayTurn(msgspec.Struct, frozen=True, tag="play_turn"):
    """A complete turn in notation, for the position of that version."""

    position: int
    turn: str


class OfferDraw(msgspec.Struct, frozen=True, tag="offer_draw"):
    """Stands until declined or until either side plays; at one device both have agreed already."""


class AcceptDraw(msgspec.Struct, frozen=True, tag="accept_draw"):
    """Names the offer by the version of its event."""

    offer: int


class DeclineDraw(msgspec.Struct, frozen=True, tag="decline_draw"):
    """Names the offer by the version of its event."""

    offer: int


class Resign(msgspec.Struct, frozen=True, tag="resign"):
    """The sender gives the game up; at one device the side to move does."""


class LeaveGame(msgspec.Struct, frozen=True, tag="leave_game"):
    """The sender leaves a running game and loses it; at one device it ends without a winner."""


class TakeBack(msgspec.Struct, frozen=True, tag="take_back"):
    """Practice: takes back the sender's last turn and the reply to it, if there was one.

    At one device: takes back the last turn alone, whoever played it. Nowhere else.
    `position` is the version of the position that is to be left.
    """

    position: int


class AskUndo(msgspec.Struct, frozen=True, tag="ask_undo"):
    """Friendly games between people: may the sender's last turn be taken back, with the reply?

    `position` is the version of the position that is to be left. Stands until answered or until
    either side plays.
    """

    position: int


class AnswerUndo(msgspec.Struct, frozen=True, tag="answer_undo"):
    """Names what was asked by the version of its event."""

    ask: int
    accept: bool


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


class Unveil(msgspec.Struct, frozen=True, tag="unveil"):
    """At one device, where something is hidden: whoever is to move is alone with the screen.

    `position` is the version of the position behind the curtain. Starts that side's clock.
    """

    position: int


class GoOn(msgspec.Struct, frozen=True, tag="go_on"):
    """Ends the pause that began with that version, where it waits for the person who plays."""

    pause: int


class EndPause(msgspec.Struct, frozen=True, tag="end_pause"):
    """From the clocks service: the pause that began with that version is over."""

    pause: int


PlayerCommand = (
    PlayTurn
    | OfferDraw
    | AcceptDraw
    | DeclineDraw
    | Resign
    | LeaveGame
    | TakeBack
    | AskUndo
    | AnswerUndo
    | ClaimWin
    | Unveil
    | GoOn
)
ServiceCommand = StartGame | ClaimFlag | CreditClock | EndPause
GameCommand = PlayerCommand | ServiceCommand
