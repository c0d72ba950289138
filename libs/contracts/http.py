"""HTTP bodies (JSON). Errors are `HttpRefusal` with a fitting status, on every route.

GET  /api/me                  → Me (no session: player null)
POST /api/guest               GuestRequest → Me, sets the session cookie
POST /api/sign-out            → Me with player null; the session is closed
POST /api/rooms               NewRoom → RoomView (host: the caller)
GET  /api/rooms/<room>        → RoomView
GET  /api/games/<game>        → GameSnapshot as the caller sees it (running or finished)
GET  /api/my-games?before=…   → FinishedPage
GET  /api/messages            → refusal texts by code, both languages
GET  /ws                      the socket (client_in.py, client_out.py)
"""

from typing import Any

import msgspec

from libs.contracts.accounts import Player
from libs.contracts.archive import GameSummary
from libs.contracts.ids import CommandId
from libs.contracts.matchmaking import RoomTerms


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


class FinishedPage(msgspec.Struct, frozen=True):
    """A page of finished games; `next` is the next page's `before`, None at the end."""

    games: list[GameSummary]
    next: str | None = None
