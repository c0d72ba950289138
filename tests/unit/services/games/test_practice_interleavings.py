"""Random interleavings of a game against a computer: whatever is taken back never was."""

import json
from typing import Any

import msgspec
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from libs.contracts.games import (
    AcceptDraw,
    ClaimFlag,
    ClaimWin,
    CreditClock,
    DeclineDraw,
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
from libs.contracts.ids import bot_player
from libs.eventstore.records import Recorded, StreamId
from libs.rules.game import SPECTATOR, Seat, Turn, Viewer
from libs.testkit.standing import standing_turns
from services.games.handlers.codec import GameCodec
from services.games.handlers.frames import frame
from tests.unit.services.games.session import CLOCKS, OWNER, STRANGER, UNTIMED, WHITE, Session

COMPUTER = bot_player("easy")
PERSON, BOT = SeatInfo(WHITE, "Weiß"), SeatInfo(COMPUTER, "Computer")
ALL = st.sampled_from([WHITE, COMPUTER, STRANGER])
BOTH = st.sampled_from([WHITE, COMPUTER])
VIEWERS: tuple[Viewer, ...] = (Seat(0), Seat(1), SPECTATOR)
GAMES = {
    "mills": ("battlemills-9", {"no_mill_limit": 8}),
    "three": ("little-table", {}),
    "dara": ("little-table", {}),
    "tictactoe": ("little-table", {}),
}


def plain(view: Any) -> Any:
    """A view as it arrives."""
    return json.loads(msgspec.json.encode(view))


class Follower:
    """A client that makes its view of what it is sent alone, as `TurnsTakenBack.to` allows."""

    def __init__(self, session: Session, viewer: Viewer) -> None:
        self._rules = session.game.rules
        self._viewer = viewer
        options = session.game.started.terms.options
        self._at: dict[int, Any] = {1: plain(self._rules.view(self._rules.setup(options), viewer))}
        self.view = self._at[1]
        self.version = 1

    def take(self, event: dict[str, Any]) -> None:
        """One event's frame."""
        self.version = event["version"]
        if event["type"] == "games.turn_played":
            turn = event["data"]["turn"]
            self.view = plain(self._rules.follow(self.view, self._viewer, turn, None))
        elif event["type"] == "games.turns_taken_back":
            self.view = self._at[event["data"]["to"]]
        self._at[self.version] = self.view


class PracticeMachine(RuleBasedStateMachine):
    """The turns that stand are kept beside the game as a plain list, and compared with it."""

    session: Session
    followers: list[Follower]
    line: list[tuple[int, str]]

    @initialize(game=st.sampled_from(sorted(GAMES)), is_first=st.booleans())
    def start(self, game: str, is_first: bool) -> None:  # noqa: FBT001  hypothesis fills it in by name
        variant, options = GAMES[game]
        terms = GameTerms(game, variant, options, UNTIMED, "practice")
        seats = (PERSON, BOT) if is_first else (BOT, PERSON)
        self.session = Session.started(StartGame(terms, seats))
        self.followers = [Follower(self.session, viewer) for viewer in VIEWERS]
        self.line = []
        self.own = 0 if is_first else 1

    def send(self, actor: str, command: Any, **measured: int) -> list[Any]:
        """Sends a command, shows its events, and returns them."""
        before = len(self.session.facts)
        self.session.send(actor, command, **measured)
        added = self.session.facts[before:]
        for version, fact in enumerate(added, start=before + 1):
            new = GameCodec().encode(fact)
            row = Recorded(
                0, version, StreamId("00-x"), version, new.type, 1, fact.at_ms,
                actor, None, None, "c", new.public, new.secret,
            )  # fmt: skip
            event = json.loads(frame(row, None))["event"]
            for follower in self.followers:
                follower.take(event)
        return [fact.event for fact in added]

    @rule(choice=st.integers(0, 10_000), wait=st.integers(0, 10**9))
    def play(self, choice: int, wait: int) -> None:
        game = self.session.game
        pending = game.rules.pending(game.table)
        if not isinstance(pending, Turn) or game.ended is not None:
            return
        turns = game.rules.legal_turns(game.table, pending.seat)
        turn = turns[choice % len(turns)]
        actor = game.started.seats[pending.seat].player
        events = self.send(actor, PlayTurn(game.position, turn), after_ms=wait)
        assert isinstance(events[0], TurnPlayed)
        self.line.append((int(pending.seat), turn))

    @rule(player=ALL, back=st.integers(0, 2))
    def take_back(self, player: str, back: int) -> None:
        game = self.session.game
        events = self.send(player, TakeBack(game.position - back))
        has_own = any(seat == self.own for seat, _ in self.line)
        is_right = player == WHITE and back == 0 and has_own and game.ended is None
        assert bool(events) is is_right
        if is_right:
            (event,) = events
            assert isinstance(event, TurnsTakenBack)
            while self.line.pop()[0] != self.own:
                pass

    @rule(player=ALL, back=st.integers(1, 4))
    def play_stale(self, player: str, back: int) -> None:
        assert self.send(player, PlayTurn(self.session.game.position - back, "a1")) == []

    @rule(player=BOTH)
    def offer(self, player: str) -> None:
        self.send(player, OfferDraw())

    @rule(player=BOTH)
    def decline(self, player: str) -> None:
        offer = self.session.game.offer
        self.send(player, DeclineDraw(0 if offer is None else offer.version))

    @rule(wait=st.integers(0, 10**10))
    def clocks_and_outages(self, wait: int) -> None:
        now_ms = self.session.at_ms
        assert self.send(CLOCKS, ClaimFlag(self.session.game.position), after_ms=wait) == []
        assert self.send(OWNER, CreditClock(now_ms, now_ms + wait, "outage")) == []

    @rule(player=BOTH)
    def claim_win(self, player: str) -> None:
        assert self.send(player, ClaimWin(), absent_ms=10**9) == []

    @rule(player=BOTH, verb=st.sampled_from([Resign(), LeaveGame(), None]))
    @precondition(lambda self: self.session.game.version > 25)
    def finish(self, player: str, verb: Any) -> None:
        offer = self.session.game.offer
        self.send(player, verb or AcceptDraw(0 if offer is None else offer.version))

    @invariant()
    def exactly_the_turns_that_stand_have_been_played(self) -> None:
        game = self.session.game
        table = game.rules.setup(game.started.terms.options)
        for _, turn in self.line:
            table = game.rules.play(table, turn)
        for viewer in VIEWERS:
            assert game.rules.view(game.table, viewer) == game.rules.view(table, viewer)
        standing = standing_turns(fact.event for fact in self.session.facts)
        assert [(turn.seat, turn.turn) for turn in standing] == self.line
        assert game.plies == len(self.line)

    @invariant()
    def who_follows_sees_what_a_snapshot_shows(self) -> None:
        game = self.session.game
        for follower, viewer in zip(self.followers, VIEWERS, strict=True):
            assert follower.view == plain(game.rules.view(game.table, viewer))
            assert follower.version == game.version

    @invariant()
    def replay_equals_live(self) -> None:
        assert self.session.replayed() == self.session.state

    @invariant()
    def an_offer_dies_with_the_position(self) -> None:
        game = self.session.game
        assert game.offer is None or game.offer.version > game.position

    @invariant()
    def one_end_with_the_turns_that_stand_and_nothing_after_it(self) -> None:
        ends = [fact.event for fact in self.session.facts if isinstance(fact.event, GameEnded)]
        assert len(ends) <= 1
        if ends:
            assert self.session.facts[-1].event is ends[0]
            assert ends[0].plies == len(self.line)


TestPractice = PracticeMachine.TestCase
TestPractice.settings = settings(max_examples=40, stateful_step_count=40, deadline=None)
