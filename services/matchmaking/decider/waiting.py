"""Challenges and seeks: who may make and take them, what ends them without a game.

What only others know – who is here, who blocks whom – was asked beforehand: `Introduced`. Nobody
learns of a block: a challenge goes the way of all that are sent to somebody away, but is withheld.
"""

from typing import Final

import msgspec

from libs.contracts.decisions import Context, Decision, Refusal
from libs.contracts.games import GameTerms
from libs.contracts.ids import SERVICE_PREFIX, GameId, PlayerId, is_bot
from libs.contracts.lobby import Between
from libs.contracts.matchmaking import (
    AGREE_WITHIN_MS,
    ANSWER_WITHIN_MS,
    MAIL_MS,
    QUIET_MS,
    SEEK_MS,
    TALK_MS,
    DeclineRoom,
    InvitationRead,
    JoinRoom,
    LookAtTime,
    OpenChallenge,
    OpenSeek,
    ReportStart,
    RoomClosed,
    RoomDeclined,
    RoomEvent,
    RoomJoined,
    RoomLeft,
    RoomMember,
    RoomOpened,
    RoomTerms,
    StartRefused,
    Withdraw,
)
from services.matchmaking.decider.offer import CHALLENGE, PRIVATE, SEEK, Offer
from services.matchmaking.decider.state import Room, RoomState, Stage

NOTHING: Final[Decision[RoomEvent]] = Decision()


class Introduced(msgspec.Struct, frozen=True):
    """A command, and how its sender stands with the house and with the other one.

    `is_account` is about whoever is invited; None if it does not matter. `is_host_banned` is about
    whoever made the offer that is to be taken. `plays`: the game with a clock that takes the
    sender up, so that no other with a clock can begin.
    """

    command: OpenChallenge | OpenSeek | JoinRoom
    between: Between
    is_account: bool | None = None
    is_host_banned: bool = False
    plays: GameId | None = None


def offers(known: Introduced, terms: RoomTerms, context: Context) -> Decision[RoomEvent]:
    """A challenge or a seek opens on these terms, which are written out."""
    command = known.command
    if isinstance(command, JoinRoom):
        return _refuse("bad_message")
    if isinstance(command, OpenChallenge):
        return _challenge(command, known, terms, context)
    code = _why_not(known, command.name, terms.game)
    if code is not None:
        return _refuse(code)
    if known.plays is not None:
        return _already_playing(context.actor, known.plays)
    due_ms = context.at_ms + SEEK_MS
    return Decision((_opened(command, terms, context, due_ms),))


def _challenge(
    command: OpenChallenge, known: Introduced, terms: RoomTerms, context: Context
) -> Decision[RoomEvent]:
    code = _why_not_asked(command, known, context.actor)
    code = code or _why_not(known, command.name, terms.game)
    if code is not None:
        return _refuse(code)
    is_mail = not known.between.is_here
    if is_mail:
        code = _why_no_mail(command, known)
        if code is not None:
            return _refuse(code)
    elif known.plays is not None:
        return _already_playing(context.actor, known.plays)
    due_ms = context.at_ms + (MAIL_MS if is_mail else ANSWER_WITHIN_MS)
    opened = msgspec.structs.replace(
        _opened(command, terms, context, due_ms),
        invited=command.invited,
        is_mail=is_mail,
        is_withheld=known.between.is_blocked,
    )
    return Decision((opened,))


def _already_playing(player: str, game: GameId) -> Decision[RoomEvent]:
    """As the start of a second game with a clock would be refused."""
    return Decision((), Refusal("already_playing", {"player": player, "game": game}))


def _opened(
    command: OpenChallenge | OpenSeek, terms: RoomTerms, context: Context, due_ms: int
) -> RoomOpened:
    return RoomOpened(
        RoomMember(PlayerId(context.actor), command.name),
        terms,
        command.game_id,
        kind=CHALLENGE if isinstance(command, OpenChallenge) else SEEK,
        expires_at_ms=due_ms,
        at_ms=context.at_ms,
        is_quick=command.is_quick,
    )


def _why_not_asked(command: OpenChallenge, known: Introduced, actor: str) -> str | None:
    if command.invited == actor:
        return "not_yourself"
    if is_bot(command.invited):
        return "no_such_person"
    is_guest_asked_to_rate = known.is_account is False and command.terms.game.kind == "rated"
    return "rated_needs_account" if is_guest_asked_to_rate and known.between.is_here else None


def _why_not(known: Introduced, name: str, game: GameTerms) -> str | None:
    """An account has no name in events, a guest has."""
    if known.between.is_banned:
        return "banned"
    return "rated_needs_account" if name and game.kind == "rated" else None


def _why_no_mail(command: OpenChallenge, known: Introduced) -> str | None:
    """The house chooses nobody who is away; guests neither send nor get mail."""
    if command.is_quick or not known.is_account:
        return "not_reachable"
    return "account_needed_for_mail" if command.name else None


