"""What this service decides, and what its events mean: pure."""

from services.ratings.decider.berlin import berlin_day
from services.ratings.decider.counting import counts, is_long_enough, play_ms
from services.ratings.decider.decide import decide
from services.ratings.decider.elo import Form
from services.ratings.decider.standing import Both, Change, Standing, rated
from services.ratings.decider.state import (
    Fact,
    Purse,
    RatingState,
    Stakes,
    evolve,
    initial_state,
)

__all__ = [
    "Both",
    "Change",
    "Fact",
    "Form",
    "Purse",
    "RatingState",
    "Stakes",
    "Standing",
    "berlin_day",
    "counts",
    "decide",
    "evolve",
    "initial_state",
    "is_long_enough",
    "play_ms",
    "rated",
]
