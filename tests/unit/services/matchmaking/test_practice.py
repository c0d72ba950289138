"""A game against a computer is agreed as soon as somebody wants it."""

import pytest

from libs.contracts.games import GameTerms
from libs.contracts.ids import GameId, RoomId, bot_player
from libs.contracts.matchmaking import (
    AgreeTerms,
    ChangeTerms,
    FirstSeat,
    GameAgreed,
    GameOpened,
    JoinRoom,
    LeaveRoom,
    OpenPractice,
    OpenRoom,
    ReportStart,
    RoomCommand,
    RoomEvent,
    RoomJoined,
    RoomMember,
    RoomOpened,
    RoomTerms,
    StartRefused,
    TermsAgreed,
)
from libs.rules import registry
from libs.rules.strength import STRENGTHS, Strength
from libs.testkit.deciding import Given, given
from libs.timing import TimeControl
from services.matchmaking.decider import RoomState, view
from services.matchmaking.handlers import RoomDecider
from tests.unit.services.matchmaking.room import ANN, BEN, GAME, HOST, HOUSE, OPENED, asked, stored

DECIDER = RoomDecider()
UNTIMED = TimeControl(None)
TERMS = asked(time=UNTIMED, kind="practice")
WANTED = OpenPractice("Ann", TERMS, "medium", GAME)
COMPUTER = RoomMember(bot_player("medium"), "Computer")
EVENTS: tuple[RoomEvent, ...] = (
    RoomOpened(HOST, stored(TERMS), GAME),
    RoomJoined(COMPUTER),
    TermsAgreed(COMPUTER.player),
    GameAgreed(GAME, stored(TERMS).game, (HOST, COMPUTER)),
)


def starting() -> Given[RoomState, RoomCommand, RoomEvent]:
    return given(DECIDER, *EVENTS)


def test_the_computer_agrees_at_once() -> None:
    given(DECIDER).when(WANTED, actor=ANN).then(*EVENTS)


@pytest.mark.parametrize("strength", STRENGTHS)
def test_the_computer_s_id_says_how_strong_it_is(strength: Strength) -> None:
    wanted = OpenPractice("Ann", TERMS, strength, GAME)
    events = given(DECIDER).when(wanted, actor=ANN).events
    assert RoomJoined(RoomMember(bot_player(strength), "Computer")) in events


@pytest.mark.parametrize(
    ("first", "entropy", "seats"),
    [
        ("host", b"\1", (HOST, COMPUTER)),
        ("guest", b"\0", (COMPUTER, HOST)),
        ("random", b"\0", (HOST, COMPUTER)),
        ("random", b"\1", (COMPUTER, HOST)),
    ],
)
def test_seats_follow_the_terms_or_given_chance(
    first: FirstSeat, entropy: bytes, seats: tuple[RoomMember, RoomMember]
) -> None:
    terms = asked(time=UNTIMED, kind="practice", first=first)
    wanted = OpenPractice("Ann", terms, "medium", GAME)
    agreed = given(DECIDER).when(wanted, actor=ANN, entropy=entropy).events[-1]
    assert agreed == GameAgreed(GAME, stored(terms).game, seats)


@pytest.mark.parametrize("game", registry.game_keys())
def test_the_computer_plays_every_game(game: str) -> None:
    variant = registry.current(game).variants[0]
    terms = RoomTerms(GameTerms(game, variant, {}, UNTIMED, "practice"))
    events = given(DECIDER).when(OpenPractice("Ann", terms, "easy", GAME), actor=ANN).events
    assert isinstance(events[-1], GameAgreed)


@pytest.mark.parametrize(
    ("terms", "code"),
    [
        (asked(time=UNTIMED), "not_practice"),
        (asked(time=UNTIMED, kind="rated"), "not_practice"),
        (asked(kind="practice"), "not_practice"),
        (asked(time=UNTIMED, kind="practice", variant="ludo"), "unknown_terms"),
        (asked(time=UNTIMED, kind="practice", wings=True), "unknown_terms"),
    ],
)
def test_other_terms_are_refused(terms: RoomTerms, code: str) -> None:
    given(DECIDER).when(OpenPractice("Ann", terms, "easy", GAME), actor=ANN).refused(code)


def test_two_people_can_t_agree_to_practise() -> None:
    given(DECIDER).when(OpenRoom("Ann", TERMS, GAME), actor=ANN).refused("practice_only")
    room = given(DECIDER, OPENED, RoomJoined(RoomMember(BEN, "Ben")))
    room.when(ChangeTerms(TERMS), actor=BEN).refused("practice_only")


def test_a_room_is_opened_once_and_for_a_game_that_can_be_one() -> None:
    starting().when(WANTED, actor=ANN).refused("room_exists")
    odd = OpenPractice("Ann", TERMS, "easy", GameId("ff-x"))
    given(DECIDER).when(odd, actor=ANN).refused("bad_message")


@pytest.mark.parametrize("events", [EVENTS, (*EVENTS, GameOpened())])
@pytest.mark.parametrize(
    "command", [JoinRoom("Ben"), ChangeTerms(TERMS), ChangeTerms(asked()), LeaveRoom()]
)
def test_nobody_else_enters_and_nothing_is_changed(
    events: tuple[RoomEvent, ...], command: RoomCommand
) -> None:
    room = given(DECIDER, *events)
    for actor in (BEN, ANN):
        room.when(command, actor=actor).refused("room_started")


def test_a_room_whose_game_can_t_be_started_is_closed() -> None:
    report = ReportStart("unknown_terms")
    closed = starting().when(report, actor=HOUSE).then(StartRefused("unknown_terms"))
    assert closed.state is not None
    assert view(RoomId("00-room"), 5, closed.state).state == "closed"
    closed.when(AgreeTerms(TERMS), actor=ANN).refused("room_closed")
    closed.when(JoinRoom("Ben"), actor=BEN).refused("room_closed")
