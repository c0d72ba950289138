"""The engine of tic-tac-toe."""

from libs.engines.solved.engine import SolvedEngine
from libs.engines.tictactoe.game import TicTacToeGame


class TicTacToeEngine(SolvedEngine):
    """Plays tic-tac-toe by its solution."""

    def __init__(self) -> None:
        super().__init__(TicTacToeGame())
