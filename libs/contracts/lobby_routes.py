"""The HTTP routes of moderation; all else about the waiting room goes over the socket.

Moderators alone: GET /api/moderation/reports, and /api/moderation/audit with before=<the former
page's next>.
"""

from typing import Final

from libs.contracts import lobby
from libs.contracts.route import Route

BODIES: Final = (lobby.ReportsPage, lobby.AuditPage)
"""What the client needs types of."""

LOBBY_ROUTES: Final = (
    Route("GET", "/api/moderation/reports", "Reports", lobby.ReportsPage),
    Route(
        "GET", "/api/moderation/audit", "What moderators did", lobby.AuditPage, query=("before",)
    ),
)
