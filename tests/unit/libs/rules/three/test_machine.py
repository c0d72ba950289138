"""Random games of Three Men's Morris: what must hold after each turn."""

from typing import ClassVar

import pytest
from hypothesis import settings

from libs.rules.three import Three
from tests.unit.libs.rules.stone_machine import LIMITS, REPETITIONS, StoneMachine


class Game(StoneMachine):
    """Three Men's Morris."""

    game = Three()
    stones = 3
    overrides: ClassVar = {"no_progress_limit": LIMITS, "repetition": REPETITIONS}


TestGame = Game.TestCase
TestGame.settings = settings(max_examples=15, stateful_step_count=60, deadline=None)
pytestmark = pytest.mark.unit
