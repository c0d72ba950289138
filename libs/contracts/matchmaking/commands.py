"""Commands to the owner of a room (msgpack, tagged): people's, and those of the service itself."""

import msgspec

from libs.contracts.ids import GameId, PlayerId
from libs.contracts.matchmaking.terms import CloseReason, DeclineReason, RoomTerms
from libs.rules.strength import Strength


class OpenRoom(msgspec.Struct, frozen=True, tag="open_room"):
    """The sender becomes the host and agrees to these terms. `game_id` is fixed here."""

    name: str
    terms: RoomTerms
    game_id: GameId


class OpenPractice(msgspec.Struct, frozen=True, tag="open_practice"):
    """The sender plays a computer of that strength: its seat is taken and agreed at once."""

    name: str
    terms: RoomTerms
    strength: Strength
    game_id: GameId


class OpenChallenge(msgspec.Struct, frozen=True, tag="open_challenge"):
    """The sender asks somebody by name. Refused `challenged_already` with the `room` of the other.

    Refused `already_playing`, as an `OpenSeek`, if both games have clocks; not by mail.

    `is_quick`: the house has chosen whom; refused `opponent_there` with the `room`, if somebody
    has made a fitting offer in the same moment.
    """

    name: str
    terms: RoomTerms
    game_id: GameId
    invited: PlayerId
    is_quick: bool = False


class OpenSeek(msgspec.Struct, frozen=True, tag="open_seek"):
    """The sender offers a game to whoever is first. Refused `has_seek` with its `room`.

    `is_quick`: as in `OpenChallenge`.
    """

    name: str
    terms: RoomTerms
    game_id: GameId
    is_quick: bool = False


class DeclineRoom(msgspec.Struct, frozen=True, tag="decline_room"):
    """The challenged one does not want to, or after a look at the terms not any more."""

    reason: DeclineReason


class MarkRead(msgspec.Struct, frozen=True, tag="mark_read"):
    """One of the two has seen how the invitation stands."""


class OpenHotseat(msgspec.Struct, frozen=True, tag="open_hotseat"):
    """The sender has both places, for two people at one device: agreed at once.

    Nothing is told of who begins (`terms.first`): the two just sit so.
    """

    name: str
    terms: RoomTerms
    game_id: GameId


class JoinRoom(msgspec.Struct, frozen=True, tag="join_room"):
    """The sender takes the free place."""

    name: str


class ChangeTerms(msgspec.Struct, frozen=True, tag="change_terms"):
    """Proposes other terms; the sender agrees to them by this, the other's agreement is cleared."""

    terms: RoomTerms


class AgreeTerms(msgspec.Struct, frozen=True, tag="agree_terms"):
    """Agrees to exactly these terms; refused if they are not the present ones."""

    terms: RoomTerms


class LeaveRoom(msgspec.Struct, frozen=True, tag="leave_room"):
    """The guest's place becomes free; when the host leaves, the room closes.

    After the game whoever leaves wants no rematch: the room closes.
    """


class Rematch(msgspec.Struct, frozen=True, tag="rematch"):
    """The sender wants to play once more after that game: same terms, seats swapped."""

    game: GameId


class ReportStart(msgspec.Struct, frozen=True, tag="report_start"):
    """From the service itself: the game has started, or was refused with that code.

    `busy`: who of the two plays elsewhere, if that is why.
    """

    code: str | None = None
    busy: PlayerId | None = None


class LookAtTime(msgspec.Struct, frozen=True, tag="look_at_time"):
    """From the service itself: something may have fallen due in this room."""


class Withdraw(msgspec.Struct, frozen=True, tag="withdraw"):
    """From the service itself: that person is not there for this room any more.

    With the reason `left` all is as if they had said so themselves.
    """

    player: PlayerId
    reason: CloseReason


RoomVerb = JoinRoom | ChangeTerms | AgreeTerms | LeaveRoom | Rematch | DeclineRoom | MarkRead
"""What a person may send about a room that is open already."""

Opening = OpenRoom | OpenPractice | OpenHotseat | OpenChallenge | OpenSeek
"""How a person opens a room."""

RoomCommand = (
    OpenRoom
    | OpenPractice
    | OpenHotseat
    | OpenChallenge
    | OpenSeek
    | JoinRoom
    | ChangeTerms
    | AgreeTerms
    | LeaveRoom
    | Rematch
    | DeclineRoom
    | MarkRead
    | ReportStart
    | LookAtTime
    | Withdraw
)
