"""A room decides: who may enter, what is agreed to, when the game starts."""

import pytest

from libs.contracts.games import GameTerms
from libs.contracts.ids import GameId
from libs.contracts.matchmaking import (
    QUIET_MS,
    AgreeTerms,
    ChangeTerms,
    FirstSeat,
    GameAgreed,
    GameOpened,
    JoinRoom,
    LeaveRoom,
    OpenRoom,
    ReportStart,
    RoomClosed,
    RoomCommand,
    RoomJoined,
    RoomLeft,
    RoomMember,
    RoomTerms,
    StartRefused,
    TermsAgreed,
    TermsChanged,
)
from libs.testkit.deciding import given
from libs.timing import TimeControl
from services.matchmaking.handlers import RoomDecider
from tests.unit.services.matchmaking.room import (
    ANN,
    BEN,
    CLEO,
    GAME,
    GUEST,
    HOST,
    HOUSE,
    OPENED,
    OTHER,
    TERMS,
    asked,
    stored,
)

DECIDER = RoomDecider()
JOINED = RoomJoined(GUEST)
AGREED = GameAgreed(GAME, OPENED.terms.game, (HOST, GUEST))


def test_opening_writes_out_every_option() -> None:
    given(DECIDER).when(OpenRoom("Ann", TERMS, GAME), actor=ANN).then(OPENED)


def test_a_room_opens_once() -> None:
    given(DECIDER, OPENED).when(OpenRoom("Ben", TERMS, GAME), actor=BEN).refused("room_exists")


@pytest.mark.parametrize("game", ["", "0c", "10-sixteen", "ff-x", "0c-a b", "0c-" + "x" * 65])
def test_a_game_that_nobody_could_start_opens_no_room(game: str) -> None:
    given(DECIDER).when(OpenRoom("Ann", TERMS, GameId(game)), actor=ANN).refused("bad_message")


@pytest.mark.parametrize(
    ("terms", "code"),
    [
        (asked(variant="ludo"), "unknown_terms"),
        (asked(wings=True), "unknown_terms"),
        (asked(flying=1), "unknown_terms"),
        (asked(no_mill_limit=10**30), "unknown_terms"),
        (asked(time=TimeControl(59_999)), "bad_time"),
        (asked(time=TimeControl(180 * 60_000 + 1)), "bad_time"),
        (asked(time=TimeControl(60_000, 180_001)), "bad_time"),
        (asked(time=TimeControl(60_000, -1)), "bad_time"),
        (asked(stake=10), "bad_stake"),
        (asked(kind="rated", stake=-10), "bad_stake"),
        (asked(kind="rated", stake=15), "bad_stake"),
        (asked(kind="rated", stake=110), "bad_stake"),
        (
            RoomTerms(GameTerms("dara", "little-table", {}, TimeControl(None), "rated")),
            "unrated_game",
        ),
    ],
)
def test_nobody_can_play_by_such_terms(terms: RoomTerms, code: str) -> None:
    given(DECIDER).when(OpenRoom("Ann", terms, GAME), actor=ANN).refused(code)
    room = given(DECIDER, OPENED, JOINED)
    room.when(ChangeTerms(terms), actor=BEN).refused(code)
    assert room.when(AgreeTerms(terms), actor=BEN).decision.events == ()


def test_a_refusal_quotes_only_the_beginning_of_what_was_asked() -> None:
    decision = given(DECIDER).when(OpenRoom("Ann", asked(variant="x" * 10_000), GAME)).decision
    assert decision.refusal is not None
    assert decision.refusal.detail is not None
    assert len(decision.refusal.detail["terms"]) < 100


def test_an_untimed_game_has_no_increment() -> None:
    untimed = asked(time=TimeControl(None, 5_000))
    room = given(DECIDER).when(OpenRoom("Ann", untimed, GAME), actor=ANN).after.state
    assert room is not None
    assert room.terms.game.time == TimeControl(None)


def test_the_second_person_takes_the_free_place() -> None:
    given(DECIDER, OPENED).when(JoinRoom("Ben"), actor=BEN).then(JOINED)


def test_nobody_enters_twice_and_no_third_at_all() -> None:
    room = given(DECIDER, OPENED, JOINED)
    room.when(JoinRoom("Ann"), actor=ANN).refused("already_in_room")
    room.when(JoinRoom("Ben"), actor=BEN).refused("already_in_room")
    room.when(JoinRoom("Cleo"), actor=CLEO).refused("room_full")


def test_when_the_guest_agrees_to_what_the_host_opened_the_game_is_agreed() -> None:
    room = given(DECIDER, OPENED, JOINED)
    room.when(AgreeTerms(TERMS), actor=BEN).then(TermsAgreed(BEN), AGREED)


def test_agreeing_twice_is_agreeing_once() -> None:
    given(DECIDER, OPENED, JOINED).when(AgreeTerms(TERMS), actor=ANN).then()
    agreed = given(DECIDER, OPENED, JOINED, TermsAgreed(BEN), AGREED)
    agreed.when(AgreeTerms(TERMS), actor=BEN).then()
    agreed.and_then(GameOpened()).when(AgreeTerms(TERMS), actor=ANN).then()


