"""The HTTP routes of ratings, the ranking and the wallet.

GET /api/elo?ids=<player>,<player>…  → EloOf, at most 100; of whom there is none, nothing
"""

from typing import Final

import msgspec

from libs.contracts import ratings
from libs.contracts.ids import CommandId
from libs.contracts.route import Route


class RefillRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Fill my wallet up; the same id again fills nothing twice."""

    id: CommandId


BODIES: Final = (
    ratings.RankingPage,
    ratings.RatingsPage,
    ratings.EloOf,
    ratings.Wallet,
    RefillRequest,
)
"""What the client needs types of."""

RATING_ROUTES: Final = (
    Route(
        "GET",
        "/api/ranking",
        "The best of a family of games",
        ratings.RankingPage,
        query=("family", "after"),
    ),
    Route("GET", "/api/players/{player}/ratings", "A player's Elo and points", ratings.RatingsPage),
    Route("GET", "/api/elo", "Elo of some players", ratings.EloOf, query=("ids",)),
    Route("GET", "/api/wallet", "My Taler", ratings.Wallet),
    Route("POST", "/api/wallet/refill", "Fill my wallet up", ratings.Wallet, RefillRequest),
)
