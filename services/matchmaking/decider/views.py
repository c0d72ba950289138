"""What others see of a room: everybody with its link, the two of a challenge, the waiting room."""

from typing import Final, Literal

from libs.contracts.ids import PlayerId, RoomId
from libs.contracts.matchmaking import InvitationView, RoomView, SeekView
from services.matchmaking.decider.offer import CHALLENGE, PRIVATE, SEEK
from services.matchmaking.decider.state import Room, Stage

_SHOWN: Final[dict[Stage, Literal["open", "started", "closed"]]] = {
    Stage.OPEN: "open",
    Stage.STARTING: "open",
    Stage.STARTED: "started",
    Stage.CLOSED: "closed",
}


def view(room: RoomId, version: int, state: Room) -> RoomView:
    """The room as everybody with its link sees it: the game's id only when it can be watched."""
    is_played_in = state.last is not None and state.stage is not Stage.CLOSED
    offer = state.offer
    return RoomView(
        room,
        version,
        state.host,
        state.guest,
        state.terms,
        list(state.agreed),
        "started" if is_played_in else _SHOWN[state.stage],
        state.last,
        list(state.rematch),
        state.refused,
        kind=offer.kind,
        invited=offer.invited,
        expires_at_ms=_shown_due(state),
        declined=offer.declined,
        closed=offer.closed,
    )


def due_at_ms(state: Room) -> int | None:
    """When something falls due: the offer itself, or the time of who has taken it."""
    if state.stage is not Stage.OPEN:
        return None
    return state.offer.untaken_until_ms if state.guest is None else state.offer.until_ms


def _shown_due(state: Room) -> int | None:
    """Two who talk about the terms, and private rooms, have so long that no clock need hurry."""
    if state.offer.kind == PRIVATE:
        return None
    is_counted_down = state.guest is None or state.offer.is_silent
    return due_at_ms(state) if is_counted_down else None


def invitation(room: RoomId, state: Room, reader: PlayerId) -> InvitationView | None:
    """A challenge as one of its two has it in the mailbox; None for a room that is none.

    Also None for whoever is told nothing of it.
    """
    offer = state.offer
    if offer.is_withheld and reader == offer.invited:
        return None
    if offer.kind != CHALLENGE or offer.invited is None or offer.expires_at_ms is None:
        return None
    return InvitationView(
        room,
        state.host,
        offer.invited,
        state.terms,
        offer.at_ms,
        offer.expires_at_ms,
        offer.answer,
        offer.declined,
        is_mail=offer.is_mail,
        is_read=reader not in offer.unread,
    )


def seek(room: RoomId, state: Room) -> SeekView | None:
    """An offer that anybody may take now; None if there is none."""
    if state.offer.kind != SEEK or not state.is_waiting:
        return None
    return SeekView(room, state.host, state.terms, state.offer.at_ms)
