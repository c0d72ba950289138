"""A state machine that plays any game of stones and checks what must hold after each turn."""

from typing import Any, ClassVar

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from libs.rules.game import FIRST, SECOND, SPECTATOR, IllegalMoveError
from libs.rules.stones.game import StoneGame

LIMITS = st.none() | st.integers(1, 30)
REPETITIONS = st.none() | st.integers(2, 4)
Strategies = dict[str, st.SearchStrategy[Any]]


class StoneMachine(RuleBasedStateMachine):
    """One game, whose taken stones the machine counts for itself."""

    game: ClassVar[StoneGame[Any, Any]]
    stones: ClassVar[int]
    always: ClassVar[Strategies] = {}
    overrides: ClassVar[Strategies] = {}
    state: Any
    taken: int
    view: Any

    @initialize(data=st.data())
    def begin(self, data: st.DataObject) -> None:
        variant = data.draw(st.sampled_from(self.game.variants))
        overrides = data.draw(st.fixed_dictionaries(self.always, optional=self.overrides))
        self.state = self.game.setup(self.game.options(variant, overrides))
        self.taken = 0
        self.view = self.game.view(self.state, SPECTATOR)

    @precondition(lambda self: self.state.outcome is None)
    @rule(choice=st.integers(0, 2**16), likes_captures=st.booleans())
    def play(self, choice: int, *, likes_captures: bool) -> None:
        before = self.state
        turns = self.game.legal_turns(before, before.seat)
        captures = [turn for turn in turns if "x" in turn] if likes_captures else []
        chosen = captures or turns
        turn = chosen[choice % len(chosen)]
        self.game.check(before, turn)
        self.state = self.game.play(before, turn)
        self.taken += turn.count("x")
        self.view = self.game.follow(self.view, SPECTATOR, turn, None)
        lost = before.stones[1 - before.seat].bit_count() - turn.count("x")
        assert self.state.stones[1 - before.seat].bit_count() == lost
        assert (self.state.ply, self.state.last) == (before.ply + 1, turn)

    @rule(text=st.text("abcdefg1234567x-", max_size=9))
    def refuse(self, text: str) -> None:
        if text in self.game.legal_turns(self.state, self.state.seat):
            return
        before = self.game.view(self.state, FIRST)
        with pytest.raises(IllegalMoveError):
            self.game.check(self.state, text)
        assert self.game.view(self.state, FIRST) == before

    @invariant()
    def stones_are_conserved(self) -> None:
        in_play = sum(bits.bit_count() for bits in self.state.stones) + sum(self.state.hands)
        placed_without_hand = 0 if self.stones else self.state.ply
        assert in_play + self.taken == 2 * self.stones + placed_without_hand
        assert self.state.stones[0] & self.state.stones[1] == 0

    @invariant()
    def whoever_follows_sees_the_same(self) -> None:
        assert self.view == self.game.view(self.state, SPECTATOR)

    @invariant()
    def the_position_text_round_trips(self) -> None:
        text = self.game.position(self.state)
        again = self.game.setup_at(self.view["options"], text)
        assert self.game.position(again) == text

    @invariant()
    def there_is_a_turn_exactly_until_the_end(self) -> None:
        turns = self.game.legal_turns(self.state, self.state.seat)
        assert bool(turns) == (self.state.outcome is None)
        assert self.game.legal_turns(self.state, FIRST if self.state.seat else SECOND) == []
