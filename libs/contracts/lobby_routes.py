"""The HTTP routes of moderation; all else about the waiting room goes over the socket.

Moderators alone: GET /api/moderation/reports with after=<the former page's next>, and
/api/moderation/audit with before=<the same>.
"""

from typing import Final

from libs.contracts import lobby
from libs.contracts.route import Route

BODIES: Final = (lobby.ReportsPage, lobby.AuditPage)
"""What the client needs types of."""

LOBBY_ROUTES: Final = (
    Route("GET", "/api/moderation/reports", "Reports", lobby.ReportsPage, query=("after",)),
    Route(
        "GET", "/api/moderation/audit", "What moderators did", lobby.AuditPage, query=("before",)
    ),
)
