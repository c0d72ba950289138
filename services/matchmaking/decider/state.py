"""A room's state: who is in it, the terms, who agrees to them, how far the start is."""

from enum import Enum
from typing import assert_never

import msgspec

from libs.contracts.ids import GameId, PlayerId
from libs.contracts.matchmaking import (
    GameAgreed,
    GameOpened,
    InvitationRead,
    RematchAsked,
    RoomClosed,
    RoomDeclined,
    RoomEvent,
    RoomJoined,
    RoomLeft,
    RoomMember,
    RoomOpened,
    RoomTerms,
    StartRefused,
    TermsAgreed,
    TermsChanged,
)
from services.matchmaking.decider.offer import Offer, offer_after, offer_of

_replace = msgspec.structs.replace


class Stage(Enum):
    """How far a room is. Starting: both have agreed, the game service has not answered yet.

    After the game it stays started, and goes on to starting when both want a rematch.
    """

    OPEN = "open"
    STARTING = "starting"
    STARTED = "started"
    CLOSED = "closed"


class Room(msgspec.Struct, frozen=True):
    """A room. `agreed` are those who agree to exactly these terms, in the order they did.

    `last` is the last game that could be watched, `seats` who sat where in it; `game_id` is that
    of the next one while one is agreed or asked for. `rematch` are those who asked for it.
    `refused` says why the last start failed.
    """

    host: RoomMember
    terms: RoomTerms
    game_id: GameId
    guest: RoomMember | None = None
    agreed: tuple[PlayerId, ...] = ()
    stage: Stage = Stage.OPEN
    seats: tuple[RoomMember, ...] = ()
    last: GameId | None = None
    rematch: tuple[PlayerId, ...] = ()
    refused: str | None = None
    offer: Offer = Offer()

    @property
    def is_waiting(self) -> bool:
        """Whether somebody may still come in."""
        return self.stage is Stage.OPEN and self.guest is None

    def member(self, actor: str) -> RoomMember | None:
        """Who of the two that is, None for anybody else."""
        if actor == self.host.player:
            return self.host
        is_guest = self.guest is not None and actor == self.guest.player
        return self.guest if is_guest else None


RoomState = Room | None
"""None before the room opens."""


def initial_state() -> RoomState:
    """No room yet."""
    return None


def evolve(state: RoomState, event: RoomEvent) -> Room:
    """The state after an event; never judges. Raises ValueError for one before the opening."""
    if isinstance(event, RoomOpened):
        host, offer = event.host, offer_of(event)
        return Room(host, event.terms, event.game_id, agreed=(host.player,), offer=offer)
    if state is None:
        msg = "an event before the room's opening"
        raise ValueError(msg)
    state = _replace(state, offer=offer_after(state.offer, state.host.player, event))
    match event:
        case RoomJoined(guest):
            agreed = () if state.offer.is_mail else state.agreed
            return _replace(state, guest=guest, agreed=agreed, refused=None)
        case RoomLeft(_, _, is_busy):
            agreed = (state.host.player,) if is_busy else _without_guest(state)
            return _replace(state, guest=None, agreed=agreed)
        case InvitationRead():
            return state
        case TermsChanged() | TermsAgreed() | RematchAsked():
            return _said(_replace(state, refused=None), event)
        case RoomClosed() | RoomDeclined() | GameAgreed() | GameOpened() | StartRefused():
            return _next_stage(state, event)
        case _ as never:
            assert_never(never)


def _said(state: Room, event: TermsChanged | TermsAgreed | RematchAsked) -> Room:
    """One of the two says what they want."""
    match event:
        case TermsChanged(by, terms):
            return _replace(state, terms=terms, agreed=(by,))
        case TermsAgreed(by):
            return _replace(state, agreed=(*state.agreed, by))
        case RematchAsked(by, game_id):
            return _replace(state, rematch=(*state.rematch, by), game_id=game_id)
        case _ as never:
            assert_never(never)


def _without_guest(state: Room) -> tuple[PlayerId, ...]:
    """What the host has agreed to, stands."""
    return tuple(player for player in state.agreed if player == state.host.player)


def _next_stage(
    state: Room, event: RoomClosed | RoomDeclined | GameAgreed | GameOpened | StartRefused
) -> Room:
    """How far the start is."""
    match event:
        case RoomClosed() | RoomDeclined():
            return _replace(state, stage=Stage.CLOSED, agreed=(), rematch=())
        case GameAgreed(game_id, _, seats):
            return _replace(state, stage=Stage.STARTING, game_id=game_id, seats=seats)
        case GameOpened():
            return _replace(state, stage=Stage.STARTED, last=state.game_id, rematch=())
        case StartRefused(code):
            return _not_started(state, code)
        case _ as never:
            assert_never(never)


def _not_started(state: Room, code: str) -> Room:
    """After a game all is as it was before a rematch was asked for; else the two agree anew.

    Where nobody negotiates, with a computer or at one device, the room closes where others open.
    """
    if state.last is not None:
        seats = tuple(reversed(state.seats))
        return _replace(state, stage=Stage.STARTED, seats=seats, rematch=(), refused=code)
    stage = Stage.CLOSED if state.terms.game.is_unseen() else Stage.OPEN
    return _replace(state, stage=stage, agreed=(), refused=code)
