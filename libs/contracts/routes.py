"""The HTTP routes as data, for the gateway's tests and for OpenAPI."""

from typing import Final

from libs.contracts import bots, client_out, http, matchmaking
from libs.contracts.account_routes import ACCOUNT_ROUTES
from libs.contracts.archive_routes import ARCHIVE_ROUTES
from libs.contracts.lobby_routes import LOBBY_ROUTES
from libs.contracts.rating_routes import RATING_ROUTES
from libs.contracts.route import Route

ROUTES: Final = (
    Route("GET", "/api/me", "Who I am, and my running games", http.Me),
    Route("POST", "/api/guest", "Come in as a guest", http.Me, http.GuestRequest),
    Route("POST", "/api/sign-out", "Close this session", http.Me),
    Route("POST", "/api/rooms", "Open a private room", matchmaking.RoomView, http.NewRoom),
    Route("POST", "/api/practice", "Play a computer", matchmaking.RoomView, http.NewPractice),
    Route("GET", "/api/rooms/{room}", "A room as it is now", matchmaking.RoomView),
    Route("POST", "/api/hotseat", "Play at one device", matchmaking.RoomView, http.NewHotseat),
    Route("POST", "/api/challenges", "Challenge", matchmaking.RoomView, http.NewChallenge),
    Route("POST", "/api/seeks", "Offer a game openly", matchmaking.RoomView, http.NewSeek),
    Route("POST", "/api/quick-game", "Find me somebody", matchmaking.RoomView, http.QuickGame),
    Route("GET", "/api/invitations", "My mailbox", matchmaking.Mailbox),
    Route("GET", "/api/games/{game}", "A game as I may see it", client_out.GameSnapshot),
    Route("POST", "/api/games/{game}/hint", "What the strongest would play", bots.Hint),
    Route(
        "POST",
        "/api/games/{game}/evaluation",
        "How a position stands",
        bots.Evaluation,
        http.EvaluationRequest,
    ),
    Route("POST", "/api/games/{game}/review", "My turns, one by one", bots.Review),
    Route("GET", "/api/messages", "Sentences of all refusals", dict[str, dict[str, str]]),
    *ARCHIVE_ROUTES,
    *RATING_ROUTES,
    *ACCOUNT_ROUTES,
    *LOBBY_ROUTES,
)
