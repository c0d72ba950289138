"""What happens in rooms (JSON, stored)."""

import msgspec

from libs.contracts.games import GameTerms
from libs.contracts.ids import GameId, PlayerId
from libs.contracts.matchmaking.terms import (
    CloseReason,
    DeclineReason,
    RoomKind,
    RoomMember,
    RoomTerms,
)


class RoomOpened(msgspec.Struct, frozen=True, tag="matchmaking.room_opened"):
    """A host, who agrees to these terms by opening, waits for somebody.

    `is_mail`: the invited one was away and has days to answer. `is_quick`: found by the house.
    `is_withheld`: one of the two blocks the other, and nobody may learn of a block: to the sender
    the invited one is away, who in turn is told nothing.
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
    is_withheld: bool = False


class RoomJoined(msgspec.Struct, frozen=True, tag="matchmaking.room_joined"):
    """The second person is here.

    Who was invited by mail comes late: the host's agreement lapses, nobody plays unawares.
    `until_ms`: by then whoever has taken a seek has to say something about the terms, or gives
    the place back; in a challenge either of the two, or the room closes.
    """

    guest: RoomMember
    until_ms: int | None = None


class TermsChanged(msgspec.Struct, frozen=True, tag="matchmaking.terms_changed"):
    """New terms, agreed to by the one who changed them alone."""

    by: PlayerId
    terms: RoomTerms
    until_ms: int | None = None
    """By then somebody has to say something more, or the room closes; None: nobody needs to."""


class TermsAgreed(msgspec.Struct, frozen=True, tag="matchmaking.terms_agreed"):
    """One side agrees to the present terms. `until_ms`: as in `TermsChanged`."""

    by: PlayerId
    until_ms: int | None = None


class RoomLeft(msgspec.Struct, frozen=True, tag="matchmaking.room_left"):
    """The guest has gone; the place is free. `is_idle`: was put out, for having said nothing.

    `is_busy`: plays elsewhere, so that no game could start; what the host agreed to, stands.
    `until_ms`: by then somebody has to come into a private room, or to say something there.
    """

    player: PlayerId
    is_idle: bool = False
    is_busy: bool = False
    until_ms: int | None = None


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
    """The game could not be started: both have to agree anew, or to ask for a rematch again.

    `until_ms`: as in `TermsChanged`.
    """

    code: str
    until_ms: int | None = None


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
