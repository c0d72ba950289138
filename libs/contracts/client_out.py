"""What the server sends over the socket.

A frame holds one or more messages, JSON objects told apart by `t`, separated by a newline (JSON
text never contains a raw one). A client applies a game's event only if its version is the last
one plus one; otherwise it sends `watch` with `since` and gets what is missing or a snapshot.
"""

from typing import Any

import msgspec

from libs.contracts.accounts import Player
from libs.contracts.archive import GameSummary
from libs.contracts.games import GameTerms, SeatInfo
from libs.contracts.ids import CommandId, GameId, PlayerId, RoomId
from libs.contracts.lobby import ChatLine, PersonHere, Place, Standing
from libs.contracts.matchmaking import InvitationView, RoomView, SeekView
from libs.contracts.ratings import Family


class ServerMessage(msgspec.Struct, frozen=True, tag_field="t"):
    """Base of all messages to a client."""


class Welcome(ServerMessage, frozen=True, tag="welcome"):
    """First message: who you are, the server's clock, the pings' rhythm, your running games."""

    player: Player | None
    now_ms: int
    ping_every_ms: int
    running: list[GameSummary]


class Ping(ServerMessage, frozen=True, tag="ping"):
    """Answer with `pong`. `versions`: the present version of each game this socket watches."""

    n: int
    now_ms: int
    versions: dict[GameId, int]


class Answered(ServerMessage, frozen=True, tag="answer", omit_defaults=True):
    """The answer to a command. Refused: `code` and a sentence in both languages."""

    id: CommandId
    version: int = 0
    code: str | None = None
    text: dict[str, str] | None = None
    detail: dict[str, Any] | None = None


class SeenEvent(msgspec.Struct, frozen=True, omit_defaults=True):
    """An event as this audience may see it. `type` None: it may not see more than that it was.

    `shown` is what this seat alone is shown; `id` is the id of the command that caused it.
    """

    version: int
    at_ms: int
    type: str | None = None
    data: Any = None
    shown: Any = None
    id: CommandId | None = None


class GameSnapshot(ServerMessage, frozen=True, tag="game_snapshot"):
    """A game whole: the view now (`Rules.view`), and all events as this audience sees them.

    `seat` is one's own. Two at one device have both, and it says 0; if their game hides something
    it says which one is unveiled for this position, and as long as none is (no clock runs) view
    and events are those of a spectator.
    """

    game: GameId
    version: int
    position: int
    seat: int | None
    view: Any
    events: list[SeenEvent]


class GameEventFrame(ServerMessage, frozen=True, tag="game_event"):
    """One further event of a watched game."""

    game: GameId
    event: SeenEvent


class GameGone(ServerMessage, frozen=True, tag="game_gone"):
    """A game that can't be watched: unknown, or not for you."""

    game: GameId
    code: str
    text: dict[str, str]


class Presence(ServerMessage, frozen=True, tag="presence"):
    """Who of the two is connected, since when not, how many watch. Not an event: no version."""

    game: GameId
    connected: tuple[bool, bool]
    away_since_ms: tuple[int | None, int | None]
    spectators: int


class RoomChanged(ServerMessage, frozen=True, tag="room"):
    """A room as it is now; an older version than the one shown is to be ignored."""

    view: RoomView


class RoomGone(ServerMessage, frozen=True, tag="room_gone"):
    """A room that can't be shown."""

    room: RoomId
    code: str
    text: dict[str, str]


class Running(ServerMessage, frozen=True, tag="running"):
    """Your running games have changed."""

    running: list[GameSummary]


class Rated(ServerMessage, frozen=True, tag="rated"):
    """A rated game of yours counts: what it has changed. `taler`: won or lost by the stake."""

    game: GameId
    family: Family
    before: int
    after: int
    points_before: int
    points_after: int
    taler: int


class Lobby(ServerMessage, frozen=True, tag="lobby"):
    """The waiting room whole, on entering and whenever something may have been missed."""

    people: list[PersonHere]
    lines: list[ChatLine]
    seeks: list[SeekView]


class LobbyChanges(ServerMessage, frozen=True, tag="lobby_changes", omit_defaults=True):
    """What has changed since: people who came or are otherwise now, who went; offers likewise."""

    people: list[PersonHere] = []
    gone: list[PlayerId] = []
    seeks: list[SeekView] = []
    seeks_gone: list[RoomId] = []


class ChatLines(ServerMessage, frozen=True, tag="chat_lines"):
    """What has been said at a table so far, in the room that is one's own there."""

    game: GameId
    place: Place
    lines: list[ChatLine]


class ChatSaid(ServerMessage, frozen=True, tag="chat_line"):
    """One more line; `game` is None in the waiting room."""

    place: Place
    line: ChatLine
    game: GameId | None = None


class ChatErased(ServerMessage, frozen=True, tag="chat_erased"):
    """Lines that are gone: their writer was silenced, or is no longer here."""

    lines: list[int]


class StandingNow(ServerMessage, frozen=True, tag="standing"):
    """One's own standing, on entering the waiting room or a table's chat, and when it changes."""

    standing: Standing


class DeskChanged(ServerMessage, frozen=True, tag="desk"):
    """To moderators: so many reports are open. After the welcome, and when anything has been done.

    What has changed is asked for by HTTP.
    """

    open_reports: int


class Invitations(ServerMessage, frozen=True, tag="invitations"):
    """Invitations of one's own that are new or otherwise now; after the welcome all open ones."""

    invitations: list[InvitationView]


class LiveGame(msgspec.Struct, frozen=True):
    """A running game that anybody may watch."""

    game: GameId
    terms: GameTerms
    seats: tuple[SeatInfo, SeatInfo]
    started_at_ms: int
    plies: int
    viewers: int


class LiveGames(ServerMessage, frozen=True, tag="live_games"):
    """Games that are new or otherwise now, and those that are over; at first, all there are."""

    games: list[LiveGame]
    gone: list[GameId] = []
    is_whole: bool = False


class Refused(ServerMessage, frozen=True, tag="refused"):
    """A message without an id was refused (bad JSON, unknown type, too much, too fast)."""

    code: str
    text: dict[str, str]


FromServer = (
    Welcome
    | Ping
    | Answered
    | GameSnapshot
    | GameEventFrame
    | GameGone
    | Presence
    | RoomChanged
    | RoomGone
    | Running
    | Rated
    | Lobby
    | LobbyChanges
    | ChatLines
    | ChatSaid
    | ChatErased
    | StandingNow
    | DeskChanged
    | Invitations
    | LiveGames
    | Refused
)
