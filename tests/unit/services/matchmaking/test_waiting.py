"""Challenges and seeks, case by case: who may, until when, and what is told of the end."""

import pytest
from msgspec.structs import replace

from libs.contracts.decisions import Refusal
from libs.contracts.ids import RoomId
from libs.contracts.lobby import Between
from libs.contracts.matchmaking import (
    AGREE_WITHIN_MS,
    ANSWER_WITHIN_MS,
    MAIL_MS,
    SEEK_MS,
    TALK_MS,
    AgreeTerms,
    ChangeTerms,
    DeclineRoom,
    GameAgreed,
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
    RoomMember,
    RoomOpened,
    StartRefused,
    TermsAgreed,
    TermsChanged,
    Withdraw,
)
from libs.testkit.deciding import Given, given
from services.matchmaking.decider import Introduced, Known, RoomState, invitation, seek, view
from services.matchmaking.handlers import RoomDecider
from tests.unit.services.matchmaking.room import (
    ANN,
    BEN,
    CLEO,
    GAME,
    HOST,
    HOUSE,
    OTHER,
    TERMS,
    asked,
    stored,
)

DECIDER = RoomDecider()
ROOM = RoomId("02-room")
ACCOUNT = RoomMember(ANN, "")
HERE, AWAY = Between(is_banned=False, is_here=True), Between(is_banned=False)
CHALLENGE = OpenChallenge("", TERMS, GAME, BEN)
CHALLENGED = RoomOpened(ACCOUNT, stored(TERMS), GAME, "challenge", BEN, ANSWER_WITHIN_MS)
SOUGHT = RoomOpened(ACCOUNT, stored(TERMS), GAME, "seek", None, SEEK_MS)
MAILED = RoomOpened(ACCOUNT, stored(TERMS), GAME, "challenge", BEN, MAIL_MS, is_mail=True)
JOINED = RoomJoined(RoomMember(BEN, ""))
JOIN = JoinRoom("")


def test_who_is_here_has_a_minute_and_who_is_away_a_week() -> None:
    fresh = given(DECIDER)
    fresh.when(Introduced(CHALLENGE, HERE), actor=ANN).then(CHALLENGED)
    fresh.when(Introduced(CHALLENGE, AWAY, is_account=True), actor=ANN).then(MAILED)
    fresh.when(Introduced(OpenSeek("", TERMS, GAME), AWAY), actor=ANN).then(SOUGHT)


def test_who_blocks_looks_away_and_is_told_nothing() -> None:
    apart = Between(is_banned=False, is_blocked=True)
    sent = given(DECIDER).when(Introduced(CHALLENGE, apart, is_account=True), actor=ANN)
    withheld = sent.then(replace(MAILED, is_withheld=True))
    assert withheld.state is not None
    assert invitation(ROOM, withheld.state, BEN) is None
    assert invitation(ROOM, withheld.state, ANN) is not None
    withheld.when(Introduced(JOIN, apart), actor=BEN).refused("not_reachable")


RATED = asked(kind="rated")


@pytest.mark.parametrize(
    ("known", "code"),
    [
        (Introduced(CHALLENGE, Between(is_banned=True, is_here=True)), "banned"),
        (
            Introduced(CHALLENGE, Between(is_banned=False, is_blocked=True), is_account=False),
            "not_reachable",
        ),
        (Introduced(CHALLENGE, AWAY, is_account=False), "not_reachable"),
        (
            Introduced(OpenChallenge("Gast 1", TERMS, GAME, BEN), AWAY, is_account=True),
            "account_needed_for_mail",
        ),
        (
            Introduced(OpenChallenge("", TERMS, GAME, BEN, is_quick=True), AWAY, is_account=True),
            "not_reachable",
        ),
        (Introduced(OpenChallenge("", TERMS, GAME, ANN), HERE), "not_yourself"),
        (
            Introduced(OpenChallenge("Gast 1", RATED, GAME, BEN), HERE, is_account=True),
            "rated_needs_account",
        ),
        (
            Introduced(OpenChallenge("", RATED, GAME, BEN), HERE, is_account=False),
            "rated_needs_account",
        ),
        (Introduced(OpenSeek("", TERMS, GAME), Between(is_banned=True)), "banned"),
        (Introduced(OpenSeek("Gast 1", RATED, GAME), AWAY), "rated_needs_account"),
    ],
)
def test_who_may_not(known: Introduced, code: str) -> None:
    given(DECIDER).when(known, actor=ANN).refused(code)


def test_who_plays_with_a_clock_may_write_but_offer_nothing_else() -> None:
    fresh = given(DECIDER)
    for command in (CHALLENGE, OpenSeek("", TERMS, GAME)):
        decision = fresh.when(Introduced(command, HERE, plays=GAME), actor=ANN).decision
        told = Refusal("already_playing", {"player": ANN, "game": GAME})
        assert (decision.events, decision.refusal) == ((), told)
    mail = Introduced(CHALLENGE, AWAY, is_account=True, plays=GAME)
    fresh.when(mail, actor=ANN).then(MAILED)


