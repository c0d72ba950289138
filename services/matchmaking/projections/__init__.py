"""The tables of rooms that are not over, and of invitations."""

from services.matchmaking.projections.rebuilding import rebuild_rows as rebuild_rows
from services.matchmaking.projections.tables import effects as effects
from services.matchmaking.projections.tables import fitting as fitting
from services.matchmaking.projections.tables import spoken_for as spoken_for
