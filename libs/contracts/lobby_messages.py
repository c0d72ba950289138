"""What gateways and the waiting room's owner tell each other (msgpack).

Commands to `cmd.lobby.0` lead to moderation events; `query.lobby.0` is all that is no event:
presence, chat, blocks, reading. The owner says on `live.lobby` and `live.chat` what has changed.
"""

from typing import Final

import msgspec

from libs.contracts.ids import CommandId, GameId, PlayerId, RoomId
from libs.contracts.lobby import (
    ChatLine,
    FreePeople,
    PersonHere,
    Place,
    ReportKind,
    Standing,
    StandingBetween,
)
from libs.contracts.matchmaking import SeekView

SUBJECT: Final = "query.lobby.0"
LIVE_HALL: Final = "live.lobby"
LIVE_CHAT: Final = "live.chat"
GONE: Final = "lobby.gone"
PARTED: Final = "lobby.parted"

REPORTS_STREAM: Final = "00-reports"
"""Where `CloseReport` is sent to: the owner knows about whom that report is."""


def stream_of(player: PlayerId) -> str:
    """The stream of what was done about somebody, in this service's one shard."""
    return f"00-{player}"


# ---- commands: cmd.lobby.0, to the stream of the person they are about -----------------------


class FileReport(msgspec.Struct, frozen=True, tag="file_report"):
    """The sender asks the moderators to look at somebody, perhaps at a line of theirs.

    Refused: `not_yourself`, `no_such_person`, `no_such_line`, `line_too_long`,
    `too_many_reports`.
    """

    about: PlayerId
    kind: ReportKind
    reason: str
    line: int | None = None


class CloseReport(msgspec.Struct, frozen=True, tag="close_report"):
    """A moderator has looked. Refused: `moderators_only`, `no_such_report`."""

    report: int


class MutePerson(msgspec.Struct, frozen=True, tag="mute_person"):
    """A moderator silences somebody, from now on. With `erase` the lines of the last day go.

    Refused, as all below: `moderators_only`, `not_yourself`, `no_such_person`; as a ban:
    `person_is_moderator`.
    """

    player: PlayerId
    minutes: int
    kind: ReportKind
    erase: bool = False


class UnmutePerson(msgspec.Struct, frozen=True, tag="unmute_person"):
    """A moderator lets somebody speak again."""

    player: PlayerId


class BanPerson(msgspec.Struct, frozen=True, tag="ban_person"):
    """A moderator shuts somebody out, from now on."""

    player: PlayerId
    days: int
    kind: ReportKind
    erase: bool = False


class UnbanPerson(msgspec.Struct, frozen=True, tag="unban_person"):
    """A moderator lets somebody back in."""

    player: PlayerId


ModerationCommand = FileReport | CloseReport | MutePerson | UnmutePerson | BanPerson | UnbanPerson

# ---- presence --------------------------------------------------------------------------------


class Sighting(msgspec.Struct, frozen=True, array_like=True):
    """Somebody with a socket at a gateway. `name`: see `PersonHere`.

    `is_in`: a socket shows the waiting room; `has_come`: one did, since the person is connected
    here; `is_playing`: a friendly or rated game against a person runs.
    """

    player: PlayerId
    name: str
    is_guest: bool
    is_in: bool
    has_come: bool
    is_playing: bool


class WhoIsHere(msgspec.Struct, frozen=True, tag="who_is_here"):
    """A gateway's people: all of them (`is_whole`) or what has changed since report `n` - 1.

    `gone`: without a socket now; `left`: said so on leaving, so nobody waits for their return.
    Sent at least every second as a sign of life, never twice as it is; `is_leaving`: the gateway
    ends. Answer: `Acquaintance`. Refused: `whole_needed`.

    All of many people come in several reports, `part` by part: as long as `is_more`, more follow.
    """

    gateway: str
    n: int
    is_whole: bool
    here: list[Sighting]
    gone: list[PlayerId] = []
    left: list[PlayerId] = []
    is_leaving: bool = False
    part: int = 0
    is_more: bool = False


class Acquaintance(msgspec.Struct, frozen=True):
    """Where the hall stands, and what there is to know about the people just reported.

    Who has the usual standing, or is hidden from nobody, is left out.
    """

    epoch: str
    version: int
    standings: dict[PlayerId, Standing]
    hidden: dict[PlayerId, list[PlayerId]]


