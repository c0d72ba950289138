"""What is shown of rooms, invitations and open offers (JSON)."""

from typing import Literal

import msgspec

from libs.contracts.ids import GameId, PlayerId, RoomId
from libs.contracts.matchmaking.terms import (
    CloseReason,
    DeclineReason,
    RoomKind,
    RoomMember,
    RoomTerms,
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
