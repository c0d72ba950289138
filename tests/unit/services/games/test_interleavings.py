"""Random interleavings of everything that can happen to a game: one end, honest clocks."""

from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from libs.contracts.games import (
    AcceptDraw,
    AnswerUndo,
    AskUndo,
    ClaimFlag,
    ClaimWin,
    CreditClock,
    DeclineDraw,
    GameEnded,
    LeaveGame,
    OfferDraw,
    PlayTurn,
    Resign,
    TakeBack,
    TurnPlayed,
    TurnsTakenBack,
)
from libs.rules.game import Seat
from libs.timing import TimeControl
from services.games.decider import Running
from tests.unit.services.games.session import BLACK, CLOCKS, OWNER, WHITE, Session, start_command

PLAYERS = st.sampled_from([WHITE, BLACK])
WAITS = st.one_of(st.integers(0, 400), st.integers(0, 4_000))


class GameMachine(RuleBasedStateMachine):
    """A short game under fire from all sides; its earlier tables are kept beside it as a list."""

    def __init__(self) -> None:
        super().__init__()
        self.session = Session.started(start_command(TimeControl(30_000, 1_000)))
        self.tables: list[Any] = [self.session.game.table]

    @rule(choice=st.integers(0, 10_000), wait=WAITS, lag=st.integers(-9, 900))
    def play(self, choice: int, wait: int, lag: int) -> None:
        game = self.session.game
        seat = game.clock.running
        if seat is None:
            return
        turns = game.rules.legal_turns(game.table, Seat(seat))
        command = PlayTurn(game.position, turns[choice % len(turns)])
        self.session.send((WHITE, BLACK)[seat], command, wait, lag_ms=lag)
        self.note_turns(game)

    def note_turns(self, before: Running) -> None:
        """A turn has come upon the others that stand, or none has."""
        if self.session.game.position != before.position:
            self.tables.append(self.session.game.table)

    @rule(player=PLAYERS, position=st.integers(0, 9), wait=WAITS)
    def play_stale(self, player: str, position: int, wait: int) -> None:
        before, count = self.session.game, len(self.session.facts)
        self.session.send(player, PlayTurn(position, "a1"), wait)
        self.note_turns(before)
        if position != before.position:
            added = self.session.facts[count:]
            assert not any(isinstance(fact.event, TurnPlayed) for fact in added)

    @rule(player=PLAYERS, back=st.integers(0, 2), wait=WAITS)
    def take_back(self, player: str, back: int, wait: int) -> None:
        command = TakeBack(self.session.game.position - back)
        decision = self.session.send(player, command, wait)
        assert decision.refusal is not None
        assert not any(isinstance(fact.event, TurnsTakenBack) for fact in decision.events)

    @rule(player=PLAYERS, back=st.sampled_from([0, 0, 0, 1]), wait=WAITS)
    def ask_undo(self, player: str, back: int, wait: int) -> None:
        self.session.send(player, AskUndo(self.session.game.position - back), wait)

    @rule(player=PLAYERS, wait=WAITS, accept=st.booleans())
    def ask_and_answer(self, player: str, wait: int, *, accept: bool) -> None:
        self.ask_undo(player, 0, wait)
        self.answer_undo(BLACK if player == WHITE else WHITE, 0, wait, accept=accept)

    @rule(player=PLAYERS, back=st.integers(0, 2), wait=WAITS, accept=st.booleans())
    def answer_undo(self, player: str, back: int, wait: int, *, accept: bool) -> None:
        before, count = self.session.game, len(self.session.facts)
        answer = AnswerUndo(before.version - back, accept)
        decision = self.session.send(player, answer, wait)
        is_named = before.ask is not None and before.ask.version == answer.ask
        is_the_other_s = before.ask is not None and (WHITE, BLACK)[before.ask.seat] != player
        if decision.refusal is None:
            assert is_named
            assert is_the_other_s
        for fact in self.session.facts[count:]:
            if isinstance(fact.event, TurnsTakenBack):
                self.check_undo(before, fact.event)

    def check_undo(self, before: Running, event: TurnsTakenBack) -> None:
        """By consent, to where the asker was to act; both keep the time they have."""
        at_ms, after = self.session.at_ms, self.session.game
        assert before.ask is not None
        assert event.seat == before.ask.seat == event.clock.running
        left_ms = tuple(before.clock.remaining_at(seat, at_ms) for seat in (0, 1))
        assert event.clock.remaining_ms == left_ms
        del self.tables[len(self.tables) - event.plies :]
        assert after.table == self.tables[-1]
        assert after.table.seat == event.seat

    @rule(player=PLAYERS, wait=WAITS)
    def offer(self, player: str, wait: int) -> None:
        self.session.send(player, OfferDraw(), wait)

    @rule(player=PLAYERS, back=st.integers(0, 2))
    def answer(self, player: str, back: int) -> None:
        standing = self.session.game.offer
        offer = self.session.game.version - back
        self.session.send(player, DeclineDraw(offer))
        if standing is not None and offer != standing.version:
            assert self.session.game.offer == standing or self.session.game.ended

    @rule(player=PLAYERS, back=st.integers(0, 2))
    @precondition(lambda self: self.session.game.version > 12)
    def accept(self, player: str, back: int) -> None:
        self.session.send(player, AcceptDraw(self.session.game.version - back))

    @rule(back=st.integers(0, 1), wait=st.integers(0, 9_000), hold=st.sampled_from([0, 0, 500]))
    def claim_flag(self, back: int, wait: int, hold: int) -> None:
        position = self.session.game.position - back
        self.session.send(CLOCKS, ClaimFlag(position), wait, hold_ms=hold)

    @rule(length=st.integers(0, 5_000))
    def outage(self, length: int) -> None:
        now_ms = self.session.at_ms
        self.session.send(OWNER, CreditClock(now_ms, now_ms + length, "outage"), length)

    @rule(player=PLAYERS, absent=st.integers(0, 70_000))
    @precondition(lambda self: self.session.game.version > 20)
    def claim_win(self, player: str, absent: int) -> None:
        self.session.send(player, ClaimWin(), absent_ms=absent)

    @rule(player=PLAYERS, verb=st.sampled_from([Resign(), LeaveGame()]))
    @precondition(lambda self: self.session.game.version > 30)
    def give_up(self, player: str, verb: Resign | LeaveGame) -> None:
        self.session.send(player, verb)

    @invariant()
    def one_end_and_nothing_after_it(self) -> None:
        ends = [fact for fact in self.session.facts if isinstance(fact.event, GameEnded)]
        assert len(ends) <= 1
        assert not ends or self.session.facts[-1] is ends[0]

    @invariant()
    def clocks_are_never_negative(self) -> None:
        assert min(self.session.game.clock.remaining_ms) >= 0

    @invariant()
    def no_turn_was_played_after_its_flag(self) -> None:
        last = self.session.facts[-1]
        if isinstance(last.event, TurnPlayed):
            mover = last.event.seat
            assert last.event.clock.remaining_ms[mover] > 0
            assert last.event.credit_ms <= last.event.spent_ms

    @invariant()
    def offers_and_asks_die_with_the_position_and_with_the_game(self) -> None:
        game = self.session.game
        for standing in (game.offer, game.ask):
            assert standing is None or standing.version > game.position
            assert standing is None or game.ended is None

    @invariant()
    def the_turns_that_stand_have_made_the_table(self) -> None:
        game = self.session.game
        assert game.table == self.tables[-1]
        assert game.plies == len(self.tables) - 1

    @invariant()
    def replay_equals_live(self) -> None:
        assert self.session.replayed() == self.session.state


TestGame = GameMachine.TestCase
TestGame.settings = settings(max_examples=100, stateful_step_count=50, deadline=None)
