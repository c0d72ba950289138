"""What this service decides and keeps in mind: pure."""

from services.lobby.decider.chattiness import Chattiness
from services.lobby.decider.hall import Hall
from services.lobby.decider.moderation import (
    DAY_MS,
    Deed,
    Fact,
    FileNumbered,
    Record,
    Words,
    about,
    decide,
    evolve,
    initial_state,
)
from services.lobby.decider.presence import News, Presence
from services.lobby.decider.standings import Standings
from services.lobby.decider.wording import clean

__all__ = [
    "DAY_MS",
    "Chattiness",
    "Deed",
    "Fact",
    "FileNumbered",
    "Hall",
    "News",
    "Presence",
    "Record",
    "Standings",
    "Words",
    "about",
    "clean",
    "decide",
    "evolve",
    "initial_state",
]
