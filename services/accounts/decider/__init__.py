"""What registering and signing up mean, which names and passwords are allowed: pure."""

from services.accounts.decider.chosen_names import fault_of_name, skeleton
from services.accounts.decider.decide import (
    Fact,
    NewGuest,
    Person,
    PlayerState,
    decide,
    evolve,
    initial_state,
)
from services.accounts.decider.names import LANGUAGES, guest_name
from services.accounts.decider.passwords import fault_of_password

__all__ = [
    "LANGUAGES",
    "Fact",
    "NewGuest",
    "Person",
    "PlayerState",
    "decide",
    "evolve",
    "fault_of_name",
    "fault_of_password",
    "guest_name",
    "initial_state",
    "skeleton",
]
