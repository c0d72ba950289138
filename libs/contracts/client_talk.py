"""What a client sends in the waiting room and about people; see `client_in.py`."""

import msgspec

from libs.contracts.ids import CommandId, GameId, PlayerId
from libs.contracts.lobby import Place, ReportKind


class ClientMessage(msgspec.Struct, frozen=True, tag_field="t", forbid_unknown_fields=True):
    """Base of all messages from a client."""


class Say(ClientMessage, frozen=True, tag="say"):
    """A line of at most 400 characters; at a table with `game`, which must be watched."""

    id: CommandId
    place: Place
    text: str
    game: GameId | None = None


class Report(ClientMessage, frozen=True, tag="report"):
    """Asks the moderators to look at somebody, perhaps at a line of theirs."""

    id: CommandId
    player: PlayerId
    kind: ReportKind
    reason: str = ""
    line: int | None = None


class Block(ClientMessage, frozen=True, tag="block"):
    """The two see and hear no more of each other."""

    id: CommandId
    player: PlayerId


class Unblock(ClientMessage, frozen=True, tag="unblock"):
    """Takes that back."""

    id: CommandId
    player: PlayerId


class Mute(ClientMessage, frozen=True, tag="mute"):
    """A moderator silences somebody. With `erase` what they said within the last day goes."""

    id: CommandId
    player: PlayerId
    minutes: int
    kind: ReportKind
    erase: bool = False


class Unmute(ClientMessage, frozen=True, tag="unmute"):
    """A moderator lets somebody speak again."""

    id: CommandId
    player: PlayerId


class Ban(ClientMessage, frozen=True, tag="ban"):
    """A moderator shuts somebody out of the waiting room. `erase`: see `Mute`."""

    id: CommandId
    player: PlayerId
    days: int
    kind: ReportKind
    erase: bool = False


class Unban(ClientMessage, frozen=True, tag="unban"):
    """A moderator lets somebody back in."""

    id: CommandId
    player: PlayerId


class CloseReport(ClientMessage, frozen=True, tag="close_report"):
    """A moderator has looked at that report."""

    id: CommandId
    report: int


ModeratorVerb = Mute | Unmute | Ban | Unban | CloseReport
LobbyVerb = Say | Report | Block | Unblock | ModeratorVerb
