"""Reports, mutes, bans: one stream a person, pure. Who is a moderator was found out before."""

from typing import assert_never

import msgspec

from libs.contracts.decisions import Context, Decision, Refusal
from libs.contracts.ids import PlayerId
from libs.contracts.lobby import (
    LONGEST_BAN_DAYS,
    LONGEST_MUTE_MINUTES,
    ChatLine,
    ModerationEvent,
    PersonBanned,
    PersonMuted,
    PersonUnbanned,
    PersonUnmuted,
    ReportClosed,
    ReportFiled,
    ReportKind,
    Standing,
)
from libs.contracts.lobby_messages import (
    BanPerson,
    CloseReport,
    MutePerson,
    UnbanPerson,
    UnmutePerson,
)

MINUTE_MS = 60_000
DAY_MS = 86_400_000

_replace = msgspec.structs.replace


class Words(msgspec.Struct, frozen=True):
    """What people have written: stands in a table, never in the log."""

    reason: str
    quoted: ChatLine | None


class FileNumbered(msgspec.Struct, frozen=True, tag="file_numbered"):
    """A report that has got its number, with the line it quotes."""

    report: int
    about: PlayerId
    kind: ReportKind
    words: Words


Deed = FileNumbered | CloseReport | MutePerson | UnmutePerson | BanPerson | UnbanPerson
"""A command as it is decided."""


class Fact(msgspec.Struct, frozen=True):
    """An event, when it was, and the words that belong to it; read from the log it has none."""

    event: ModerationEvent
    at_ms: int = 0
    words: Words | None = None


class Record(msgspec.Struct, frozen=True):
    """What moderators have done about somebody."""

    muted_until_ms: int = 0
    banned_until_ms: int = 0
    open_reports: frozenset[int] = frozenset()


def initial_state() -> Record:
    """Nothing yet."""
    return Record()


def decide(command: Deed, state: Record, context: Context) -> Decision[Fact]:
    """The decision on one deed. Doing again what holds already changes nothing."""
    by = PlayerId(context.actor)
    match command:
        case FileNumbered(report, about, kind, words):
            if about == by:
                return _refuse("not_yourself")
            return Decision((Fact(ReportFiled(report, by, about, kind), context.at_ms, words),))
        case CloseReport(report):
            is_open = report in state.open_reports
            return _facts(context, ReportClosed(report, by)) if is_open else Decision()
        case MutePerson() | BanPerson():
            return _shut(command, by, context)
        case UnmutePerson(player):
            is_muted = state.muted_until_ms > context.at_ms
            return _facts(context, PersonUnmuted(player, by)) if is_muted else Decision()
        case UnbanPerson(player):
            is_banned = state.banned_until_ms > context.at_ms
            return _facts(context, PersonUnbanned(player, by)) if is_banned else Decision()
        case _ as never:
            assert_never(never)


def _shut(command: MutePerson | BanPerson, by: PlayerId, context: Context) -> Decision[Fact]:
    """For so long from now on, also if something held already: the last word counts."""
    player, kind, erase = command.player, command.kind, command.erase
    if player == by:
        return _refuse("not_yourself")
    if isinstance(command, MutePerson):
        if not 1 <= command.minutes <= LONGEST_MUTE_MINUTES:
            return _refuse("bad_message")
        until_ms = context.at_ms + command.minutes * MINUTE_MS
        return _facts(context, PersonMuted(player, by, until_ms, kind, erase))
    if not 1 <= command.days <= LONGEST_BAN_DAYS:
        return _refuse("bad_message")
    until_ms = context.at_ms + command.days * DAY_MS
    return _facts(context, PersonBanned(player, by, until_ms, kind, erase))


def _refuse(code: str) -> Decision[Fact]:
    return Decision((), Refusal(code))


def _facts(context: Context, event: ModerationEvent) -> Decision[Fact]:
    return Decision((Fact(event, context.at_ms),))


def evolve(state: Record, fact: Fact) -> Record:
    """The record after an event; never judges."""
    match fact.event:
        case ReportFiled(report):
            return _replace(state, open_reports=state.open_reports | {report})
        case ReportClosed(report):
            return _replace(state, open_reports=state.open_reports - {report})
        case PersonMuted(until_ms=until_ms):
            return _replace(state, muted_until_ms=until_ms)
        case PersonUnmuted():
            return _replace(state, muted_until_ms=0)
        case PersonBanned(until_ms=until_ms):
            return _replace(state, banned_until_ms=until_ms)
        case PersonUnbanned():
            return _replace(state, banned_until_ms=0)
        case _ as never:
            assert_never(never)


def about(event: ModerationEvent) -> PlayerId | None:
    """Whose standing the event changes; None for a report, which changes nobody's."""
    return None if isinstance(event, ReportFiled | ReportClosed) else event.player


def standing(record: Record, blocked: list[PlayerId], now_ms: int) -> Standing:
    """How somebody stands now; what is over is not told."""
    muted, banned = record.muted_until_ms, record.banned_until_ms
    return Standing(muted if muted > now_ms else None, banned if banned > now_ms else None, blocked)
