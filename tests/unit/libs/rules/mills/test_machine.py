"""Random games of Mühle under every option: what must hold after each turn."""

from typing import ClassVar

import pytest
from hypothesis import settings
from hypothesis import strategies as st

from libs.rules.mills import Mills
from tests.unit.libs.rules.stone_machine import LIMITS, REPETITIONS, StoneMachine


class GameOfNine(StoneMachine):
    """The board of nine."""

    game = Mills()
    stones = 9
    always: ClassVar = {"board": st.just("nine")}
    overrides: ClassVar = {
        "flying": st.booleans(),
        "mill_protection": st.booleans(),
        "no_mill_limit": LIMITS,
        "no_capture_limit": LIMITS,
        "repetition": REPETITIONS,
        "full_board_draw": st.booleans(),
    }


class GameOfTwelve(GameOfNine):
    """The board of twelve, whatever the variant."""

    stones = 12
    always: ClassVar = {"board": st.just("twelve")}


SETTINGS = settings(max_examples=15, stateful_step_count=60, deadline=None)
TestGameOfNine = GameOfNine.TestCase
TestGameOfNine.settings = SETTINGS
TestGameOfTwelve = GameOfTwelve.TestCase
TestGameOfTwelve.settings = SETTINGS
pytestmark = pytest.mark.unit
