"""Random games of Dara: what must hold after each turn."""

from typing import ClassVar

import pytest
from hypothesis import settings

from libs.rules.dara import Dara
from tests.unit.libs.rules.stone_machine import LIMITS, REPETITIONS, StoneMachine


class Game(StoneMachine):
    """Dara."""

    game = Dara()
    stones = 12
    overrides: ClassVar = {"no_progress_limit": LIMITS, "repetition": REPETITIONS}


TestGame = Game.TestCase
TestGame.settings = settings(max_examples=15, stateful_step_count=60, deadline=None)
pytestmark = pytest.mark.unit
