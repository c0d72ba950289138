"""Random interleavings at one device: one end, honest clocks, and what is taken back never was."""

from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from libs.contracts.games import (
    AcceptDraw,
    AnswerUndo,
    AskUndo,
    ClaimFlag,
    ClaimWin,
    CreditClock,
    DeclineDraw,
    GameCommand,
    GameEnded,
    GameTerms,
    LeaveGame,
    OfferDraw,
    PlayTurn,
    Resign,
    SeatInfo,
    StartGame,
    TakeBack,
    TurnPlayed,
    TurnsTakenBack,
)
from libs.contracts.ids import PlayerId
from libs.rules.game import Seat, Turn
from libs.testkit.standing import standing_turns
from libs.timing import TimeControl
from tests.unit.services.games.session import CLOCKS, OWNER, STRANGER, Session

HOME = PlayerId("00-home")
BOTH = SeatInfo(HOME, "Gast")
INCREMENT_MS = 1_000
TIMES = st.sampled_from([TimeControl(None), TimeControl(20_000, INCREMENT_MS)])
WAITS = st.one_of(st.integers(0, 400), st.integers(0, 4_000))
GAMES = {"mills": "battlemills-9", "three": "little-table", "tictactoe": "little-table"}
NEVER = st.sampled_from(
    [AcceptDraw(2), DeclineDraw(2), AskUndo(2), AnswerUndo(2, accept=True), ClaimWin()]
)


class HotseatMachine(RuleBasedStateMachine):
    """The tables down to the start are kept beside the game as a plain list, and compared."""

    session: Session
    tables: list[Any]
    movers: list[int]

    @initialize(game=st.sampled_from(sorted(GAMES)), time=TIMES)
    def start(self, game: str, time: TimeControl) -> None:
        terms = GameTerms(game, GAMES[game], {}, time, "hotseat")
        self.session = Session.started(StartGame(terms, (BOTH, BOTH)))
        self.tables = [self.session.game.table]
        self.movers = []

    def send(self, actor: str, command: GameCommand, wait: int = 0, **measured: int) -> list[Any]:
        """Sends a command; returns its events."""
        before = len(self.session.facts)
        self.session.send(actor, command, wait, **measured)
        return [fact.event for fact in self.session.facts[before:]]

    @rule(choice=st.integers(0, 10_000), wait=WAITS, lag=st.integers(-9, 900))
    def play(self, choice: int, wait: int, lag: int) -> None:
        game = self.session.game
        pending = game.rules.pending(game.table)
        if not isinstance(pending, Turn):
            return
        turns = game.rules.legal_turns(game.table, pending.seat)
        command = PlayTurn(game.position, turns[choice % len(turns)])
        for event in self.send(HOME, command, wait, lag_ms=lag):
            if isinstance(event, TurnPlayed):
                assert event.seat == pending.seat
                self.movers.append(event.seat)
                self.tables.append(self.session.game.table)

    @rule(back=st.sampled_from([0, 0, 0, 1, 2]), wait=WAITS)
    def take_back(self, back: int, wait: int) -> None:
        before = self.session.game
        events = self.send(HOME, TakeBack(before.position - back), wait)
        taken = [event for event in events if isinstance(event, TurnsTakenBack)]
        is_right = back == 0 and bool(self.movers) and self.session.game.ended is None
        assert bool(taken) is is_right
        for event in taken:
            at_ms = self.session.at_ms
            left_ms = tuple(before.clock.remaining_at(Seat(seat), at_ms) for seat in (0, 1))
            if before.clock.control.is_timed():
                assert event.clock.remaining_ms == left_ms
            assert event.seat == event.clock.running == self.movers.pop()
            self.tables.pop()

    @rule(command=NEVER, wait=WAITS)
    def nothing_of_two_devices(self, command: GameCommand, wait: int) -> None:
        events = self.send(HOME, command, wait, absent_ms=10**9)
        assert all(isinstance(event, GameEnded) and event.reason == "time" for event in events)

    @rule(back=st.integers(0, 2), wait=WAITS, verb=st.sampled_from([Resign(), OfferDraw()]))
    def strangers_and_stale_turns(self, back: int, wait: int, verb: GameCommand) -> None:
        assert self.send(STRANGER, verb, wait) == []
        assert self.send(STRANGER, TakeBack(self.session.game.position)) == []
        events = self.send(HOME, PlayTurn(self.session.game.position - 1 - back, "a1"))
        assert not any(isinstance(event, TurnPlayed) for event in events)

    @rule(back=st.integers(0, 1), wait=st.integers(0, 9_000), hold=st.sampled_from([0, 0, 500]))
    def claim_flag(self, back: int, wait: int, hold: int) -> None:
        self.send(CLOCKS, ClaimFlag(self.session.game.position - back), wait, hold_ms=hold)

    @rule(length=st.integers(0, 5_000))
    def outage(self, length: int) -> None:
        now_ms = self.session.at_ms
        self.send(OWNER, CreditClock(now_ms, now_ms + length, "outage"), length)

    @rule(verb=st.sampled_from([Resign(), LeaveGame(), OfferDraw()]), wait=WAITS)
    @precondition(lambda self: self.session.game.version > 20)
    def finish(self, verb: GameCommand, wait: int) -> None:
        before = self.session.game
        is_late = before.clock.has_fallen(self.session.at_ms + wait)
        events = self.send(HOME, verb, wait)
        if before.ended is None and not is_late:
            (end,) = events
            assert before.clock.running is not None
            assert end.winner == (1 - before.clock.running if isinstance(verb, Resign) else None)

    @invariant()
    def exactly_the_turns_that_stand_have_been_played(self) -> None:
        game = self.session.game
        assert game.table == self.tables[-1]
        assert game.plies == len(self.movers) == len(self.tables) - 1
        standing = standing_turns(fact.event for fact in self.session.facts)
        assert [turn.seat for turn in standing] == self.movers

    @invariant()
    def clocks_are_never_negative_and_run_for_the_side_to_move(self) -> None:
        game = self.session.game
        assert min(game.clock.remaining_ms) >= 0
        pending = game.rules.pending(game.table)
        if game.ended is None and isinstance(pending, Turn):
            assert game.clock.running == pending.seat

    @invariant()
    def no_increment_after_a_flag(self) -> None:
        end = self.session.facts[-1].event
        if isinstance(end, GameEnded) and end.reason == "time":
            assert end.winner is not None
            assert end.clock.remaining_ms[1 - end.winner] == 0

    @invariant()
    def one_end_and_nothing_after_it(self) -> None:
        ends = [fact for fact in self.session.facts if isinstance(fact.event, GameEnded)]
        assert len(ends) <= 1
        assert not ends or self.session.facts[-1] is ends[0]

    @invariant()
    def replay_equals_live(self) -> None:
        assert self.session.replayed() == self.session.state


TestHotseat = HotseatMachine.TestCase
TestHotseat.settings = settings(max_examples=40, stateful_step_count=40, deadline=None)