def test_without_having_asked_nothing_is_decided() -> None:
    given(DECIDER).when(CHALLENGE, actor=ANN).refused("unavailable")
    given(DECIDER, SOUGHT).when(JOIN, actor=BEN).refused("unavailable")


def test_only_the_challenged_one_comes_in_or_declines() -> None:
    open_ = given(DECIDER, CHALLENGED)
    open_.when(Introduced(JOIN, HERE), actor=CLEO).refused("not_invited")
    open_.when(Introduced(JOIN, HERE), actor=BEN).then(replace(JOINED, until_ms=TALK_MS))
    open_.when(DeclineRoom("busy"), actor=ANN).refused("not_invited")
    open_.when(DeclineRoom("busy"), actor=BEN).then(RoomDeclined(BEN, "busy"))
    inside = given(DECIDER, CHALLENGED, JOINED)
    inside.when(DeclineRoom("terms"), actor=BEN).then(RoomDeclined(BEN, "terms"))
    inside.when(LeaveRoom(), actor=BEN).then(RoomClosed("left"))


def test_an_answer_that_comes_too_late_closes_the_room() -> None:
    late = given(DECIDER, CHALLENGED)
    decision = late.when(Introduced(JOIN, HERE), actor=BEN, at_ms=ANSWER_WITHIN_MS).decision
    assert decision.events == (RoomClosed("expired"),)
    assert decision.refusal == Refusal("room_closed")


def test_an_offer_of_somebody_who_was_shut_out_since_is_closed_when_it_is_taken() -> None:
    for opened in (CHALLENGED, MAILED, SOUGHT):
        known = Introduced(JOIN, HERE, is_host_banned=True)
        decision = given(DECIDER, opened).when(known, actor=BEN).decision
        assert decision.events == (RoomClosed("gone"),)
        assert decision.refusal == Refusal("room_closed")


def test_nothing_expires_after_an_answer() -> None:
    look = LookAtTime()
    given(DECIDER, CHALLENGED).when(look, actor=HOUSE, at_ms=ANSWER_WITHIN_MS - 1).then()
    given(DECIDER, CHALLENGED).when(look, actor=HOUSE, at_ms=ANSWER_WITHIN_MS).then(
        RoomClosed("expired")
    )
    given(DECIDER, CHALLENGED, JOINED).when(look, actor=HOUSE, at_ms=MAIL_MS).then()
    given(DECIDER, CHALLENGED).when(look, actor=ANN).refused("service_only")


def test_who_takes_a_seek_has_to_say_something() -> None:
    taken = RoomJoined(RoomMember(BEN, ""), AGREE_WITHIN_MS)
    given(DECIDER, SOUGHT).when(Introduced(JOIN, AWAY), actor=BEN).then(taken)
    silent = given(DECIDER, SOUGHT, taken)
    silent.when(LookAtTime(), actor=HOUSE, at_ms=AGREE_WITHIN_MS - 1).then()
    silent.when(LookAtTime(), actor=HOUSE, at_ms=AGREE_WITHIN_MS).then(RoomLeft(BEN, is_idle=True))
    spoken = given(DECIDER, SOUGHT, taken, TermsAgreed(BEN))
    spoken.when(LookAtTime(), actor=HOUSE, at_ms=SEEK_MS).then()


@pytest.mark.parametrize(
    ("opened", "patience_ms"), [(CHALLENGED, TALK_MS), (MAILED, MAIL_MS), (SOUGHT, TALK_MS)]
)
def test_two_who_say_nothing_more_about_the_terms_are_not_waited_for_for_ever(
    opened: RoomOpened, patience_ms: int
) -> None:
    """Each word gives as much time again; no clock is shown to them."""
    taken = given(DECIDER, opened, RoomJoined(RoomMember(BEN, ""), 1_000))
    spoken = taken.when(ChangeTerms(OTHER), actor=BEN, at_ms=500).then(
        TermsChanged(BEN, stored(OTHER), patience_ms + 500)
    )
    assert spoken.state is not None
    assert view(ROOM, 3, spoken.state).expires_at_ms is None
    spoken.when(LookAtTime(), actor=HOUSE, at_ms=patience_ms + 499).then()
    spoken.when(LookAtTime(), actor=HOUSE, at_ms=patience_ms + 500).then(RoomClosed("expired"))
    again = spoken.when(AgreeTerms(OTHER), actor=BEN, at_ms=patience_ms).after
    again.when(LookAtTime(), actor=HOUSE, at_ms=patience_ms + 500).then(RoomClosed("expired"))


