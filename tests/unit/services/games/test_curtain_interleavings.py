"""Random interleavings of hidden cards at one device: whose screen it is, and whose clock runs."""

import json
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from libs.contracts.games import (
    ClaimFlag,
    ClockCredited,
    CreditClock,
    Dealt,
    EndPause,
    GameCommand,
    GameEnded,
    GameTerms,
    GoOn,
    LeaveGame,
    OfferDraw,
    PauseBegan,
    PauseOver,
    PlayTurn,
    Resign,
    StartGame,
    TakeBack,
    TurnPlayed,
    Unveil,
    Unveiled,
)
from libs.contracts.ids import GameId
from libs.rules import registry
from libs.rules.game import SPECTATOR, Rules, Seat, Turn, Viewer
from libs.testkit.toy_cards import ToyCards
from libs.timing import TimeControl
from services.games.handlers.frames import snapshot
from tests.unit.services.games.session import CLOCKS, OWNER, STRANGER, Session
from tests.unit.services.games.test_hotseat import BOTH, HOME
from tests.unit.services.games.test_secrets import plain, rows

GAME = GameId("00-toy")
TIMES = st.sampled_from([TimeControl(None), TimeControl(20_000, 1_000)])
WAITS = st.one_of(st.integers(0, 400), st.integers(0, 4_000))
LONG = st.integers(0, 10**8)
"""More than a day, less than the week of rest."""
GAMES = {"hanse": "battlehanse", "toy_cards": "toy"}
BACK = st.sampled_from([0, 0, 0, 0, 1, 2])
CURTAIN = (TurnPlayed, Dealt, PauseBegan, PauseOver, Unveiled, GameEnded)
"""What lifts it or lets it fall."""


