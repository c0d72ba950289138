"""The HTTP routes of finished games: lists, figures, texts, the export.

GET /api/my-games           → FinishedPage; all of the query may be left out:
    game=mills  opponent=<player or bot:strong>  result=won|drawn|lost
    kind=friendly|rated|hotseat|practice  before=<the former page's next>
    since=, until=  a day (2026-11-30, by UTC, until its end) or an instant (2026-11-30T00:00:00Z)
GET /api/my-games/export    → application/x-ndjson, a line of ExportedGame for each finished game,
                              newest first; one that breaks off is not complete
GET /api/my-statistics      → Statistics
GET /api/games/<game>/text  → text/plain, a file: the finished game as in libs/rules/gametext
"""

from typing import Final

from libs.contracts import archive, http
from libs.contracts.route import Route

BODIES: Final = (archive.Statistics, archive.ExportedGame)
"""What the client needs types of."""

ARCHIVE_ROUTES: Final = (
    Route(
        "GET",
        "/api/my-games",
        "My finished games",
        http.FinishedPage,
        query=("game", "opponent", "result", "kind", "since", "until", "before"),
    ),
    Route(
        "GET",
        "/api/my-games/export",
        "All my finished games with their turns, a line each",
        archive.ExportedGame,
        media="application/x-ndjson",
    ),
    Route("GET", "/api/my-statistics", "How my games went", archive.Statistics),
    Route(
        "GET", "/api/games/{game}/text", "A finished game as a text file", str, media="text/plain"
    ),
)
