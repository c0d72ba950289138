"""How the second person gets in: what a room remembers of its challenge or seek."""

from typing import Final

import msgspec

from libs.contracts.ids import PlayerId
from libs.contracts.matchmaking import (
    QUIET_MS,
    CloseReason,
    DeclineReason,
    InvitationRead,
    InvitationState,
    RoomClosed,
    RoomDeclined,
    RoomEvent,
    RoomJoined,
    RoomKind,
    RoomLeft,
    RoomOpened,
    StartRefused,
    TermsAgreed,
    TermsChanged,
)

PRIVATE: Final = "private"
CHALLENGE: Final = "challenge"
SEEK: Final = "seek"

_replace = msgspec.structs.replace


class Offer(msgspec.Struct, frozen=True):
    """A private room has one, too, that asks nobody by name.

    `until_ms`: by then the next word is due. `is_silent`: whoever has taken a seek has not said
    one yet, and nobody else can for them. `unread` are those of the two of a challenge who have
    not seen how it stands. `is_withheld`: the invited one is told nothing of it.
    """

    kind: RoomKind = PRIVATE
    invited: PlayerId | None = None
    at_ms: int = 0
    expires_at_ms: int | None = None
    is_mail: bool = False
    is_quick: bool = False
    is_withheld: bool = False
    answer: InvitationState = "open"
    declined: DeclineReason | None = None
    closed: CloseReason | None = None
    until_ms: int | None = None
    is_silent: bool = False
    unread: tuple[PlayerId, ...] = ()

    @property
    def untaken_until_ms(self) -> int | None:
        """When it closes if nobody takes it; a private room, if nobody says a word."""
        if self.kind == PRIVATE:
            return self.until_ms or self.at_ms + QUIET_MS
        return self.expires_at_ms


def offer_of(opened: RoomOpened) -> Offer:
    """As it begins."""
    return Offer(
        kind=opened.kind,
        invited=opened.invited,
        at_ms=opened.at_ms,
        expires_at_ms=opened.expires_at_ms,
        is_mail=opened.is_mail,
        is_quick=opened.is_quick,
        is_withheld=opened.is_withheld,
        unread=() if opened.invited is None else (opened.invited,),
    )


def offer_after(offer: Offer, host: PlayerId, event: RoomEvent) -> Offer:
    """How it stands after an event; most leave it as it is."""
    match event:
        case RoomJoined(_, until_ms):
            taken = _replace(offer, until_ms=until_ms, is_silent=offer.kind == SEEK)
            return _answered(taken, "accepted", host)
        case RoomLeft() | TermsChanged() | TermsAgreed() | StartRefused():
            return _talked(offer, host, event)
        case RoomDeclined(_, reason):
            return _answered(_replace(offer, declined=reason), "declined", host)
        case RoomClosed(reason):
            return _closed(_replace(offer, closed=reason), host)
        case InvitationRead(by):
            return _replace(offer, unread=tuple(each for each in offer.unread if each != by))
        case _:
            return offer


def _talked(
    offer: Offer, host: PlayerId, event: RoomLeft | TermsChanged | TermsAgreed | StartRefused
) -> Offer:
    """The clock of the talk about terms: the host can't speak for whoever is silent."""
    match event:
        case RoomLeft(until_ms=until_ms):
            return _replace(offer, until_ms=until_ms, is_silent=False)
        case StartRefused(_, until_ms):
            return _replace(offer, until_ms=until_ms)
        case TermsChanged(by, _, until_ms) | TermsAgreed(by, until_ms):
            is_silent = offer.is_silent and by == host
            return offer if is_silent else _replace(offer, until_ms=until_ms, is_silent=False)


def _answered(offer: Offer, answer: InvitationState, news_for: PlayerId) -> Offer:
    """Whoever answers knows; whoever has asked is told."""
    if offer.kind != CHALLENGE:
        return offer
    return _replace(offer, answer=answer, unread=(news_for,))


def _closed(offer: Offer, host: PlayerId) -> Offer:
    """A challenge that nobody has answered was withdrawn, or its time was up."""
    if offer.kind != CHALLENGE or offer.answer != "open":
        return offer
    if offer.closed == "expired":
        return _replace(offer, answer="expired", unread=tuple({*offer.unread, host}))
    return _replace(offer, answer="withdrawn")