class WholeHall(msgspec.Struct, frozen=True, tag="whole_hall"):
    """Answer: `Hall`. Nobody answers while a new owner is still hearing who is here.

    Part 0 is how it is now and says of how many; the others are asked for by its epoch and version.
    Refused: `whole_needed`, if that state is not known any more.
    """

    part: int = 0
    epoch: str = ""
    version: int = 0


class Hall(msgspec.Struct, frozen=True):
    """The waiting room whole, or a part of its people; another epoch is another owner."""

    epoch: str
    version: int
    people: list[PersonHere]
    lines: list[ChatLine]
    seeks: list[SeekView]
    open_reports: int = 0
    parts: int = 1


class HallChanged(msgspec.Struct, frozen=True, omit_defaults=True):
    """On `live.lobby`: what has changed. A gap in the versions (of both subjects) asks for all.

    `hidden`, `shown`: pairs that don't see each other, or do again; `standings`: whose standing
    is another now, for the gateways where they are; `open_reports`: so many after what was just
    reported or done, for moderators alone.
    """

    epoch: str
    version: int
    people: list[PersonHere] = []
    gone: list[PlayerId] = []
    seeks: list[SeekView] = []
    seeks_gone: list[RoomId] = []
    standings: dict[PlayerId, Standing] = {}
    hidden: list[tuple[PlayerId, PlayerId]] = []
    shown: list[tuple[PlayerId, PlayerId]] = []
    open_reports: int | None = None


class ErasedLine(msgspec.Struct, frozen=True, array_like=True):
    """A line that is gone; whose it was says who has seen it."""

    n: int
    player: PlayerId


class ChatChanged(msgspec.Struct, frozen=True, omit_defaults=True):
    """On `live.chat`: lines that were said, or are gone; all of one place."""

    epoch: str
    version: int
    place: Place = "lobby"
    game: GameId | None = None
    lines: list[ChatLine] = []
    erased: list[ErasedLine] = []


# ---- chat and blocks -------------------------------------------------------------------------


class SayLine(msgspec.Struct, frozen=True, tag="say_line"):
    """Somebody says something where they are; at a table the owner looks whether they may.

    Answer: `version` is the line's number. Refused: `muted`, `banned`, `not_here`, `too_chatty`
    with `wait_s`, `said_already`, `empty_line`, `line_too_long`, `command_id_reused`.
    """

    id: CommandId
    player: PlayerId
    name: str
    place: Place
    game: GameId | None
    text: str


class LinesAt(msgspec.Struct, frozen=True, tag="lines_at"):
    """The last lines at a table, in the player's room there. Answer: `TableLines`.

    Refused: `not_here` for a game without a chat.
    """

    game: GameId
    player: PlayerId | None


class TableLines(msgspec.Struct, frozen=True):
    """`place` is "game" for its two players, "watchers" for everybody else."""

    place: Place
    lines: list[ChatLine]


class BlockPerson(msgspec.Struct, frozen=True, tag="block_person"):
    """Refused: `not_yourself`, `no_such_person`, `too_many_blocked`."""

    player: PlayerId
    other: PlayerId


class UnblockPerson(msgspec.Struct, frozen=True, tag="unblock_person"):
    """Who was not blocked is not blocked afterwards."""

    player: PlayerId
    other: PlayerId


# ---- reading and forgetting ------------------------------------------------------------------


class ReportsFor(msgspec.Struct, frozen=True, tag="reports_for"):
    """Those after a number. Answer: `ReportsPage` (JSON). Refused: `moderators_only`."""

    player: PlayerId
    after: int = 0


class AuditFor(msgspec.Struct, frozen=True, tag="audit_for"):
    """Answer: `AuditPage` (JSON). Refused: `moderators_only`."""

    player: PlayerId
    before: int | None = None


class TracesOf(msgspec.Struct, frozen=True, tag="traces_of"):
    """All that is kept of somebody, for themselves. Answer: `OwnTraces` (JSON)."""

    player: PlayerId


class ForgetPerson(msgspec.Struct, frozen=True, tag="forget_person"):
    """From the service itself: the account is gone, and with it lines, blocks, words in reports."""

    player: PlayerId


LobbyQuery = (
    WhoIsHere
    | WholeHall
    | SayLine
    | LinesAt
    | BlockPerson
    | UnblockPerson
    | ReportsFor
    | AuditFor
    | TracesOf
    | ForgetPerson
    | StandingBetween
    | FreePeople
)
