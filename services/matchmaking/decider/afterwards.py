"""What happens in a room when its game is over: the next one, with the seats swapped, or goodbye.

The next game's id is fixed when the first of the two asks for it: whoever asks how often, and even
both at once, it is one game.
"""

import msgspec

from libs.contracts.decisions import Decision, Refusal
from libs.contracts.ids import GameId, is_bot
from libs.contracts.matchmaking import (
    GameAgreed,
    LeaveRoom,
    Rematch,
    RematchAsked,
    RoomClosed,
    RoomEvent,
    RoomMember,
)
from services.matchmaking.decider.offer import PRIVATE
from services.matchmaking.decider.state import Room, Stage


class Afterwards(msgspec.Struct, frozen=True):
    """A command of which the owner of games has said beforehand that this game is over.

    `next_game` is a new id, for the case that nobody has asked for a rematch yet. `are_apart`: one
    of the two hides from the other.
    """

    command: Rematch | LeaveRoom
    over: GameId
    next_game: GameId
    are_apart: bool = False


def asks(
    command: Rematch, state: Room, known: Afterwards | None, actor: str
) -> Decision[RoomEvent]:
    """One wants to play once more; when both do, the next game is to be started."""
    member = state.member(actor)
    if member is None:
        return _refuse("not_in_room")
    if state.stage is Stage.CLOSED:
        return _refuse("room_closed")
    if command.game != state.last:
        return _refuse("not_last_game")
    if member.player in state.rematch:
        return Decision()
    if known is None or known.over != state.last:
        return _refuse("game_running")
    return _asked_in_time(state, member, known)


def _asked_in_time(state: Room, member: RoomMember, known: Afterwards) -> Decision[RoomEvent]:
    """Nobody learns of a block: to both it looks as if the other had gone."""
    if known.are_apart:
        return Decision((RoomClosed("left"),), Refusal("room_closed"))
    return Decision(_asked(state, member, known.next_game))


def _asked(state: Room, member: RoomMember, new: GameId) -> tuple[RoomEvent, ...]:
    """A computer always wants to play once more, and two at one device have one say."""
    first, second = state.seats
    other = second if member.player == first.player else first
    next_game = state.game_id if state.rematch else new
    asked: list[RoomEvent] = [RematchAsked(member.player, next_game)]
    if is_bot(other.player):
        asked.append(RematchAsked(other.player, next_game))
    elif other.player not in (member.player, *state.rematch):
        return tuple(asked)
    is_public = state.offer.kind != PRIVATE
    return (*asked, GameAgreed(next_game, state.terms.game, (second, first), is_public))


def leaves(state: Room, known: Afterwards | None, actor: str) -> Decision[RoomEvent]:
    """Whoever leaves after the game wants no other one: nobody waits for an answer any more."""
    is_over = known is not None and known.over == state.last
    if state.member(actor) is None or not is_over:
        return _refuse("room_started")
    return Decision((RoomClosed("left"),))


def _refuse(code: str) -> Decision[RoomEvent]:
    return Decision((), Refusal(code))
