"""A room for two people at one device is agreed as soon as it opens, and stays theirs alone."""

import pytest

from libs.contracts.games import GameTerms
from libs.contracts.ids import GameId, RoomId
from libs.contracts.matchmaking import (
    AgreeTerms,
    ChangeTerms,
    GameAgreed,
    GameOpened,
    JoinRoom,
    LeaveRoom,
    OpenHotseat,
    OpenPractice,
    OpenRoom,
    Rematch,
    RematchAsked,
    ReportStart,
    RoomClosed,
    RoomCommand,
    RoomEvent,
    RoomJoined,
    RoomMember,
    RoomOpened,
    RoomTerms,
    StartRefused,
)
from libs.rules import registry
from libs.testkit.deciding import given
from libs.timing import TimeControl
from services.matchmaking.decider import Afterwards, view
from services.matchmaking.handlers import RoomDecider
from tests.unit.services.matchmaking.room import ANN, BEN, BLITZ, GAME, HOST, HOUSE, OPENED, stored

DECIDER = RoomDecider()
UNTIMED = TimeControl(None)
NEXT = GameId("0d-next")


def wanted(
    game: str = "mills", variant: str = "battlemills-9", time: TimeControl = UNTIMED
) -> RoomTerms:
    """Terms of a game at one device."""
    return RoomTerms(GameTerms(game, variant, {}, time, "hotseat"))


TERMS = wanted()
OPEN = OpenHotseat("Ann", TERMS, GAME)
EVENTS: tuple[RoomEvent, ...] = (
    RoomOpened(HOST, stored(TERMS), GAME),
    RoomJoined(HOST),
    GameAgreed(GAME, stored(TERMS).game, (HOST, HOST)),
)
PLAYED = (*EVENTS, GameOpened())


def test_it_is_agreed_at_once_and_both_places_are_the_host_s() -> None:
    opened = given(DECIDER).when(OPEN, actor=ANN).then(*EVENTS)
    assert opened.state is not None
    shown = view(RoomId("00-room"), 3, opened.state)
    assert (shown.host, shown.guest, shown.state) == (HOST, HOST, "open")


@pytest.mark.parametrize(
    "time", [UNTIMED, BLITZ, TimeControl(60_000), TimeControl(1_234_000, 7_000)]
)
def test_a_chess_clock_may_be_used(time: TimeControl) -> None:
    command = OpenHotseat("Ann", wanted(time=time), GAME)
    agreed = given(DECIDER).when(command, actor=ANN).events[-1]
    assert isinstance(agreed, GameAgreed)
    assert agreed.terms.time == time


@pytest.mark.parametrize("game", registry.game_keys())
def test_every_game_is_played_there(game: str) -> None:
    for variant in registry.current(game).variants:
        asked = given(DECIDER).when(OpenHotseat("Ann", wanted(game, variant), GAME), actor=ANN)
        assert isinstance(asked.events[-1], GameAgreed)


@pytest.mark.parametrize(
    ("terms", "code"),
    [
        (RoomTerms(GameTerms("mills", "battlemills-9", {}, UNTIMED)), "not_hotseat"),
        (RoomTerms(GameTerms("mills", "battlemills-9", {}, UNTIMED, "rated")), "not_hotseat"),
        (RoomTerms(GameTerms("mills", "battlemills-9", {}, UNTIMED, "practice")), "not_hotseat"),
        (RoomTerms(GameTerms("mills", "yucata", {}, UNTIMED, "hotseat", 20)), "not_hotseat"),
        (wanted(variant="ludo"), "unknown_terms"),
        (wanted(game="ludo"), "unknown_terms"),
        (wanted(time=TimeControl(59_999)), "bad_time"),
        (wanted(time=TimeControl(60_000, -1)), "bad_time"),
    ],
)
def test_other_terms_are_refused(terms: RoomTerms, code: str) -> None:
    given(DECIDER).when(OpenHotseat("Ann", terms, GAME), actor=ANN).refused(code)


def test_elsewhere_nobody_agrees_to_it() -> None:
    given(DECIDER).when(OpenRoom("Ann", TERMS, GAME), actor=ANN).refused("not_hotseat")
    practice = OpenPractice("Ann", TERMS, "easy", GAME)
    given(DECIDER).when(practice, actor=ANN).refused("not_practice")
    room = given(DECIDER, OPENED, RoomJoined(RoomMember(BEN, "Ben")))
    room.when(ChangeTerms(TERMS), actor=BEN).refused("not_hotseat")


@pytest.mark.parametrize("events", [EVENTS, PLAYED])
@pytest.mark.parametrize("actor", [ANN, BEN])
@pytest.mark.parametrize("command", [JoinRoom("Ben"), ChangeTerms(TERMS), LeaveRoom(), OPEN])
def test_nobody_enters_and_nothing_is_changed(
    events: tuple[RoomEvent, ...], actor: str, command: RoomCommand
) -> None:
    code = "room_exists" if isinstance(command, OpenHotseat) else "room_started"
    given(DECIDER, *events).when(command, actor=actor).refused(code)


def test_one_word_is_enough_for_another_game() -> None:
    asked = Afterwards(Rematch(GAME), GAME, NEXT)
    events = RematchAsked(ANN, NEXT), GameAgreed(NEXT, stored(TERMS).game, (HOST, HOST))
    again = given(DECIDER, *PLAYED).when(asked, actor=ANN).then(*events)
    again.when(asked, actor=ANN).then()
    given(DECIDER, *PLAYED).when(asked, actor=BEN).refused("not_in_room")
    given(DECIDER, *PLAYED).when(Rematch(GAME), actor=ANN).refused("game_running")


def test_after_the_game_the_room_can_be_closed() -> None:
    over = Afterwards(LeaveRoom(), GAME, NEXT)
    given(DECIDER, *PLAYED).when(over, actor=ANN).then(RoomClosed("left"))


def test_a_room_whose_game_can_t_be_started_is_closed() -> None:
    report = ReportStart("unknown_terms")
    closed = given(DECIDER, *EVENTS).when(report, actor=HOUSE).then(StartRefused("unknown_terms"))
    closed.when(AgreeTerms(TERMS), actor=ANN).refused("room_closed")
