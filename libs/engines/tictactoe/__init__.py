"""Tic-tac-toe, solved."""

from libs.engines.tictactoe.engine import TicTacToeEngine

__all__ = ["TicTacToeEngine"]
