"""What a command leads to in a room."""

import re
from typing import Final

from libs.contracts.decisions import Context, Decision, Refusal
from libs.contracts.games import SHARDS as GAMES_SHARDS
from libs.contracts.ids import SERVICE_PREFIX, PlayerId, bot_player
from libs.contracts.matchmaking import (
    AgreeTerms,
    ChangeTerms,
    GameAgreed,
    GameOpened,
    JoinRoom,
    LeaveRoom,
    OpenHotseat,
    OpenPractice,
    OpenRoom,
    Rematch,
    ReportStart,
    RoomClosed,
    RoomCommand,
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
from libs.rules.strength import Strength
from services.matchmaking.decider.afterwards import Afterwards, asks, leaves
from services.matchmaking.decider.hotseat import at_one_device, written_out_for_hotseat
from services.matchmaking.decider.state import Room, RoomState, Stage, evolve
from services.matchmaking.decider.terms import written_out, written_out_for_practice

NOTHING: Final[Decision[RoomEvent]] = Decision()
NOT_OPEN: Final = {
    Stage.STARTING: "room_started",
    Stage.STARTED: "room_started",
    Stage.CLOSED: "room_closed",
}
_WRITTEN_OUT: Final = {
    OpenRoom: written_out,
    OpenPractice: written_out_for_practice,
    OpenHotseat: written_out_for_hotseat,
}
SEATS: Final = 2
COMPUTER: Final = "Computer"
"""A computer's name; its player's id says how strong it is."""
GAME_ID: Final = re.compile(r"[0-9a-f]{2}-[A-Za-z0-9_-]{1,64}", re.ASCII)


def decide(
    command: RoomCommand | Afterwards, state: RoomState, context: Context
) -> Decision[RoomEvent]:
    """The decision on one command. The context's entropy decides about random colours."""
    known = command if isinstance(command, Afterwards) else None
    if isinstance(command, Afterwards):
        command = command.command
    if isinstance(command, ReportStart):
        return _report(command, state, context)
    if isinstance(command, OpenRoom | OpenPractice | OpenHotseat):
        return _open(command, state, context)
    if state is None:
        return _refuse("room_not_found")
    if isinstance(command, Rematch):
        return asks(command, state, known, context.actor)
    if state.stage is not Stage.OPEN:
        return _too_late(command, state, known, context)
    return _in_open_room(command, state, context)


def _too_late(
    command: JoinRoom | ChangeTerms | AgreeTerms | LeaveRoom,
    state: Room,
    known: Afterwards | None,
    context: Context,
) -> Decision[RoomEvent]:
    """Nothing can be changed; agreeing once more to what both have agreed to is no change."""
    if isinstance(command, LeaveRoom) and state.stage is Stage.STARTED:
        return leaves(state, known, context.actor)
    if isinstance(command, AgreeTerms) and PlayerId(context.actor) in state.agreed:
        return NOTHING if written_out(command.terms) == state.terms else _refuse("terms_changed")
    return _refuse(NOT_OPEN[state.stage])


def _in_open_room(
    command: JoinRoom | ChangeTerms | AgreeTerms | LeaveRoom, state: Room, context: Context
) -> Decision[RoomEvent]:
    if isinstance(command, JoinRoom):
        return _join(command, state, context)
    member = state.member(context.actor)
    if member is None:
        return _refuse("not_in_room")
    match command:
        case ChangeTerms(terms):
            return _change(terms, state, member, context)
        case AgreeTerms(terms):
            return _agree(terms, state, member, context)
        case LeaveRoom():
            is_host = member is state.host
            return Decision((RoomClosed() if is_host else RoomLeft(member.player),))


def _refuse(code: str) -> Decision[RoomEvent]:
    return Decision((), Refusal(code))


def _open(
    command: OpenRoom | OpenPractice | OpenHotseat, state: RoomState, context: Context
) -> Decision[RoomEvent]:
    if state is not None:
        return _refuse("room_exists")
    if not _can_be_a_game(command.game_id):
        return _refuse("bad_message")
    terms = _WRITTEN_OUT[type(command)](command.terms)
    if isinstance(terms, Refusal):
        return Decision((), terms)
    host = RoomMember(PlayerId(context.actor), command.name)
    opened = RoomOpened(host, terms, command.game_id)
    if isinstance(command, OpenPractice):
        return _with_computer(opened, command.strength, context)
    return at_one_device(opened) if isinstance(command, OpenHotseat) else Decision((opened,))


def _with_computer(opened: RoomOpened, strength: Strength, context: Context) -> Decision[RoomEvent]:
    """A computer takes the other place at once, and whatever the terms are it agrees to them."""
    computer = RoomMember(bot_player(strength), COMPUTER)
    joined, agreed = RoomJoined(computer), TermsAgreed(computer.player)
    seats = _seats(evolve(None, opened), computer, context.entropy)
    start = GameAgreed(opened.game_id, opened.terms.game, seats)
    return Decision((opened, joined, agreed, start))


def _can_be_a_game(game_id: str) -> bool:
    """Whether there is an owner who could start it: else the room would wait for ever."""
    return GAME_ID.fullmatch(game_id) is not None and int(game_id[:2], 16) < GAMES_SHARDS


def _join(command: JoinRoom, state: Room, context: Context) -> Decision[RoomEvent]:
    if state.member(context.actor) is not None:
        return _refuse("already_in_room")
    if state.guest is not None:
        return _refuse("room_full")
    return Decision((RoomJoined(RoomMember(PlayerId(context.actor), command.name)),))


def _change(
    wanted: RoomTerms, state: Room, member: RoomMember, context: Context
) -> Decision[RoomEvent]:
    """Other terms, agreed to by who wants them; wanting what stands is agreeing to it."""
    terms = written_out(wanted)
    if isinstance(terms, Refusal):
        return Decision((), terms)
    if terms == state.terms:
        return _agreed(state, member, context)
    return Decision((TermsChanged(member.player, terms),))


def _agree(
    named: RoomTerms, state: Room, member: RoomMember, context: Context
) -> Decision[RoomEvent]:
    """Agreeing counts for exactly the terms named: they may have changed on the way."""
    if written_out(named) != state.terms:
        return _refuse("terms_changed")
    return _agreed(state, member, context)


def _agreed(state: Room, member: RoomMember, context: Context) -> Decision[RoomEvent]:
    if member.player in state.agreed:
        return NOTHING
    agreed = TermsAgreed(member.player)
    guest = state.guest
    if guest is None or len(state.agreed) + 1 < SEATS:
        return Decision((agreed,))
    seats = _seats(state, guest, context.entropy)
    return Decision((agreed, GameAgreed(state.game_id, state.terms.game, seats)))


def _seats(state: Room, guest: RoomMember, entropy: bytes) -> tuple[RoomMember, RoomMember]:
    first = state.terms.first
    is_host_first = first == "host" or (first == "random" and entropy[0] & 1 == 0)
    return (state.host, guest) if is_host_first else (guest, state.host)


def _report(command: ReportStart, state: RoomState, context: Context) -> Decision[RoomEvent]:
    """What became of the start; a report that comes twice changes nothing."""
    if not context.actor.startswith(SERVICE_PREFIX):
        return _refuse("service_only")
    if state is None:
        return _refuse("room_not_found")
    if state.stage is not Stage.STARTING:
        return NOTHING
    return Decision((GameOpened() if command.code is None else StartRefused(command.code),))
