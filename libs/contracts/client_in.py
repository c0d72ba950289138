"""What a client sends over the socket: one JSON object a message, told apart by `t`.

`id` is the command's id, chosen by the client: it sends the same message again, with the same
id, until it is answered.
"""

from libs.contracts.client_talk import Ban as Ban
from libs.contracts.client_talk import Block as Block
from libs.contracts.client_talk import ClientMessage as ClientMessage
from libs.contracts.client_talk import CloseReport as CloseReport
from libs.contracts.client_talk import LobbyVerb as LobbyVerb
from libs.contracts.client_talk import ModeratorVerb as ModeratorVerb
from libs.contracts.client_talk import Mute as Mute
from libs.contracts.client_talk import Report as Report
from libs.contracts.client_talk import Say as Say
from libs.contracts.client_talk import Unban as Unban
from libs.contracts.client_talk import Unblock as Unblock
from libs.contracts.client_talk import Unmute as Unmute
from libs.contracts.ids import CommandId, GameId, RoomId
from libs.contracts.matchmaking import DeclineReason, RoomTerms


class Watch(ClientMessage, frozen=True, tag="watch"):
    """Show me this game; `since` is the version I have, if any."""

    game: GameId
    since: int | None = None


class Unwatch(ClientMessage, frozen=True, tag="unwatch"):
    """No more of this game."""

    game: GameId


class WatchRoom(ClientMessage, frozen=True, tag="watch_room"):
    """Show me this room and its changes."""

    room: RoomId


class UnwatchRoom(ClientMessage, frozen=True, tag="unwatch_room"):
    """No more of this room."""

    room: RoomId


class Pong(ClientMessage, frozen=True, tag="pong"):
    """Answers the server's ping of that number."""

    n: int


class Play(ClientMessage, frozen=True, tag="play"):
    """A complete turn for the position of that version."""

    id: CommandId
    game: GameId
    position: int
    turn: str


class OfferDraw(ClientMessage, frozen=True, tag="offer_draw"):
    """Offers a draw."""

    id: CommandId
    game: GameId


class AcceptDraw(ClientMessage, frozen=True, tag="accept_draw"):
    """Accepts the offer of that version."""

    id: CommandId
    game: GameId
    offer: int


class DeclineDraw(ClientMessage, frozen=True, tag="decline_draw"):
    """Declines the offer of that version."""

    id: CommandId
    game: GameId
    offer: int


class Resign(ClientMessage, frozen=True, tag="resign"):
    """Gives up."""

    id: CommandId
    game: GameId


class LeaveGame(ClientMessage, frozen=True, tag="leave_game"):
    """Leaves the running game and loses it."""

    id: CommandId
    game: GameId


class TakeBack(ClientMessage, frozen=True, tag="take_back"):
    """Against a computer: takes back the own last turn and the reply to it."""

    id: CommandId
    game: GameId
    position: int


class AskUndo(ClientMessage, frozen=True, tag="ask_undo"):
    """In a friendly game: asks to take the own last turn back, with the reply to it."""

    id: CommandId
    game: GameId
    position: int


class AnswerUndo(ClientMessage, frozen=True, tag="answer_undo"):
    """Agrees to what the other has asked with that version, or declines."""

    id: CommandId
    game: GameId
    ask: int
    accept: bool


class ClaimWin(ClientMessage, frozen=True, tag="claim_win"):
    """Claims the win: the other has been away for a minute."""

    id: CommandId
    game: GameId


class Unveil(ClientMessage, frozen=True, tag="unveil"):
    """At one device: lifts the curtain before the position of that version.

    After `games.unveiled`, `watch` without `since` shows the game as the unveiled seat sees it.
    """

    id: CommandId
    game: GameId
    position: int


class GoOn(ClientMessage, frozen=True, tag="go_on"):
    """In practice and at one device: ends the pause that began with that version."""

    id: CommandId
    game: GameId
    pause: int


class JoinRoom(ClientMessage, frozen=True, tag="join_room"):
    """Takes the free place in a room."""

    id: CommandId
    room: RoomId


class ChangeTerms(ClientMessage, frozen=True, tag="change_terms"):
    """Proposes other terms."""

    id: CommandId
    room: RoomId
    terms: RoomTerms


class AgreeTerms(ClientMessage, frozen=True, tag="agree_terms"):
    """Agrees to exactly these terms."""

    id: CommandId
    room: RoomId
    terms: RoomTerms


class LeaveRoom(ClientMessage, frozen=True, tag="leave_room"):
    """Leaves a room; after its game: wants no rematch."""

    id: CommandId
    room: RoomId


class Rematch(ClientMessage, frozen=True, tag="rematch"):
    """Wants to play once more in the room of that finished game, with the seats swapped."""

    id: CommandId
    room: RoomId
    game: GameId


class DeclineRoom(ClientMessage, frozen=True, tag="decline_room"):
    """The challenged one does not want to."""

    id: CommandId
    room: RoomId
    reason: DeclineReason


class MarkRead(ClientMessage, frozen=True, tag="mark_read"):
    """An invitation in the own mailbox has been seen."""

    id: CommandId
    room: RoomId


class EnterLobby(ClientMessage, frozen=True, tag="enter_lobby"):
    """I am in the waiting room: show it to me. Without a session one only looks."""


class LeaveLobby(ClientMessage, frozen=True, tag="leave_lobby"):
    """I am no longer in the waiting room, on this socket."""


class WatchLive(ClientMessage, frozen=True, tag="watch_live"):
    """Show me the games that run and may be watched."""


class UnwatchLive(ClientMessage, frozen=True, tag="unwatch_live"):
    """No more of them."""


class WatchChat(ClientMessage, frozen=True, tag="watch_chat"):
    """Show me what is said at this table, in the room that is mine there; it must be watched."""

    game: GameId


class UnwatchChat(ClientMessage, frozen=True, tag="unwatch_chat"):
    """No more of it."""

    game: GameId


GameVerb = (
    Play
    | OfferDraw
    | AcceptDraw
    | DeclineDraw
    | Resign
    | LeaveGame
    | TakeBack
    | AskUndo
    | AnswerUndo
    | ClaimWin
    | Unveil
    | GoOn
)
RoomVerb = JoinRoom | ChangeTerms | AgreeTerms | LeaveRoom | Rematch | DeclineRoom | MarkRead
Looking = (
    Watch
    | Unwatch
    | WatchRoom
    | UnwatchRoom
    | EnterLobby
    | LeaveLobby
    | WatchLive
    | UnwatchLive
    | WatchChat
    | UnwatchChat
)
FromClient = GameVerb | RoomVerb | LobbyVerb | Looking | Pong
