"""What registering somebody means: pure."""

from services.accounts.decider.decide import Fact, PlayerState, decide, evolve, initial_state
from services.accounts.decider.names import LANGUAGES, guest_name

__all__ = [
    "LANGUAGES",
    "Fact",
    "PlayerState",
    "decide",
    "evolve",
    "guest_name",
    "initial_state",
]
