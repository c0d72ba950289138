"""Random interleavings around challenges and seeks: who gets in, what expires, one game at most."""

from typing import Literal

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from libs.contracts.decisions import Context
from libs.contracts.ids import PlayerId, RoomId
from libs.contracts.lobby import Between
from libs.contracts.matchmaking import (
    AGREE_WITHIN_MS,
    MAIL_MS,
    TALK_MS,
    AgreeTerms,
    ChangeTerms,
    CloseReason,
    DeclineReason,
    DeclineRoom,
    GameAgreed,
    GameOpened,
    InvitationRead,
    JoinRoom,
    LeaveRoom,
    LookAtTime,
    MarkRead,
    OpenChallenge,
    OpenSeek,
    ReportStart,
    RoomClosed,
    RoomCommand,
    RoomDeclined,
    RoomEvent,
    RoomJoined,
    RoomLeft,
    RoomTerms,
    TermsAgreed,
    TermsChanged,
    Withdraw,
)
from libs.timing import TimeControl
from services.matchmaking.decider import (
    Introduced,
    Room,
    RoomState,
    Stage,
    decide,
    evolve,
    initial_state,
    invitation,
    seek,
    view,
)
from services.matchmaking.projections.rows import invitation_row, open_row
from tests.unit.services.matchmaking.room import ANN, BEN, CLEO, GAME, HOUSE, asked, stored

ROOM = RoomId("02-room")
PEOPLE = st.sampled_from([ANN, BEN, CLEO])
ALL_TERMS = [stored(asked(time=TimeControl(minutes * 60_000))) for minutes in (1, 3)]
TERMS = st.sampled_from(ALL_TERMS)
HERE, AWAY = Between(is_banned=False, is_here=True), Between(is_banned=False)
BETWEEN = st.sampled_from([HERE, HERE, HERE, Between(is_banned=True), Between(False, True)])  # noqa: FBT003  a struct's fields in order
Kind = Literal["here", "mail", "seek"]


