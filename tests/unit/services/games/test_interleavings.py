"""Random interleavings of everything that can happen to a game: one end, honest clocks."""

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from libs.contracts.games import (
    AcceptDraw,
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
from tests.unit.services.games.session import BLACK, CLOCKS, OWNER, WHITE, Session, start_command

PLAYERS = st.sampled_from([WHITE, BLACK])
WAITS = st.integers(0, 4_000)


class GameMachine(RuleBasedStateMachine):
    """A short game under fire from all sides."""

    def __init__(self) -> None:
        super().__init__()
        self.session = Session.started(start_command(TimeControl(20_000, 1_000)))

    @rule(choice=st.integers(0, 10_000), wait=WAITS, lag=st.integers(-9, 900))
    def play(self, choice: int, wait: int, lag: int) -> None:
        game = self.session.game
        seat = game.clock.running
        if seat is None:
            return
        turns = game.rules.legal_turns(game.table, Seat(seat))
        command = PlayTurn(game.position, turns[choice % len(turns)])
        self.session.send((WHITE, BLACK)[seat], command, wait, lag_ms=lag)

    @rule(player=PLAYERS, position=st.integers(0, 9), wait=WAITS)
    def play_stale(self, player: str, position: int, wait: int) -> None:
        before = len(self.session.facts)
        stale = position != self.session.game.position
        self.session.send(player, PlayTurn(position, "a1"), wait)
        if stale:
            added = self.session.facts[before:]
            assert not any(isinstance(fact.event, TurnPlayed) for fact in added)

    @rule(player=PLAYERS, back=st.integers(0, 2), wait=WAITS)
    def take_back(self, player: str, back: int, wait: int) -> None:
        command = TakeBack(self.session.game.position - back)
        decision = self.session.send(player, command, wait)
        assert decision.refusal is not None
        assert not any(isinstance(fact.event, TurnsTakenBack) for fact in decision.events)

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
    def an_offer_dies_with_the_position(self) -> None:
        game = self.session.game
        assert game.offer is None or game.offer.version > game.position

    @invariant()
    def replay_equals_live(self) -> None:
        assert self.session.replayed() == self.session.state


TestGame = GameMachine.TestCase
TestGame.settings = settings(max_examples=60, stateful_step_count=50, deadline=None)
