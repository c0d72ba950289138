"""Ratings: Elo by family, points, and the ledger of Taler."""