class OfferMachine(RuleBasedStateMachine):
    """Ann offers; what each last said yes to, and when, is noted beside the room."""

    def __init__(self) -> None:
        super().__init__()
        self.state: RoomState = initial_state()
        self.events: list[RoomEvent] = []
        self.word: dict[PlayerId, RoomTerms] = {}
        self.now_ms = 1_000_000
        self.joined_ms = 0
        self.word_ms = 0
        self.has_spoken = False
        self.calm = 0

    @property
    def room(self) -> Room:
        """The room, which is there from the beginning."""
        assert self.state is not None
        return self.state

    def send(self, actor: str, command: RoomCommand | Introduced) -> str | None:
        """Decides and applies; the refusal's code."""
        self.calm -= 1
        decision = decide(command, self.state, Context(self.now_ms, actor, b"\1" * 16))
        for event in decision.events:
            self.check(event)
            self.state = evolve(self.state, event)
            self.events.append(event)
        return None if decision.refusal is None else decision.refusal.code

    def check(self, event: RoomEvent) -> None:
        """What must hold just before an event."""
        match event:
            case RoomJoined(guest):
                assert self.room.is_waiting
                assert self.room.offer.invited in (None, guest.player)
                assert self.now_ms < (self.room.offer.expires_at_ms or 0)
                self.joined_ms, self.has_spoken = self.now_ms, False
                self.word_ms = self.now_ms
            case RoomLeft(player, is_idle, is_busy):
                is_late = self.now_ms >= self.joined_ms + AGREE_WITHIN_MS
                assert not is_idle or (is_late and not self.has_spoken)
                assert not is_busy or self.room.offer.kind == "seek"
                assert player != ANN
            case RoomClosed("expired") if self.room.guest is None:
                assert self.now_ms >= (self.room.offer.expires_at_ms or 0)
                assert self.room.offer.answer == "open"
            case RoomClosed("expired"):
                patience_ms = MAIL_MS if self.room.offer.is_mail else TALK_MS
                assert self.now_ms >= self.word_ms + patience_ms
            case GameAgreed():
                players = {seat.player for seat in event.seats}
                assert len(players) == 2
                assert all(self.word[player].game == event.terms for player in players)
                assert event.is_public
            case TermsAgreed(by) | TermsChanged(by):
                self.word_ms = self.now_ms
                self.has_spoken = self.has_spoken or by != ANN
            case _:
                pass

    @initialize(
        kind=st.sampled_from(["here", "mail", "seek"]),
        terms=TERMS,
        calm=st.sampled_from([0, 4, 12, 20]),
    )
    def open(self, kind: Kind, terms: RoomTerms, calm: int) -> None:
        """`calm`: so many commands go by before anybody ends it all."""
        self.calm = calm
        self.word[ANN] = terms
        if kind == "seek":
            assert self.send(ANN, Introduced(OpenSeek("", terms, GAME), AWAY)) is None
            return
        between = HERE if kind == "here" else AWAY
        challenge = OpenChallenge("", terms, GAME, BEN)
        assert self.send(ANN, Introduced(challenge, between, is_account=True)) is None

    @rule(seconds=st.sampled_from([1, 30, 61, 601, 8 * 24 * 3_600]))
    def time_passes(self, seconds: int) -> None:
        self.now_ms += seconds * 1_000

    @rule(player=PEOPLE, between=BETWEEN)
    def join(self, player: PlayerId, between: Between) -> None:
        before = self.events.copy()
        code = self.send(player, Introduced(JoinRoom(""), between))
        if code is None:
            assert not between.is_banned
            assert not between.is_blocked
            self.word.pop(player, None)
            if self.room.offer.is_mail:
                self.word.pop(ANN, None)
                assert self.room.agreed == ()
        elif self.events != before:
            assert self.room.offer.closed == "expired"

    @rule()
    def the_right_one_comes_in(self) -> None:
        self.join(BEN, HERE)

    @rule(player=st.sampled_from([ANN, BEN]))
    def agree_to_what_stands(self, player: PlayerId) -> None:
        self.say(player, self.room.terms, change=False)

    @rule(player=PEOPLE, terms=TERMS, change=st.booleans())
    def say(self, player: PlayerId, terms: RoomTerms, *, change: bool) -> None:
        before = self.word.get(player)
        self.word[player] = terms
        code = self.send(player, ChangeTerms(terms) if change else AgreeTerms(terms))
        if code is not None:
            self.word.pop(player)
            if before is not None:
                self.word[player] = before

    @precondition(lambda self: self.calm <= 0)
    @rule(player=PEOPLE)
    def leave(self, player: PlayerId) -> None:
        self.send(player, LeaveRoom())

    @precondition(lambda self: self.calm <= 0)
    @rule(player=PEOPLE, reason=st.sampled_from(["busy", "no"]))
    def decline(self, player: PlayerId, reason: DeclineReason) -> None:
        code = self.send(player, DeclineRoom(reason))
        if code is None:
            assert player == self.room.offer.invited
            assert view(ROOM, 1, self.room).declined == reason

    @rule(player=PEOPLE)
    def read(self, player: PlayerId) -> None:
        code = self.send(player, MarkRead())
        shown = invitation(ROOM, self.room, player)
        is_theirs = shown is not None and player in (ANN, BEN)
        assert (code is None) is is_theirs
        assert not is_theirs or (shown is not None and shown.is_read)

    @rule()
    def look_at_time(self) -> None:
        assert self.send(HOUSE, LookAtTime()) is None
        once = list(self.events)
        assert self.send(HOUSE, LookAtTime()) is None
        assert self.events == once or isinstance(once[-1], RoomLeft)

    @precondition(lambda self: self.calm <= 0)
    @rule(player=PEOPLE, reason=st.sampled_from(["gone", "playing", "deleted"]))
    def withdraw(self, player: PlayerId, reason: CloseReason) -> None:
        guest = self.room.guest
        assert self.send(HOUSE, Withdraw(player, reason)) is None
        assert not (reason == "gone" and guest is not None and self.room.offer.closed == "gone")
        assert self.send(player, Withdraw(player, reason)) == "service_only"

    @rule(code=st.sampled_from([None, "already_playing"]), is_host=st.booleans())
    def report(self, code: str | None, is_host: bool) -> None:  # noqa: FBT001  drawn
        guest = self.room.guest
        busy = None if code is None or guest is None else ANN if is_host else guest.player
        self.send(HOUSE, ReportStart(code, busy))
        if self.room.is_waiting and self.room.refused:
            assert self.room.agreed == (ANN,), "who takes it now can start it"

    @invariant()
    def closed_stays_closed_and_may_still_be_read(self) -> None:
        ends = [each for each in self.events if isinstance(each, RoomClosed | RoomDeclined)]
        assert len(ends) <= 1
        if ends:
            later = self.events[self.events.index(ends[0]) + 1 :]
            assert all(isinstance(each, InvitationRead) for each in later)

    @invariant()
    def each_game_has_its_agreement(self) -> None:
        words = [each for each in self.events if isinstance(each, GameAgreed | GameOpened)]
        opened = [each for each in words if isinstance(each, GameOpened)]
        assert len(opened) <= 1
        assert len({each.game_id for each in words if isinstance(each, GameAgreed)}) <= 1

    @invariant()
    def an_invitation_tells_what_has_happened(self) -> None:
        if self.state is None or self.state.offer.kind != "challenge":
            return
        kinds = {type(each) for each in self.events}
        answer = self.state.offer.answer
        assert (answer == "declined") is (RoomDeclined in kinds)
        assert (answer == "open") is not bool(kinds & {RoomJoined, RoomClosed, RoomDeclined})
        row = invitation_row(ROOM, self.state)
        assert row is not None
        assert row.state == answer

    @invariant()
    def the_tables_hold_what_is_open(self) -> None:
        if self.state is None:
            return
        row = open_row(ROOM, self.state)
        assert (row is None) is (self.state.stage in (Stage.STARTED, Stage.CLOSED))
        shown = seek(ROOM, self.state)
        if shown is not None:
            assert row is not None
            assert (row.guest, row.due_at_ms) == (None, self.state.offer.expires_at_ms)

    @invariant()
    def memory_is_what_the_log_says(self) -> None:
        state = initial_state()
        for event in self.events:
            state = evolve(state, event)
        assert state == self.state


TestOffers = OfferMachine.TestCase
TestOffers.settings = settings(max_examples=150, stateful_step_count=30, deadline=None)
