"""Rooms: two people agree on terms, then a game starts, and after it the next one.

Private rooms are entered by their link, challenges by the one who is challenged, seeks by whoever
is first. One aggregate a room; the game's id is fixed when the room opens, so that agreeing twice
is one game. Every change of a term clears the other's agreement; agreeing names the exact terms.
A rematch's id is fixed when the first of the two asks for it.
"""

from typing import Final, Literal

import msgspec

from libs.contracts.games import GameTerms
from libs.contracts.ids import CommandId, GameId, PlayerId, RoomId
from libs.rules.strength import Strength

SERVICE: Final = "matchmaking"
SHARDS: Final = 4

FirstSeat = Literal["host", "guest", "random"]
"""Who has the first seat (white, or the one who begins)."""


RoomKind = Literal["private", "challenge", "seek"]
"""How the second person gets in: by the link, being asked by name, by taking an open offer."""

DeclineReason = Literal["busy", "terms", "later", "no"]

CloseReason = Literal["left", "expired", "gone", "playing", "deleted", "too_many"]
"""Why a room closed: one of the two left, nobody answered in time, the host has left the waiting
room, plays elsewhere, has no account any more, has opened so many others since."""

ANSWER_WITHIN_MS: Final = 60_000
"""So long a challenge to somebody who is here stands."""
SEEK_MS: Final = 600_000
MAIL_MS: Final = 7 * 24 * 3_600_000
"""So long an invitation to somebody who is away stands."""
KEPT_MS: Final = 30 * 24 * 3_600_000
"""So long an invitation stays in a mailbox, answered or not."""
MOST_INVITATIONS: Final = 10
"""So many challenges of one person may stand at a time."""
MOST_ROOMS: Final = 10
"""So many private rooms of one person may be open; with one more the oldest closes."""
AGREE_WITHIN_MS: Final = 60_000
"""So long whoever has taken a seek holds its place without a word about the terms."""


class RoomTerms(msgspec.Struct, frozen=True):
    """All that two people agree on."""

    game: GameTerms
    first: FirstSeat = "random"


class RoomMember(msgspec.Struct, frozen=True):
    """Somebody in the room; the name as it was on entering."""

    player: PlayerId
    name: str


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
    """From the service itself: the game has started, or was refused with that code."""

    code: str | None = None


class LookAtTime(msgspec.Struct, frozen=True, tag="look_at_time"):
    """From the service itself: something may have fallen due in this room."""


class Withdraw(msgspec.Struct, frozen=True, tag="withdraw"):
    """From the service itself: that person is not there for this room any more."""

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


class RoomOpened(msgspec.Struct, frozen=True, tag="matchmaking.room_opened"):
    """A host, who agrees to these terms by opening, waits for somebody.

    `is_mail`: the invited one was away and has days to answer. `is_quick`: found by the house.
    """

    host: RoomMember
    terms: RoomTerms
    game_id: GameId
    kind: RoomKind = "private"
    invited: PlayerId | None = None
    expires_at_ms: int | None = None
    at_ms: int = 0
    is_mail: bool = False
    is_quick: bool = False


class RoomJoined(msgspec.Struct, frozen=True, tag="matchmaking.room_joined"):
    """The second person is here.

    Who was invited by mail comes late: the host's agreement lapses, nobody plays unawares.
    `until_ms`: by then whoever has taken a seek has to say something about the terms.
    """

    guest: RoomMember
    until_ms: int | None = None


class TermsChanged(msgspec.Struct, frozen=True, tag="matchmaking.terms_changed"):
    """New terms, agreed to by the one who changed them alone."""

    by: PlayerId
    terms: RoomTerms


class TermsAgreed(msgspec.Struct, frozen=True, tag="matchmaking.terms_agreed"):
    """One side agrees to the present terms."""

    by: PlayerId


class RoomLeft(msgspec.Struct, frozen=True, tag="matchmaking.room_left"):
    """The guest has gone; the place is free. `is_idle`: was put out, for having said nothing."""

    player: PlayerId
    is_idle: bool = False


class RoomClosed(msgspec.Struct, frozen=True, tag="matchmaking.room_closed"):
    """Nobody can join or play on. Without a reason: one of the two left, long ago."""

    reason: CloseReason | None = None


class RoomDeclined(msgspec.Struct, frozen=True, tag="matchmaking.room_declined"):
    """The challenged one does not want to: the room is closed."""

    by: PlayerId
    reason: DeclineReason


class InvitationRead(msgspec.Struct, frozen=True, tag="matchmaking.invitation_read"):
    """One of the two has seen how the invitation stands."""

    by: PlayerId


class RematchAsked(msgspec.Struct, frozen=True, tag="matchmaking.rematch_asked"):
    """One of the two wants to play once more; `game_id` is the new game's, should it come."""

    by: PlayerId
    game_id: GameId