def joins(
    command: JoinRoom, state: Room, known: Introduced | None, context: Context
) -> Decision[RoomEvent]:
    """The free place is taken."""
    offer = state.offer
    code = _why_not_in(state, context.actor)
    if code is not None:
        return _refuse(code)
    guest = RoomMember(PlayerId(context.actor), command.name)
    if offer.kind == PRIVATE:
        return Decision((RoomJoined(guest),))
    if _is_due(offer.expires_at_ms, context.at_ms):
        return Decision((RoomClosed("expired"),), Refusal("room_closed"))
    if known is not None and known.is_host_banned:
        return Decision((RoomClosed("gone"),), Refusal("room_closed"))
    code = _why_not_together(known, command, state)
    if code is not None:
        return _refuse(code)
    is_seek = offer.kind == SEEK
    until_ms = context.at_ms + AGREE_WITHIN_MS if is_seek else talk_until(offer, context.at_ms)
    return Decision((RoomJoined(guest, until_ms),))


def _why_not_together(known: Introduced | None, command: JoinRoom, state: Room) -> str | None:
    if known is None:
        return "unavailable"
    code = _why_not(known, command.name, state.terms.game)
    return "not_reachable" if code is None and known.between.is_blocked else code


def talk_until(offer: Offer, at_ms: int) -> int | None:
    """When the next word is due after one at that time; a private room is its two people's own."""
    if offer.kind == PRIVATE:
        return None
    return at_ms + (MAIL_MS if offer.is_mail else TALK_MS)


def _why_not_in(state: Room, actor: str) -> str | None:
    if state.member(actor) is not None:
        return "already_in_room"
    if state.offer.kind == CHALLENGE and state.offer.invited != actor:
        return "not_invited"
    return None if state.guest is None else "room_full"


def declines(command: DeclineRoom, state: Room, context: Context) -> Decision[RoomEvent]:
    """The challenged one says no, before coming in or after a look at the terms."""
    if state.offer.kind != CHALLENGE or state.offer.invited != context.actor:
        return _refuse("not_invited")
    return Decision((RoomDeclined(PlayerId(context.actor), command.reason),))


def reads(state: Room, context: Context) -> Decision[RoomEvent]:
    """One of the two of a challenge has seen how it stands; also when it is long over."""
    actor = PlayerId(context.actor)
    if state.offer.kind != CHALLENGE or actor not in (state.host.player, state.offer.invited):
        return _refuse("not_invited")
    return Decision((InvitationRead(actor),)) if actor in state.offer.unread else NOTHING


def leaves_early(state: Room, member: RoomMember, at_ms: int) -> Decision[RoomEvent]:
    """Before a game. Nobody else can take a challenged one's place, so that room closes."""
    if member is state.host or state.offer.kind == CHALLENGE:
        return Decision((RoomClosed("left"),))
    return Decision((_left(state, member.player, at_ms),))


def quiet_until(offer: Offer, at_ms: int) -> int | None:
    """When an empty private room closes after a word at that time; offers have their own times."""
    return at_ms + QUIET_MS if offer.kind == PRIVATE else None


def _left(state: Room, player: PlayerId, at_ms: int) -> RoomLeft:
    return RoomLeft(player, until_ms=quiet_until(state.offer, at_ms))


def from_the_house(
    command: LookAtTime | Withdraw, state: RoomState, context: Context
) -> Decision[RoomEvent]:
    """What the service sees to by itself; too late, or twice, it changes nothing."""
    if not context.actor.startswith(SERVICE_PREFIX):
        return _refuse("service_only")
    if state is None:
        return _refuse("room_not_found")
    if state.stage is not Stage.OPEN:
        return NOTHING
    if isinstance(command, Withdraw):
        return _withdraw(command, state, context.at_ms)
    return _look_at_time(state, context.at_ms)


def _look_at_time(state: Room, at_ms: int) -> Decision[RoomEvent]:
    offer = state.offer
    if state.guest is None and _is_due(offer.untaken_until_ms, at_ms):
        return Decision((RoomClosed("expired"),))
    if state.guest is not None and _is_due(offer.until_ms, at_ms):
        is_put_out = RoomLeft(state.guest.player, is_idle=True)
        return Decision((is_put_out if offer.is_silent else RoomClosed("expired"),))
    return NOTHING


def refused(command: ReportStart, code: str, state: Room, at_ms: int) -> Decision[RoomEvent]:
    """No game could start. Nobody goes on waiting there for one of the two who plays elsewhere."""
    offer, guest = state.offer, state.guest
    is_first = state.last is None and guest is not None and not state.terms.game.is_unseen()
    event = StartRefused(code, talk_until(offer, at_ms) if is_first else None)
    if command.busy is None or not is_first or offer.kind == PRIVATE or offer.is_mail:
        return Decision((event,))
    if offer.kind == SEEK and command.busy != state.host.player:
        return Decision((event, RoomLeft(command.busy, is_busy=True)))
    return Decision((event, RoomClosed("playing")))


def _withdraw(command: Withdraw, state: Room, at_ms: int) -> Decision[RoomEvent]:
    """Who has left the waiting room to talk about terms in this room is not gone."""
    player, guest = command.player, state.guest
    if command.reason == "gone" and guest is not None:
        return NOTHING
    is_guest = guest is not None and guest.player == player
    if command.reason == "left" and player == state.offer.invited:
        return Decision((RoomDeclined(player, "no"),))
    if player in (state.host.player, state.offer.invited):
        return Decision((RoomClosed(command.reason),))
    return Decision((_left(state, player, at_ms),)) if is_guest else NOTHING


def _is_due(due_ms: int | None, at_ms: int) -> bool:
    return due_ms is not None and at_ms >= due_ms


def _refuse(code: str) -> Decision[RoomEvent]:
    return Decision((), Refusal(code))
