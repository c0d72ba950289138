"""The ledger, written with its events, and standings, read from them."""

from services.ratings.projections.ledger import effects
from services.ratings.projections.standings import StandingsTable

__all__ = ["StandingsTable", "effects"]