class GameAgreed(msgspec.Struct, frozen=True, tag="matchmaking.game_agreed"):
    """Both agreed: the game is to be started. `seats` in the game's order."""

    game_id: GameId
    terms: GameTerms
    seats: tuple[RoomMember, RoomMember]
    is_public: bool = False
    """Everybody may watch: the two met in the waiting room."""


class GameOpened(msgspec.Struct, frozen=True, tag="matchmaking.game_opened"):
    """The game has started and can be watched."""


class StartRefused(msgspec.Struct, frozen=True, tag="matchmaking.start_refused"):
    """The game could not be started: both have to agree anew, or to ask for a rematch again."""

    code: str


RoomEvent = (
    RoomOpened
    | RoomJoined
    | TermsChanged
    | TermsAgreed
    | RoomLeft
    | RoomClosed
    | RoomDeclined
    | InvitationRead
    | RematchAsked
    | GameAgreed
    | GameOpened
    | StartRefused
)


class RoomView(msgspec.Struct, frozen=True):
    """A room as everybody with its link sees it.

    Both in `agreed` while it is still "open": the game is being started, nothing can be changed.
    """

    room: RoomId
    version: int
    host: RoomMember
    guest: RoomMember | None
    terms: RoomTerms
    agreed: list[PlayerId]
    state: Literal["open", "closed", "started"]
    game_id: GameId | None = None
    """Known once the game can be watched; the last one, when there were several."""
    rematch: list[PlayerId] = []
    """Who wants to play once more; empty again as soon as the next game can be watched."""
    refused: str | None = None
    """Why the last start failed; gone with the next agreement."""
    kind: RoomKind = "private"
    invited: PlayerId | None = None
    """Whom a challenge is for: nobody else can take the free place."""
    expires_at_ms: int | None = None
    """Until when a challenge or a seek stands that nobody has answered; with a guest who has said
    nothing about the terms of a seek: until when the guest has time for that."""
    declined: DeclineReason | None = None
    """Closed because the invited one does not want to."""
    closed: CloseReason | None = None
    """Closed for another reason."""


InvitationState = Literal["open", "accepted", "declined", "withdrawn", "expired"]


class InvitationView(msgspec.Struct, frozen=True):
    """A challenge in somebody's mailbox, got (`to` is oneself) or sent.

    `is_mail`: it was sent to somebody who was away, and stands for days. `is_read` is the reader's.
    """

    room: RoomId
    sender: RoomMember
    to: PlayerId
    terms: RoomTerms
    at_ms: int
    expires_at_ms: int
    state: InvitationState = "open"
    reason: DeclineReason | None = None
    is_mail: bool = False
    is_read: bool = False


class Mailbox(msgspec.Struct, frozen=True):
    """Somebody's invitations, got and sent, newest first, those of the last thirty days."""

    invitations: list[InvitationView]


class SeekView(msgspec.Struct, frozen=True):
    """An open offer that anybody in the waiting room may take."""

    room: RoomId
    host: RoomMember
    terms: RoomTerms
    at_ms: int


class SeeksChanged(msgspec.Struct, frozen=True):
    """Published on `matchmaking.seeks`: open offers that came and went (JSON)."""

    opened: list[SeekView] = []
    closed: list[RoomId] = []


class RoomAsSeen(msgspec.Struct, frozen=True, tag="room_as_seen"):
    """Answer: `RoomView` (JSON)."""

    room: RoomId


RoomQuery = RoomAsSeen


# ---- `query.matchmaking` (msgpack, tagged): any instance answers ------------------------------


class OpenSeeks(msgspec.Struct, frozen=True, tag="open_seeks"):
    """Answer: list of `SeekView` (JSON), oldest first."""


class MailboxOf(msgspec.Struct, frozen=True, tag="mailbox_of"):
    """Answer: `Mailbox` (JSON)."""

    player: PlayerId


class FindOpponent(msgspec.Struct, frozen=True, tag="find_opponent"):
    """For a quick game on these terms, without those who have just declined.

    Answer: `Opponent` (msgpack). Refused: `banned`, and what is wrong with the terms.
    """

    player: PlayerId
    is_guest: bool
    terms: RoomTerms
    apart_from: list[PlayerId] = []
    id: CommandId | None = None
    """The same id again, by the same player, finds the same."""


class Opponent(msgspec.Struct, frozen=True):
    """An offer on the same terms to take; else somebody free to challenge; else neither.

    `terms` are those of the offer: the same game, the colours as seen from there.
    """

    seek: RoomId | None = None
    terms: RoomTerms | None = None
    player: PlayerId | None = None


DeskQuery = OpenSeeks | MailboxOf | FindOpponent
