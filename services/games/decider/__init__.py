"""What a game session decides, and what its events mean: pure."""

from services.games.decider.commands import Request
from services.games.decider.decide import decide
from services.games.decider.evolve import evolve
from services.games.decider.state import Fact, GameState, Running, initial_state

__all__ = ["Fact", "GameState", "Request", "Running", "decide", "evolve", "initial_state"]
