"""What a command leads to in a room."""

import re
from typing import Final

from libs.contracts.decisions import Context, Decision, Refusal
from libs.contracts.games import SHARDS as GAMES_SHARDS
from libs.contracts.ids import SERVICE_PREFIX, PlayerId, bot_player
from libs.contracts.matchmaking import (
    AgreeTerms,
    ChangeTerms,
    DeclineRoom,
    GameAgreed,
    GameOpened,
    JoinRoom,
    LeaveRoom,
    LookAtTime,
    MarkRead,
    OpenChallenge,
    OpenHotseat,
    Opening,
    OpenPractice,
    OpenRoom,
    OpenSeek,
    Rematch,
    ReportStart,
    RoomCommand,
    RoomEvent,
    RoomJoined,
    RoomMember,
    RoomOpened,
    RoomTerms,
    TermsAgreed,
    TermsChanged,
    Withdraw,
)
from libs.rules.strength import Strength
from services.matchmaking.decider.afterwards import Afterwards, asks, leaves
from services.matchmaking.decider.hotseat import at_one_device, written_out_for_hotseat
from services.matchmaking.decider.offer import PRIVATE
from services.matchmaking.decider.state import Room, RoomState, Stage, evolve
from services.matchmaking.decider.terms import written_out, written_out_for_practice
from services.matchmaking.decider.waiting import (
    Introduced,
    declines,
    from_the_house,
    joins,
    leaves_early,
    offers,
    quiet_until,
    reads,
    refused,
    talk_until,
)

NOTHING: Final[Decision[RoomEvent]] = Decision()
NOT_OPEN: Final = {
    Stage.STARTING: "room_started",
    Stage.STARTED: "room_started",
    Stage.CLOSED: "room_closed",
}
_WRITTEN_OUT: Final = {
    OpenRoom: written_out,
    OpenChallenge: written_out,
    OpenSeek: written_out,
    OpenPractice: written_out_for_practice,
    OpenHotseat: written_out_for_hotseat,
}
SEATS: Final = 2
COMPUTER: Final = "Computer"
"""A computer's name; its player's id says how strong it is."""
GAME_ID: Final = re.compile(r"[0-9a-f]{2}-[A-Za-z0-9_-]{1,64}", re.ASCII)


Known = Afterwards | Introduced
"""A command with what had to be asked before it can be decided."""

InOpenRoom = JoinRoom | ChangeTerms | AgreeTerms | LeaveRoom | DeclineRoom


def decide(command: RoomCommand | Known, state: RoomState, context: Context) -> Decision[RoomEvent]:
    """The decision on one command. The context's entropy decides about random colours."""
    known = command if isinstance(command, Known) else None
    if isinstance(command, Known):
        command = command.command
    if isinstance(command, ReportStart):
        return _report(command, state, context)
    if isinstance(command, LookAtTime | Withdraw):
        return from_the_house(command, state, context)
    if isinstance(command, Opening):
        return _open(command, state, known, context)
    if state is None:
        return _refuse("room_not_found")
    return _in_room(command, state, known, context)


def _in_room(
    command: InOpenRoom | Rematch | MarkRead, state: Room, known: Known | None, context: Context
) -> Decision[RoomEvent]:
    if isinstance(command, MarkRead):
        return reads(state, context)
    afterwards = known if isinstance(known, Afterwards) else None
    if isinstance(command, Rematch):
        return asks(command, state, afterwards, context.actor)
    if state.stage is not Stage.OPEN:
        return _too_late(command, state, afterwards, context)
    if isinstance(command, JoinRoom):
        introduced = known if isinstance(known, Introduced) else None
        return joins(command, state, introduced, context)
    return _in_open_room(command, state, context)


def _too_late(
    command: InOpenRoom, state: Room, known: Afterwards | None, context: Context
) -> Decision[RoomEvent]:
    """Nothing can be changed; agreeing once more to what both have agreed to is no change."""
    if isinstance(command, LeaveRoom) and state.stage is Stage.STARTED:
        return leaves(state, known, context.actor)
    if isinstance(command, AgreeTerms) and PlayerId(context.actor) in state.agreed:
        return NOTHING if written_out(command.terms) == state.terms else _refuse("terms_changed")
    return _refuse(NOT_OPEN[state.stage])


def _in_open_room(
    command: ChangeTerms | AgreeTerms | LeaveRoom | DeclineRoom, state: Room, context: Context
) -> Decision[RoomEvent]:
    if isinstance(command, DeclineRoom):
        return declines(command, state, context)
    member = state.member(context.actor)
    if member is None:
        return _refuse("not_in_room")
    match command:
        case ChangeTerms(terms):
            return _change(terms, state, member, context)
        case AgreeTerms(terms):
            return _agree(terms, state, member, context)
        case LeaveRoom():
            return leaves_early(state, member, context.at_ms)


def _refuse(code: str) -> Decision[RoomEvent]:
    return Decision((), Refusal(code))


def _open(
    command: Opening, state: RoomState, known: Known | None, context: Context
) -> Decision[RoomEvent]:
    if state is not None:
        return _refuse("room_exists")
    if not _can_be_a_game(command.game_id):
        return _refuse("bad_message")
    terms = _WRITTEN_OUT[type(command)](command.terms)
    if isinstance(terms, Refusal):
        return Decision((), terms)
    return _opened(command, terms, known, context)


def _opened(
    command: Opening, terms: RoomTerms, known: Known | None, context: Context
) -> Decision[RoomEvent]:
    """On terms that are possible and written out."""
    if isinstance(command, OpenChallenge | OpenSeek):
        if isinstance(known, Introduced):
            return offers(known, terms, context)
        return _refuse("unavailable")
    host = RoomMember(PlayerId(context.actor), command.name)
    opened = RoomOpened(host, terms, command.game_id, at_ms=context.at_ms)
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


def _change(
    wanted: RoomTerms, state: Room, member: RoomMember, context: Context
) -> Decision[RoomEvent]:
    """Other terms, agreed to by who wants them; wanting what stands is agreeing to it."""
    terms = written_out(wanted)
    if isinstance(terms, Refusal):
        return Decision((), terms)
    if terms == state.terms:
        return _agreed(state, member, context)
    return Decision((TermsChanged(member.player, terms, _next_word_until(state, context)),))


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
    agreed = TermsAgreed(member.player, _next_word_until(state, context))
    guest = state.guest
    if guest is None or len(state.agreed) + 1 < SEATS:
        return Decision((agreed,))
    seats = _seats(state, guest, context.entropy)
    is_public = state.offer.kind != PRIVATE
    return Decision((agreed, GameAgreed(state.game_id, state.terms.game, seats, is_public)))


def _next_word_until(state: Room, context: Context) -> int | None:
    until = quiet_until if state.guest is None else talk_until
    return until(state.offer, context.at_ms)


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
    if command.code is None:
        return Decision((GameOpened(),))
    return refused(command, command.code, state, context.at_ms)
