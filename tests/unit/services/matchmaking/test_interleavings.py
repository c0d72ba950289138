"""Random interleavings in a room: two people at most, and no game but by both their words."""

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from libs.contracts.decisions import Context
from libs.contracts.ids import GameId, PlayerId, bot_player
from libs.contracts.matchmaking import (
    AgreeTerms,
    ChangeTerms,
    GameAgreed,
    GameOpened,
    JoinRoom,
    LeaveRoom,
    OpenPractice,
    OpenRoom,
    Rematch,
    RematchAsked,
    ReportStart,
    RoomClosed,
    RoomCommand,
    RoomEvent,
    RoomTerms,
)
from libs.timing import TimeControl
from services.matchmaking.decider import Afterwards, RoomState, decide, evolve, initial_state
from services.matchmaking.decider.state import Stage
from tests.unit.services.matchmaking.room import ANN, BEN, CLEO, GAME, HOUSE, asked, stored

PEOPLE = st.sampled_from([ANN, BEN, CLEO])
ALL_TERMS = [
    stored(asked(time=TimeControl(minutes * 60_000), first=first))
    for minutes in (1, 3)
    for first in ("host", "random")
]
PRACTICE = stored(asked(time=TimeControl(None), kind="practice"))
TERMS = st.sampled_from([*ALL_TERMS, PRACTICE])
COMPUTER = bot_player("easy")


class RoomMachine(RuleBasedStateMachine):
    """What each person last said yes to is noted beside the room, and compared with it."""

    def __init__(self) -> None:
        super().__init__()
        self.state: RoomState = initial_state()
        self.events: list[RoomEvent] = []
        self.word: dict[PlayerId, RoomTerms] = {}

    def send(self, actor: str, command: RoomCommand | Afterwards) -> bool:
        """Decides and applies; whether it was accepted."""
        decision = decide(command, self.state, Context(0, actor, b"\1" * 16))
        for event in decision.events:
            if isinstance(event, GameAgreed):
                self.check_words(event)
            self.state = evolve(self.state, event)
            self.events.append(event)
        return decision.refusal is None

    def check_words(self, event: GameAgreed) -> None:
        """Both have said yes to exactly these terms, and nothing else since; or to playing on."""
        players = {seat.player for seat in event.seats}
        assert len(players) == 2
        if any(isinstance(earlier, GameOpened) for earlier in self.events):
            self.check_rematch(event)
        assert all(self.word[player].game == event.terms for player in players)

    def check_rematch(self, event: GameAgreed) -> None:
        """The two who have played have swapped seats; each has asked, for this very game."""
        agreed = [each for each in self.events if isinstance(each, GameAgreed)]
        begun = [each for each in self.events if isinstance(each, GameAgreed | GameOpened)]
        is_refused = isinstance(begun[-1], GameAgreed)
        assert event.seats == agreed[-1].seats[:: 1 if is_refused else -1]
        assert event.game_id not in {each.game_id for each in agreed}
        asked = [each for each in self.events if isinstance(each, RematchAsked)]
        assert {each.by for each in asked if each.game_id == event.game_id} == {
            seat.player for seat in event.seats
        }

    @initialize(terms=st.sampled_from([None, *ALL_TERMS]))
    def begin(self, terms: RoomTerms | None) -> None:
        """With nothing, or after a first game."""
        if terms is not None:
            self.open(terms)
            self.join(BEN)
            self.agree(BEN, terms)
            self.report(None)

    @rule(terms=TERMS)
    def open(self, terms: RoomTerms) -> None:
        before = self.word.get(ANN)
        self.word[ANN] = terms
        if not self.send(ANN, OpenRoom("Ann", terms, GAME)):
            self.word.pop(ANN)
            if before is not None:
                self.word[ANN] = before

    @rule()
    def practise(self) -> None:
        before = dict(self.word)
        self.word |= {ANN: PRACTICE, COMPUTER: PRACTICE}
        if not self.send(ANN, OpenPractice("Ann", PRACTICE, "easy", GAME)):
            self.word = before

    @rule(player=PEOPLE)
    def join(self, player: PlayerId) -> None:
        if self.send(player, JoinRoom(player)):
            self.word.pop(player, None)

    @rule(player=PEOPLE, terms=TERMS)
    def change(self, player: PlayerId, terms: RoomTerms) -> None:
        self.say(player, terms, ChangeTerms(terms))

    @rule(player=PEOPLE, terms=TERMS)
    def agree(self, player: PlayerId, terms: RoomTerms) -> None:
        self.say(player, terms, AgreeTerms(terms))

    def say(self, player: PlayerId, terms: RoomTerms, command: RoomCommand) -> None:
        """A yes counts only if it is accepted."""
        before = self.word.get(player)
        self.word[player] = terms
        if not self.send(player, command):
            self.word.pop(player)
            if before is not None:
                self.word[player] = before

    @rule(player=PEOPLE)
    def leave(self, player: PlayerId) -> None:
        self.send(player, LeaveRoom())

    @rule(player=PEOPLE, is_over=st.booleans(), leaves=st.booleans(), new=st.integers(0, 9_999))
    def after_the_game(self, player: PlayerId, new: int, *, is_over: bool, leaves: bool) -> None:
        last = None if self.state is None else self.state.last
        command = LeaveRoom() if leaves else Rematch(last or GAME)
        if is_over and last is not None:
            game = GameId(f"00-{len(self.events)}-{new}")
            self.send(player, Afterwards(command, last, game))
        elif self.send(player, command):
            assert leaves or (self.state is not None and player in self.state.rematch)

    @rule(code=st.sampled_from([None, "unknown_terms"]))
    def report(self, code: str | None) -> None:
        self.send(HOUSE, ReportStart(code))

    @invariant()
    def only_those_inside_agree(self) -> None:
        if self.state is None:
            return
        inside = {self.state.host.player}
        if self.state.guest is not None:
            inside.add(self.state.guest.player)
        assert set(self.state.agreed) <= inside
        assert len(self.state.agreed) == len(set(self.state.agreed))

    @invariant()
    def both_agree_exactly_when_a_game_is_on_its_way(self) -> None:
        if self.state is not None and self.state.stage is not Stage.CLOSED:
            is_open = self.state.stage is Stage.OPEN
            assert (len(self.state.agreed) == 2) is not is_open

    @invariant()
    def a_closed_room_stays_closed(self) -> None:
        closed = [each for each in self.events if isinstance(each, RoomClosed)]
        assert len(closed) <= 1
        assert not closed or self.events[-1] is closed[0]

    @invariant()
    def a_computer_sits_exactly_where_one_practises(self) -> None:
        if self.state is not None:
            guest = self.state.guest
            has_computer = guest is not None and guest.player == COMPUTER
            assert has_computer is self.state.terms.game.is_practice()

    @invariant()
    def memory_is_what_the_log_says(self) -> None:
        state = initial_state()
        for event in self.events:
            state = evolve(state, event)
        assert state == self.state


TestRooms = RoomMachine.TestCase
TestRooms.settings = settings(max_examples=40, stateful_step_count=30, deadline=None)
