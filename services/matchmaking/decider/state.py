"""A room's state: who is in it, the terms, who agrees to them, how far the start is."""

from enum import Enum
from typing import Final, Literal, assert_never

import msgspec

from libs.contracts.ids import GameId, PlayerId, RoomId
from libs.contracts.matchmaking import (
    GameAgreed,
    GameOpened,
    RoomClosed,
    RoomEvent,
    RoomJoined,
    RoomLeft,
    RoomMember,
    RoomOpened,
    RoomTerms,
    RoomView,
    StartRefused,
    TermsAgreed,
    TermsChanged,
)

_replace = msgspec.structs.replace


class Stage(Enum):
    """How far a room is. Starting: both have agreed, the game service has not answered yet."""

    OPEN = "open"
    STARTING = "starting"
    STARTED = "started"
    CLOSED = "closed"


_SHOWN: Final[dict[Stage, Literal["open", "started", "closed"]]] = {
    Stage.OPEN: "open",
    Stage.STARTING: "open",
    Stage.STARTED: "started",
    Stage.CLOSED: "closed",
}


class Room(msgspec.Struct, frozen=True):
    """A room. `agreed` are those who agree to exactly these terms, in the order they did."""

    host: RoomMember
    terms: RoomTerms
    game_id: GameId
    guest: RoomMember | None = None
    agreed: tuple[PlayerId, ...] = ()
    stage: Stage = Stage.OPEN

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
        return Room(event.host, event.terms, event.game_id, agreed=(event.host.player,))
    if state is None:
        msg = "an event before the room's opening"
        raise ValueError(msg)
    match event:
        case RoomJoined(guest):
            return _replace(state, guest=guest)
        case TermsChanged(by, terms):
            return _replace(state, terms=terms, agreed=(by,))
        case TermsAgreed(by):
            return _replace(state, agreed=(*state.agreed, by))
        case RoomLeft():
            return _replace(state, guest=None, agreed=_without_guest(state))
        case RoomClosed() | GameAgreed() | GameOpened() | StartRefused():
            return _next_stage(state, event)
        case _ as never:
            assert_never(never)


def _without_guest(state: Room) -> tuple[PlayerId, ...]:
    """What the host has agreed to, stands."""
    return tuple(player for player in state.agreed if player == state.host.player)


def _next_stage(state: Room, event: RoomClosed | GameAgreed | GameOpened | StartRefused) -> Room:
    """How far the start is; a computer does not negotiate, so its room closes where others open."""
    match event:
        case RoomClosed():
            return _replace(state, stage=Stage.CLOSED, agreed=())
        case GameAgreed():
            return _replace(state, stage=Stage.STARTING)
        case GameOpened():
            return _replace(state, stage=Stage.STARTED)
        case StartRefused():
            stage = Stage.CLOSED if state.terms.game.is_practice() else Stage.OPEN
            return _replace(state, stage=stage, agreed=())
        case _ as never:
            assert_never(never)


def view(room: RoomId, version: int, state: Room) -> RoomView:
    """The room as everybody with its link sees it: the game's id only when it can be watched."""
    shown = _SHOWN[state.stage]
    game_id = state.game_id if state.stage is Stage.STARTED else None
    return RoomView(
        room, version, state.host, state.guest, state.terms, list(state.agreed), shown, game_id
    )
