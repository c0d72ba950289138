"""Random games of Mühle under every option: what must hold after each turn."""

from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from libs.rules.game import FIRST, SECOND, SPECTATOR, IllegalMoveError
from libs.rules.mills import Mills, MillsState
from libs.rules.mills.board import BOARDS
from libs.rules.mills.notation import NOTATION

MILLS = Mills()
LIMITS = st.none() | st.integers(1, 30)
OVERRIDES = st.fixed_dictionaries(
    {},
    optional={
        "board": st.sampled_from(["nine", "twelve"]),
        "flying": st.booleans(),
        "mill_protection": st.booleans(),
        "no_mill_limit": LIMITS,
        "no_capture_limit": LIMITS,
        "repetition": st.none() | st.integers(2, 4),
        "full_board_draw": st.booleans(),
    },
)


class Game(RuleBasedStateMachine):
    """One game, whose taken stones the test counts for itself."""

    state: MillsState
    taken: int
    view: Any

    @initialize(variant=st.sampled_from(MILLS.variants), overrides=OVERRIDES)
    def begin(self, variant: str, overrides: dict[str, Any]) -> None:
        self.state = MILLS.setup(MILLS.options(variant, overrides))
        self.taken = 0
        self.view = MILLS.view(self.state, SPECTATOR)

    @precondition(lambda self: self.state.outcome is None)
    @rule(choice=st.integers(0, 2**16), likes_mills=st.booleans())
    def play(self, choice: int, *, likes_mills: bool) -> None:
        turns = MILLS.legal_turns(self.state, self.state.seat)
        captures = [turn for turn in turns if "x" in turn] if likes_mills else []
        chosen = captures or turns
        turn = chosen[choice % len(chosen)]
        assert NOTATION.write(NOTATION.read(turn)) == turn
        MILLS.check(self.state, turn)
        before = self.state
        self.state = MILLS.play(before, turn)
        self.taken += turn.count("x")
        self.view = MILLS.follow(self.view, SPECTATOR, turn, None)
        lost = before.stones[1 - before.seat].bit_count()
        assert self.state.stones[1 - before.seat].bit_count() == lost - turn.count("x")

    @rule(text=st.text("abcdefg1234567x-", max_size=9))
    def refuse(self, text: str) -> None:
        if text in MILLS.legal_turns(self.state, self.state.seat):
            return
        before = MILLS.view(self.state, FIRST)
        with pytest.raises(IllegalMoveError):
            MILLS.check(self.state, text)
        assert MILLS.view(self.state, FIRST) == before

    @invariant()
    def stones_are_conserved(self) -> None:
        state = self.state
        in_play = sum(bits.bit_count() for bits in state.stones) + sum(state.hands)
        assert in_play + self.taken == 2 * BOARDS[state.terms.board].layout.stones
        assert state.stones[0] & state.stones[1] == 0

    @invariant()
    def whoever_follows_sees_the_same(self) -> None:
        assert self.view == MILLS.view(self.state, SPECTATOR)

    @invariant()
    def there_is_a_turn_exactly_until_the_end(self) -> None:
        turns = MILLS.legal_turns(self.state, self.state.seat)
        assert bool(turns) == (self.state.outcome is None)
        assert MILLS.legal_turns(self.state, FIRST if self.state.seat else SECOND) == []


TestGame = Game.TestCase
TestGame.settings = settings(max_examples=40, stateful_step_count=70, deadline=None)
pytestmark = pytest.mark.unit
