"""What stands of a room in the tables: two rows at most, made of its state alone."""

import msgspec

from libs.contracts.ids import RoomId
from libs.contracts.matchmaking import RoomTerms
from libs.eventstore.records import shard_of
from services.matchmaking.decider import CHALLENGE, Room, RoomState, Stage, due_at_ms

_json = msgspec.json.Encoder(order="deterministic").encode


class OpenRow(msgspec.Struct, frozen=True):
    """A room in which no game has begun yet; the columns of `open_rooms`."""

    room: RoomId
    shard: int
    kind: str
    host: str
    host_name: str
    guest: str | None
    invited: str | None
    is_mail: bool
    terms: str
    at_ms: int
    due_at_ms: int | None


class InvitationRow(msgspec.Struct, frozen=True):
    """A challenge; the columns of `invitations`."""

    room: RoomId
    shard: int
    sender: str
    sender_name: str
    recipient: str
    terms: str
    at_ms: int
    expires_at_ms: int
    state: str
    reason: str | None
    is_mail: bool
    unread: list[str]
    is_withheld: bool


def written(terms: RoomTerms) -> str:
    """Terms as they stand in the tables: the same text for the same terms."""
    return _json(terms).decode()


def open_row(room: RoomId, state: RoomState) -> OpenRow | None:
    """None once a game has begun or nobody can come in any more, and where nobody ever could."""
    if state is None or state.stage in (Stage.STARTED, Stage.CLOSED) or _is_sealed(state):
        return None
    offer = state.offer
    return OpenRow(
        room,
        shard_of(room),
        offer.kind,
        state.host.player,
        state.host.name,
        None if state.guest is None else state.guest.player,
        offer.invited,
        offer.is_mail,
        written(state.terms),
        offer.at_ms,
        due_at_ms(state),
    )


def _is_sealed(state: Room) -> bool:
    return state.terms.game.is_unseen()


def invitation_row(room: RoomId, state: RoomState) -> InvitationRow | None:
    """None for a room that is no challenge."""
    if state is None or state.offer.kind != CHALLENGE:
        return None
    offer = state.offer
    return InvitationRow(
        room,
        shard_of(room),
        state.host.player,
        state.host.name,
        offer.invited or "",
        written(state.terms),
        offer.at_ms,
        offer.expires_at_ms or 0,
        offer.answer,
        offer.declined,
        offer.is_mail,
        sorted(offer.unread),
        offer.is_withheld,
    )
