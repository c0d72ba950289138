"""The waiting room: who is here, what is said there and at tables, blocks, reports, moderation.

Presence is memory, chat lines are a table of their own and go after thirty days; moderation alone
is a log of events, which hold ids and no words of people. One shard: there is one waiting room.
"""

from typing import Final, Literal

import msgspec

from libs.contracts.ids import GameId, PlayerId
from libs.contracts.ratings import Family

SERVICE: Final = "lobby"
SHARDS: Final = 1

LONGEST_LINE: Final = 400
LONGEST_REASON: Final = 400
SHOWN_LINES: Final = 150
"""So many of the last lines are shown to whoever comes in."""
KEPT_DAYS: Final = 30
MOST_BLOCKS: Final = 500
LONGEST_MUTE_MINUTES: Final = 30 * 24 * 60
LONGEST_BAN_DAYS: Final = 3_650

Place = Literal["lobby", "game", "watchers"]
"""Where something is said: the waiting room; at a table, by its two players; by who watch it."""

ReportKind = Literal["insult", "spam", "cheating", "name", "other"]

HereState = Literal["free", "playing"]


class PersonHere(msgspec.Struct, frozen=True, omit_defaults=True):
    """Somebody in the waiting room, however many devices: one entry.

    `name` is a guest's generated one, "" for an account, whose name is asked for by its id.
    `elo` has the families with rated games, and is empty for a guest.
    """

    player: PlayerId
    name: str
    is_guest: bool = False
    state: HereState = "free"
    elo: dict[Family, int] = {}


class ChatLine(msgspec.Struct, frozen=True):
    """One line; `n` grows from line to line over all places. `name`: see `PersonHere`."""

    n: int
    at_ms: int
    player: PlayerId
    name: str
    text: str


class Standing(msgspec.Struct, frozen=True):
    """How somebody stands with the house: silenced or shut out until then, whom they block."""

    muted_until_ms: int | None = None
    banned_until_ms: int | None = None
    blocked: list[PlayerId] = []


# ---- moderation: events (JSON), one stream a person ------------------------------------------


class ReportFiled(msgspec.Struct, frozen=True, tag="lobby.report_filed"):
    """Somebody asks the moderators to look; the words stand in a table, by this number."""

    report: int
    by: PlayerId
    about: PlayerId
    kind: ReportKind


class ReportClosed(msgspec.Struct, frozen=True, tag="lobby.report_closed"):
    """A moderator has looked."""

    report: int
    by: PlayerId


class PersonMuted(msgspec.Struct, frozen=True, tag="lobby.person_muted"):
    """May say nothing until then. `has_erased`: lines of the last day are gone, too."""

    player: PlayerId
    by: PlayerId
    until_ms: int
    kind: ReportKind
    has_erased: bool = False


class PersonUnmuted(msgspec.Struct, frozen=True, tag="lobby.person_unmuted"):
    """May speak again, before the time."""

    player: PlayerId
    by: PlayerId


class PersonBanned(msgspec.Struct, frozen=True, tag="lobby.person_banned"):
    """May neither enter the waiting room, speak, challenge nor seek until then."""

    player: PlayerId
    by: PlayerId
    until_ms: int
    kind: ReportKind
    has_erased: bool = False


class PersonUnbanned(msgspec.Struct, frozen=True, tag="lobby.person_unbanned"):
    """May come back, before the time."""

    player: PlayerId
    by: PlayerId


ModerationEvent = (
    ReportFiled | ReportClosed | PersonMuted | PersonUnmuted | PersonBanned | PersonUnbanned
)


class ReportView(msgspec.Struct, frozen=True):
    """A report as moderators see it. `quoted`: the line it is about, as it was said."""

    report: int
    at_ms: int
    by: PlayerId
    about: PlayerId
    kind: ReportKind
    reason: str
    quoted: ChatLine | None = None
    closed_by: PlayerId | None = None


class AuditLine(msgspec.Struct, frozen=True):
    """One moderation event, as moderators read them: newest first."""

    at_ms: int
    event: ModerationEvent


# ---- what other services ask: query.lobby.0 (msgpack, tagged) --------------------------------


class StandingBetween(msgspec.Struct, frozen=True, tag="standing_between"):
    """From matchmaking, before a challenge or a seek. Answer: `Between` (msgpack)."""

    player: PlayerId
    other: PlayerId | None = None


class Between(msgspec.Struct, frozen=True):
    """`is_blocked`: one of the two blocks the other. `is_here`: the other is free, here and now."""

    is_banned: bool
    is_blocked: bool = False
    is_here: bool = False


class FreePeople(msgspec.Struct, frozen=True, tag="free_people"):
    """From matchmaking, for a quick game: who is free, the closest Elo of that family first.

    Without the asker, whoever is blocked either way, and `apart_from`. With `accounts_only` no
    guests. Answer: list of `PersonHere` (msgpack), at most ten.
    """

    player: PlayerId
    family: Family | None
    accounts_only: bool
    apart_from: list[PlayerId] = []


class PersonGone(msgspec.Struct, frozen=True):
    """Published on `lobby.gone`: somebody has left the waiting room for good (JSON)."""

    player: PlayerId


class PeopleParted(msgspec.Struct, frozen=True):
    """Published on `lobby.parted` (JSON): somebody wants to see nothing of somebody any more.

    Among services alone: the other never learns of it.
    """

    blocker: PlayerId
    other: PlayerId


# ---- HTTP (JSON) -----------------------------------------------------------------------------


class ReportsPage(msgspec.Struct, frozen=True):
    """Open reports, the oldest first; on the first page then the last closed ones, newest first.

    `next` is the next page's `after`, None if no more are open.
    """

    reports: list[ReportView]
    next: int | None = None


class AuditPage(msgspec.Struct, frozen=True):
    """The audit trail, newest first; `next` is the next page's `before`, None at the end."""

    lines: list[AuditLine]
    next: int | None = None


class SaidLine(msgspec.Struct, frozen=True):
    """A line of one's own, in the export of one's data."""

    at_ms: int
    place: Place
    game: GameId | None
    text: str


class OwnReport(msgspec.Struct, frozen=True):
    """A report of one's own, there too; what it quotes is another's."""

    at_ms: int
    about: PlayerId
    kind: ReportKind
    reason: str


class OwnTraces(msgspec.Struct, frozen=True):
    """What the waiting room keeps of somebody and may tell them."""

    lines: list[SaidLine]
    reports: list[OwnReport]
    standing: Standing
