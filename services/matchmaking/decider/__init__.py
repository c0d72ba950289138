"""What a room decides, and what its events mean: pure."""

from services.matchmaking.decider.afterwards import Afterwards
from services.matchmaking.decider.decide import decide
from services.matchmaking.decider.state import Room, RoomState, evolve, initial_state, view

__all__ = ["Afterwards", "Room", "RoomState", "decide", "evolve", "initial_state", "view"]
