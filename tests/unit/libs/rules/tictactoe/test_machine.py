"""Random games of tic-tac-toe: what must hold after each turn."""

import pytest
from hypothesis import settings

from libs.rules.tictactoe import TicTacToe
from tests.unit.libs.rules.stone_machine import StoneMachine


class Game(StoneMachine):
    """tic-tac-toe."""

    game = TicTacToe()
    stones = 0


TestGame = Game.TestCase
TestGame.settings = settings(max_examples=15, stateful_step_count=60, deadline=None)
pytestmark = pytest.mark.unit
