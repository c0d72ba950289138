"""Tic-tac-toe: three by three squares, three in a line win."""

from libs.rules.tictactoe.rules import TicTacToe

__all__ = ["TicTacToe"]
