"""What a room decides, and what its events mean: pure."""

from services.matchmaking.decider.afterwards import Afterwards
from services.matchmaking.decider.decide import Known, decide
from services.matchmaking.decider.offer import CHALLENGE, PRIVATE, SEEK
from services.matchmaking.decider.state import Room, RoomState, Stage, evolve, initial_state
from services.matchmaking.decider.terms import mirrored, written_out
from services.matchmaking.decider.views import due_at_ms, invitation, seek, view
from services.matchmaking.decider.waiting import Introduced

__all__ = [
    "CHALLENGE",
    "PRIVATE",
    "SEEK",
    "Afterwards",
    "Introduced",
    "Known",
    "Room",
    "RoomState",
    "Stage",
    "decide",
    "due_at_ms",
    "evolve",
    "initial_state",
    "invitation",
    "mirrored",
    "seek",
    "view",
    "written_out",
]