def test_a_change_clears_the_others_agreement() -> None:
    room = given(DECIDER, OPENED, JOINED)
    changed = room.when(ChangeTerms(OTHER), actor=BEN).then(TermsChanged(BEN, stored(OTHER)))
    seats = GameAgreed(GAME, stored(OTHER).game, (HOST, GUEST))
    changed.when(AgreeTerms(OTHER), actor=ANN).then(TermsAgreed(ANN), seats)


def test_agreeing_to_terms_that_have_just_changed_is_refused() -> None:
    changed = given(DECIDER, OPENED, JOINED, TermsChanged(ANN, stored(OTHER)))
    changed.when(AgreeTerms(TERMS), actor=BEN).refused("terms_changed")


def test_changing_to_what_stands_is_agreeing() -> None:
    room = given(DECIDER, OPENED, JOINED)
    room.when(ChangeTerms(TERMS), actor=BEN).then(TermsAgreed(BEN), AGREED)


@pytest.mark.parametrize(
    ("first", "entropy", "seats"),
    [
        ("host", b"\1", (HOST, GUEST)),
        ("guest", b"\0", (GUEST, HOST)),
        ("random", b"\0", (HOST, GUEST)),
        ("random", b"\1", (GUEST, HOST)),
    ],
)
def test_seats_follow_the_terms_or_given_chance(
    first: FirstSeat, entropy: bytes, seats: tuple[RoomMember, RoomMember]
) -> None:
    terms = asked(first=first)
    room = given(DECIDER, OPENED, JOINED, TermsChanged(ANN, stored(terms)))
    agreed = room.when(AgreeTerms(terms), actor=BEN, entropy=entropy)
    agreed.then(TermsAgreed(BEN), GameAgreed(GAME, stored(terms).game, seats))


def test_the_guest_leaves_a_free_place_and_no_agreement_behind() -> None:
    changed = given(DECIDER, OPENED, JOINED, TermsChanged(BEN, stored(OTHER)))
    left = changed.when(LeaveRoom(), actor=BEN).then(RoomLeft(BEN, until_ms=QUIET_MS))
    assert left.state is not None
    assert left.state.agreed == ()
    left.when(JoinRoom("Cleo"), actor=CLEO).then(RoomJoined(RoomMember(CLEO, "Cleo")))


def test_the_host_closes_the_room() -> None:
    closed = given(DECIDER, OPENED, JOINED).when(LeaveRoom(), actor=ANN).then(RoomClosed("left"))
    closed.when(JoinRoom("Cleo"), actor=CLEO).refused("room_closed")
    closed.when(AgreeTerms(TERMS), actor=BEN).refused("room_closed")


EVERYTHING: list[RoomCommand] = [
    JoinRoom("Cleo"),
    ChangeTerms(OTHER),
    AgreeTerms(OTHER),
    LeaveRoom(),
]


@pytest.mark.parametrize("command", EVERYTHING, ids=lambda command: type(command).__name__)
def test_a_stranger_changes_nothing(command: RoomCommand) -> None:
    assert given(DECIDER, OPENED, JOINED).when(command, actor=CLEO).events == ()
    given(DECIDER).when(command, actor=CLEO).refused("room_not_found")


@pytest.mark.parametrize("command", EVERYTHING, ids=lambda command: type(command).__name__)
def test_nothing_changes_while_the_game_is_being_started(command: RoomCommand) -> None:
    starting = given(DECIDER, OPENED, JOINED, TermsAgreed(BEN), AGREED)
    for actor in (ANN, BEN, CLEO):
        decision = starting.when(command, actor=actor).decision
        assert decision.events == ()
        assert decision.refusal is not None


def test_the_room_hears_that_its_game_has_started() -> None:
    starting = given(DECIDER, OPENED, JOINED, TermsAgreed(BEN), AGREED)
    started = starting.when(ReportStart(), actor=HOUSE).then(GameOpened())
    started.when(ReportStart(), actor=HOUSE).then()
    started.when(ReportStart("unknown_terms"), actor=HOUSE).then()


def test_after_a_refused_start_both_have_to_agree_anew() -> None:
    starting = given(DECIDER, OPENED, JOINED, TermsAgreed(BEN), AGREED)
    report = ReportStart("unknown_terms")
    again = starting.when(report, actor=HOUSE).then(StartRefused("unknown_terms"))
    one = again.when(AgreeTerms(TERMS), actor=ANN).then(TermsAgreed(ANN))
    one.when(AgreeTerms(TERMS), actor=BEN).then(TermsAgreed(BEN), AGREED)


def test_only_the_house_reports() -> None:
    starting = given(DECIDER, OPENED, JOINED, TermsAgreed(BEN), AGREED)
    starting.when(ReportStart(), actor=ANN).refused("service_only")
    given(DECIDER).when(ReportStart(), actor=HOUSE).refused("room_not_found")
