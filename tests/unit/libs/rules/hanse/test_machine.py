"""Random matches of Battlehanse: what must hold after each step."""

from collections import Counter
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from libs.rules.game import FIRST, SECOND, SPECTATOR, Deal, Ended, IllegalMoveError, Turn, Viewer
from libs.rules.hanse import Hanse, MatchState
from libs.rules.hanse.goods import CARDS, COUNCIL, HAND_LIMIT, TOKENS, counted, in_hand, plus
from libs.rules.hanse.notation import read, write

HANSE = Hanse()
VIEWERS: tuple[Viewer, ...] = (FIRST, SECOND, SPECTATOR)
LIMITS = st.none() | st.integers(1, 40)


def pending_is(kind: type, machine: "Match") -> bool:
    return isinstance(HANSE.pending(machine.state), kind)


class Match(RuleBasedStateMachine):
    """One match and the views of all who watch it."""

    state: MatchState
    views: dict[Viewer, Any]

    @initialize(limit=LIMITS, variant=st.sampled_from(HANSE.variants))
    def begin(self, limit: int | None, variant: str) -> None:
        self.state = HANSE.setup(HANSE.options(variant, {"standstill_limit": limit}))
        self.views = {viewer: HANSE.view(self.state, viewer) for viewer in VIEWERS}

    @precondition(lambda self: pending_is(Deal, self))
    @rule(rnd=st.randoms(use_true_random=False))
    def deal(self, rnd: Any) -> None:
        pending = HANSE.pending(self.state)
        assert isinstance(pending, Deal)
        dealt = {name: rnd.sample(list(p), len(p)) for name, p in pending.items.items()}
        for viewer, view in self.views.items():
            shown = HANSE.shown_deal(self.state, dealt, viewer)
            self.views[viewer] = HANSE.follow_deal(view, viewer, shown)
        self.state = HANSE.deal(self.state, dealt)

    @precondition(lambda self: pending_is(Turn, self))
    @rule(choice=st.integers(0, 2**16), likes_sales=st.booleans())
    def play(self, choice: int, *, likes_sales: bool) -> None:
        pending = HANSE.pending(self.state)
        assert isinstance(pending, Turn)
        turns = HANSE.legal_turns(self.state, pending.seat)
        sales = [turn for turn in turns if turn.startswith("sell")] if likes_sales else []
        chosen = sales or turns
        turn = chosen[choice % len(chosen)]
        assert write(read(turn)) == turn
        HANSE.check(self.state, turn)
        for viewer, view in self.views.items():
            shown = HANSE.shown(self.state, turn, viewer)
            self.views[viewer] = HANSE.follow(view, viewer, turn, shown)
        self.state = HANSE.play(self.state, turn)

    @precondition(lambda self: pending_is(Turn, self))
    @rule(rnd=st.randoms(use_true_random=False))
    def shuffle_anew(self, rnd: Any) -> None:
        """Nobody is shown anything: views go on as if nothing had happened."""
        hidden = HANSE.reshuffle(self.state)
        assert hidden is not None
        order = {name: rnd.sample(list(p), len(p)) for name, p in hidden.items.items()}
        self.state = HANSE.reshuffled(self.state, order)

    @precondition(lambda self: self.state.stage == "pause")
    @rule()
    def resume(self) -> None:
        self.state = HANSE.resume(self.state)

    @rule(text=st.sampled_from(["horses", "take gold", "sell fur*2", "swap gold*2>fur*2", "x"]))
    def refuse(self, text: str) -> None:
        seat = self.state.table.seat if self.state.table else FIRST
        if text in HANSE.legal_turns(self.state, seat):
            return
        before = self.state
        with pytest.raises(IllegalMoveError):
            HANSE.check(self.state, text)
        assert self.state == before

    @invariant()
    def cards_and_tokens_are_conserved(self) -> None:
        table = self.state.table
        if table is None:
            return
        cards = plus(plus(table.market, table.sold), counted(table.deck))
        for holding, known in zip(table.holdings, table.known, strict=True):
            cards = plus(cards, holding)
            assert in_hand(holding) <= HAND_LIMIT
            assert all(0 <= a <= b for a, b in zip(known, holding, strict=True))
        assert cards == CARDS
        for kind, pile in enumerate(TOKENS):
            won = [value for tokens in table.won for k, value in tokens if k == kind]
            assert Counter([*table.tokens[kind], *won]) == Counter(pile)
        for tier, council in enumerate(COUNCIL):
            taken = [value for tokens in table.won_council for t, value in tokens if t == tier]
            assert Counter([*table.council[tier], *taken]) == Counter(council)

    @invariant()
    def whoever_follows_sees_the_same(self) -> None:
        assert self.views == {viewer: HANSE.view(self.state, viewer) for viewer in VIEWERS}

    @invariant()
    def seals_are_rounds_won(self) -> None:
        winners = [sheet.winner for sheet in self.state.sheets]
        assert self.state.seals == (winners.count(FIRST), winners.count(SECOND))
        is_over = max(self.state.seals) == self.state.terms.seals
        assert is_over == isinstance(HANSE.pending(self.state), Ended)


TestMatch = Match.TestCase
TestMatch.settings = settings(max_examples=15, stateful_step_count=100, deadline=None)
pytestmark = pytest.mark.unit