class CurtainMachine(RuleBasedStateMachine):
    """After each step: what the device is shown, and what the clocks say."""

    session: Session

    @initialize(game=st.sampled_from(sorted(GAMES)), time=TIMES)
    def start(self, game: str, time: TimeControl) -> None:
        toy: Rules[Any] = ToyCards()
        registry.REGISTRY[toy.key, toy.version] = registry.CURRENT[toy.key] = toy
        terms = GameTerms(game, GAMES[game], {}, time, "hotseat")
        self.session = Session.started(StartGame(terms, (BOTH, BOTH)))

    def teardown(self) -> None:
        registry.REGISTRY.pop((ToyCards.key, ToyCards.version), None)
        registry.CURRENT.pop(ToyCards.key, None)

    def send(self, actor: str, command: GameCommand, wait: int = 0, **measured: int) -> list[Any]:
        """Sends a command; returns its events. Where no clock ran none has changed."""
        before, count = self.session.game, len(self.session.facts)
        self.session.send(actor, command, wait, **measured)
        if before.clock.running is None:
            assert self.session.game.clock.remaining_ms == before.clock.remaining_ms
        return [fact.event for fact in self.session.facts[count:]]

    def legal(self) -> list[str]:
        """What the side to move may play."""
        game = self.session.game
        pending = game.rules.pending(game.table)
        return game.rules.legal_turns(game.table, pending.seat) if isinstance(pending, Turn) else []

    def patient(self, wait: int) -> int:
        """Days where no clock runs, else less than a second."""
        return wait if self.session.game.clock.running is None else wait % 1_000

    def is_running(self) -> bool:
        """Whether it goes on."""
        return self.session.game.ended is None

    @rule(back=BACK, wait=LONG)
    def unveil(self, back: int, wait: int) -> None:
        before = self.session.game
        events = self.send(HOME, Unveil(before.position - back), self.patient(wait))
        is_down = before.clock.running is None and before.pause is None and before.ended is None
        assert any(isinstance(event, Unveiled) for event in events) is (is_down and back == 0)

    @rule(choice=st.integers(0, 10_000), wait=WAITS, lag=st.integers(-9, 900))
    def play(self, choice: int, wait: int, lag: int) -> None:
        before, turns = self.session.game, self.legal()
        turn = turns[choice % len(turns)] if turns else "take gold"
        events = self.send(HOME, PlayTurn(before.position, turn), wait, lag_ms=lag)
        played = [event for event in events if isinstance(event, TurnPlayed)]
        assert all(event.seat == before.clock.running for event in played)
        assert not played or played[0].spent_ms <= self.session.at_ms - before.clock.since_ms

    @rule(choices=st.lists(st.integers(0, 10_000), min_size=1, max_size=6), wait=WAITS)
    def take_turns(self, choices: list[int], wait: int) -> None:
        for choice in choices:
            if self.session.game.pause is not None:
                self.go_on(0, wait)
            self.unveil(0, wait)
            self.play(choice, wait // 8, 0)

    @rule(back=BACK, wait=LONG)
    def go_on(self, back: int, wait: int) -> None:
        pause = self.session.game.pause
        name = self.session.game.version if pause is None else pause.version
        events = self.send(HOME, GoOn(name - back), self.patient(wait))
        is_right = pause is not None and back == 0 and self.session.game.ended is None
        assert any(isinstance(event, PauseOver) for event in events) is is_right

    @rule(back=st.integers(0, 1), wait=WAITS)
    def clocks(self, back: int, wait: int) -> None:
        self.send(CLOCKS, ClaimFlag(self.session.game.position - back), wait)
        if self.session.game.pause is not None:
            assert self.send(CLOCKS, EndPause(self.session.game.pause.version), wait) == []

    @rule(length=st.integers(0, 5_000))
    def outage(self, length: int) -> None:
        before, now_ms = self.session.game, self.session.at_ms
        events = self.send(OWNER, CreditClock(now_ms, now_ms + length, "outage"), length)
        if before.clock.running is None:
            assert not any(isinstance(event, ClockCredited) for event in events)

    @rule(wait=WAITS)
    def others(self, wait: int) -> None:
        game = self.session.game
        for verb in (Unveil(game.position), GoOn(game.version), Resign(), OfferDraw()):
            assert self.send(STRANGER, verb, wait) == []
        taken_back = self.send(HOME, TakeBack(game.position))
        assert all(isinstance(event, GameEnded) for event in taken_back)

    @rule(verb=st.sampled_from([Resign(), LeaveGame(), OfferDraw()]))
    @precondition(lambda self: self.session.game.version > 20 and self.is_running())
    def stop(self, verb: GameCommand) -> None:
        self.send(HOME, verb)

    @invariant()
    def a_clock_runs_for_the_side_before_the_screen_alone(self) -> None:
        game = self.session.game
        last = next(f.event for f in reversed(self.session.facts) if isinstance(f.event, CURTAIN))
        assert game.clock.running == (last.seat if isinstance(last, Unveiled) else None)
        assert min(game.clock.remaining_ms) >= 0
        if game.clock.running is not None:
            pending = game.rules.pending(game.table)
            assert isinstance(pending, Turn)
            assert pending.seat == game.clock.running

    @invariant()
    def the_device_is_shown_what_the_side_before_the_screen_may_know(self) -> None:
        game = self.session.game
        audience = game.clock.running
        seen = json.loads(snapshot(GAME, game, rows(self.session.facts), 0))
        viewer: Viewer = SPECTATOR if audience is None else Seat(audience)
        assert seen["seat"] == (audience or 0)
        assert seen["view"] == plain(game.rules.view(game.table, viewer))
        for event, fact in zip(seen["events"], self.session.facts, strict=True):
            shown = None if fact.secret is None or audience is None else fact.secret.seats[audience]
            assert event.get("shown") == plain(shown)
            assert event["data"] == plain(fact.event)

    @invariant()
    def replay_equals_live(self) -> None:
        assert self.session.replayed() == self.session.state

    @invariant()
    def one_end_and_nothing_after_it(self) -> None:
        ends = [fact for fact in self.session.facts if isinstance(fact.event, GameEnded)]
        assert len(ends) <= 1
        assert not ends or self.session.facts[-1] is ends[0]


TestCurtain = CurtainMachine.TestCase
TestCurtain.settings = settings(max_examples=60, stateful_step_count=40, deadline=None)
