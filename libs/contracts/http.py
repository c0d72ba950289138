"""HTTP bodies (JSON). Errors are `HttpRefusal` with a fitting status, on every route.

GET  /api/me                  → Me (no session: player null)
POST /api/guest               GuestRequest → Me, sets the session cookie
POST /api/sign-out            → Me with player null; the session is closed
POST /api/rooms               NewRoom → RoomView (host: the caller)
POST /api/practice            NewPractice → RoomView (guest: a computer; the game starts at once)
GET  /api/rooms/<room>        → RoomView
POST /api/hotseat             NewHotseat → RoomView (both places: the caller; starts at once)
POST /api/challenges          NewChallenge → RoomView; `challenged_already` with `room`, if one of
                              the two has an open challenge to the other
POST /api/seeks               NewSeek → RoomView
POST /api/quick-game          QuickGame → RoomView: a seek that was taken (agreed to, too), a
                              challenge, or a seek of one's own
GET  /api/invitations         → Mailbox
GET  /api/games/<game>        → GameSnapshot as the caller sees it (running or finished)
POST /api/games/<game>/hint       → Hint, for the seat to move of a practice game
POST /api/games/<game>/evaluation → Evaluation, for a finished game or one's own practice game
POST /api/games/<game>/review     → Review of the caller's seat; ask again until it is complete
     finished games, their texts and figures: archive_routes.py
GET  /api/messages            → refusal texts by code, both languages
GET  /ws                      the socket (client_in.py, client_out.py)
"""

from typing import Any

import msgspec

from libs.contracts.accounts import Player
from libs.contracts.archive import GameSummary
from libs.contracts.ids import CommandId, PlayerId
from libs.contracts.matchmaking import RoomTerms
from libs.rules.strength import Strength


class HttpRefusal(msgspec.Struct, frozen=True):
    """Why a request was refused: a stable code and a sentence in both languages."""

    code: str
    text: dict[str, str]
    detail: dict[str, Any] | None = None


class Me(msgspec.Struct, frozen=True):
    """The caller and the caller's running games."""

    player: Player | None
    running: list[GameSummary] = []


class GuestRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Come in as a guest."""

    language: str = "de"


class NewRoom(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Open a room; the same id again opens no second one."""

    id: CommandId
    terms: RoomTerms


class NewPractice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game against a computer; the same id again opens no second one.

    `terms.first` is "host" for the caller, "guest" for the computer; `terms.game.time` must be
    untimed, `terms.game.kind` practice.
    """

    id: CommandId
    terms: RoomTerms
    strength: Strength


class NewHotseat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game of two people at one device; the same id again opens no second one.

    `terms.game.kind` is hotseat; a time control makes it a game with a chess clock.
    """

    id: CommandId
    terms: RoomTerms


class NewChallenge(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Challenge somebody by name; the same id again opens no second room."""

    id: CommandId
    player: PlayerId
    terms: RoomTerms


class NewSeek(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An open offer in the waiting room; the same id again opens no second one."""

    id: CommandId
    terms: RoomTerms


class QuickGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Find me somebody: take a fitting offer, else challenge the closest, else offer openly.

    `apart_from`: who has declined just now. The same id again does nothing twice.
    """

    id: CommandId
    terms: RoomTerms
    apart_from: list[PlayerId] = []


class EvaluationRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which position of the game: after so many plies; None is the present or last one."""

    ply: int | None = None


class FinishedPage(msgspec.Struct, frozen=True):
    """A page of finished games; `next` is the next page's `before`, None at the end."""

    games: list[GameSummary]
    next: str | None = None