def starting(opened: RoomOpened) -> Given[RoomState, RoomCommand | Known, RoomEvent]:
    """Both have agreed: Ann is the host, Ben came in."""
    seats = (opened.host, RoomMember(BEN, ""))
    agreed = GameAgreed(GAME, opened.terms.game, seats, is_public=True)
    return given(DECIDER, opened, JOINED, TermsAgreed(BEN), agreed)


def test_whose_other_game_keeps_this_one_from_starting_is_not_waited_for() -> None:
    code = "already_playing"
    refused = StartRefused(code, TALK_MS)
    for opened, busy, then in (
        (CHALLENGED, ANN, RoomClosed("playing")),
        (CHALLENGED, BEN, RoomClosed("playing")),
        (SOUGHT, ANN, RoomClosed("playing")),
        (SOUGHT, BEN, RoomLeft(BEN, is_busy=True)),
    ):
        report = ReportStart(code, busy)
        starting(opened).when(report, actor=HOUSE).then(refused, then)
    by_mail = starting(MAILED).when(ReportStart(code, BEN), actor=HOUSE)
    by_mail.then(StartRefused(code, MAIL_MS))
    starting(CHALLENGED).when(ReportStart(code), actor=HOUSE).then(refused)


def test_an_offer_that_somebody_took_who_plays_elsewhere_stands_as_before() -> None:
    after = starting(SOUGHT).when(ReportStart("already_playing", BEN), actor=HOUSE).after
    assert after.state is not None
    assert seek(ROOM, after.state) is not None
    assert after.state.agreed == (ANN,)
    after.when(LookAtTime(), actor=HOUSE, at_ms=SEEK_MS).then(RoomClosed("expired"))


def test_by_mail_the_host_agrees_anew() -> None:
    mail = given(DECIDER, MAILED, JOINED)
    assert mail.state is not None
    assert mail.state.agreed == ()
    live = given(DECIDER, CHALLENGED, JOINED)
    assert live.state is not None
    assert live.state.agreed == (ANN,)


def test_what_the_house_withdraws() -> None:
    for reason, player, events in (
        ("gone", ANN, (RoomClosed("gone"),)),
        ("playing", BEN, (RoomClosed("playing"),)),
        ("deleted", ANN, (RoomClosed("deleted"),)),
        ("gone", CLEO, ()),
    ):
        wish = Withdraw(player, reason)  # type: ignore[arg-type]  # literals in a loop
        given(DECIDER, CHALLENGED).when(wish, actor=HOUSE).then(*events)
    taken = given(DECIDER, SOUGHT, JOINED)
    taken.when(Withdraw(ANN, "gone"), actor=HOUSE).then()
    taken.when(Withdraw(BEN, "deleted"), actor=HOUSE).then(RoomLeft(BEN))
    taken.when(Withdraw(ANN, "gone"), actor=ANN).refused("service_only")


def test_each_of_the_two_has_the_invitation_read_or_unread() -> None:
    declined = given(DECIDER, CHALLENGED, RoomDeclined(BEN, "later"))
    assert declined.state is not None
    for reader, is_read in ((ANN, False), (BEN, True)):
        shown = invitation(ROOM, declined.state, reader)
        assert shown is not None
        assert (shown.state, shown.reason, shown.is_read) == ("declined", "later", is_read)
    declined.when(MarkRead(), actor=ANN).then(InvitationRead(ANN))
    declined.when(MarkRead(), actor=BEN).then()
    declined.when(MarkRead(), actor=CLEO).refused("not_invited")
    private = given(DECIDER, RoomOpened(HOST, stored(TERMS), GAME))
    private.when(MarkRead(), actor=ANN).refused("not_invited")
    assert private.state is not None
    assert invitation(ROOM, private.state, ANN) is None


def test_a_seek_is_shown_while_it_can_be_taken() -> None:
    for events, is_shown in (
        ((SOUGHT,), True),
        ((SOUGHT, JOINED), False),
        ((SOUGHT, JOINED, RoomLeft(BEN)), True),
        ((SOUGHT, RoomClosed("gone")), False),
        ((CHALLENGED,), False),
    ):
        state = given(DECIDER, *events).state
        assert state is not None
        assert (seek(ROOM, state) is not None) is is_shown


def test_the_view_says_how_long_and_why_not() -> None:
    waiting = given(DECIDER, CHALLENGED).state
    inside = given(DECIDER, CHALLENGED, JOINED).state
    closed = given(DECIDER, CHALLENGED, RoomClosed("expired")).state
    assert waiting is not None
    assert inside is not None
    assert closed is not None
    assert view(ROOM, 1, waiting).expires_at_ms == ANSWER_WITHIN_MS
    assert view(ROOM, 2, inside).expires_at_ms is None
    shown = view(ROOM, 2, closed)
    assert (shown.state, shown.closed, shown.expires_at_ms) == ("closed", "expired", None)
