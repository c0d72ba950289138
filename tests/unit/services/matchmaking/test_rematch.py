"""After a game: both want another one and it is one, with the seats swapped; or somebody goes."""

import pytest

from libs.contracts.ids import GameId, PlayerId, RoomId
from libs.contracts.matchmaking import (
    AgreeTerms,
    ChangeTerms,
    GameAgreed,
    GameOpened,
    JoinRoom,
    LeaveRoom,
    OpenPractice,
    Rematch,
    RematchAsked,
    ReportStart,
    RoomClosed,
    RoomCommand,
    RoomEvent,
    RoomJoined,
    RoomMember,
    RoomView,
    StartRefused,
    TermsAgreed,
)
from libs.testkit.deciding import Given, given
from libs.timing import TimeControl
from services.matchmaking.decider import Afterwards, RoomState, view
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
    TERMS,
    asked,
)

DECIDER = RoomDecider()
NEXT, THIRD, SPARE = GameId("0d-next"), GameId("0e-third"), GameId("0f-spare")
PLAYED: tuple[RoomEvent, ...] = (
    OPENED,
    RoomJoined(GUEST),
    TermsAgreed(BEN),
    GameAgreed(GAME, OPENED.terms.game, (HOST, GUEST)),
    GameOpened(),
)
AGREED = GameAgreed(NEXT, OPENED.terms.game, (GUEST, HOST))
ROOM = RoomId("02-room")

Stream = Given[RoomState, RoomCommand | Afterwards, RoomEvent]


def played(*more: RoomEvent) -> Stream:
    """A room whose game has been opened."""
    stream: Stream = given(DECIDER, *PLAYED, *more)
    return stream


def over(command: Rematch | LeaveRoom, game: GameId = GAME, new: GameId = NEXT) -> Afterwards:
    """A command after the owner of games has said that this game is over."""
    return Afterwards(command, game, new)


def seen(stream: Stream) -> RoomView:
    """What everybody with the link sees."""
    assert stream.state is not None
    return view(ROOM, stream.version, stream.state)


@pytest.mark.parametrize(("first", "second"), [(ANN, BEN), (BEN, ANN)])
def test_when_both_want_it_one_game_follows_with_the_seats_swapped(
    first: PlayerId, second: PlayerId
) -> None:
    one = played().when(over(Rematch(GAME)), actor=first).then(RematchAsked(first, NEXT))
    assert (seen(one).state, seen(one).game_id, seen(one).rematch) == ("started", GAME, [first])
    both = one.when(over(Rematch(GAME), new=SPARE), actor=second)
    both_asked = both.then(RematchAsked(second, NEXT), AGREED)
    assert (seen(both_asked).state, seen(both_asked).game_id) == ("started", GAME)
    opened = both_asked.when(ReportStart(), actor=HOUSE).then(GameOpened())
    assert (seen(opened).state, seen(opened).game_id, seen(opened).rematch) == (
        "started",
        NEXT,
        [],
    )


def test_the_seats_are_swapped_again_the_next_time() -> None:
    second = played(RematchAsked(ANN, NEXT), RematchAsked(BEN, NEXT), AGREED, GameOpened())
    one = second.when(over(Rematch(NEXT), NEXT, THIRD), actor=BEN).then(RematchAsked(BEN, THIRD))
    one.when(over(Rematch(NEXT), NEXT, SPARE), actor=ANN).then(
        RematchAsked(ANN, THIRD), GameAgreed(THIRD, OPENED.terms.game, (HOST, GUEST))
    )


def test_pressing_three_times_is_asking_once() -> None:
    one = played(RematchAsked(ANN, NEXT))
    for stream in (one, one.and_then(RematchAsked(BEN, NEXT), AGREED)):
        stream.when(over(Rematch(GAME), new=SPARE), actor=ANN).then()
    opened = one.and_then(RematchAsked(BEN, NEXT), AGREED, GameOpened())
    opened.when(over(Rematch(GAME), NEXT, SPARE), actor=ANN).refused("not_last_game")


def test_while_the_game_runs_nobody_asks_and_nobody_leaves() -> None:
    for command in (Rematch(GAME), over(Rematch(GAME), SPARE)):
        played().when(command, actor=ANN).refused("game_running")
    second = played(RematchAsked(ANN, NEXT), RematchAsked(BEN, NEXT), AGREED, GameOpened())
    second.when(Rematch(NEXT), actor=ANN).refused("game_running")
    second.when(over(LeaveRoom(), GAME), actor=ANN).refused("room_started")
    played().when(LeaveRoom(), actor=BEN).refused("room_started")


@pytest.mark.parametrize("leaver", [ANN, BEN])
def test_who_leaves_after_the_game_declines(leaver: str) -> None:
    asked_for = played(RematchAsked(ANN, NEXT))
    left = asked_for.when(over(LeaveRoom()), actor=leaver).after
    assert (seen(left).state, seen(left).game_id, seen(left).rematch) == ("closed", GAME, [])
    for player in (ANN, BEN):
        left.when(over(Rematch(GAME)), actor=player).refused("room_closed")
    left.when(JoinRoom("Cleo"), actor=CLEO).refused("room_closed")


def test_who_leaves_while_the_next_game_is_being_started_is_too_late() -> None:
    starting = played(RematchAsked(ANN, NEXT), RematchAsked(BEN, NEXT), AGREED)
    starting.when(over(LeaveRoom()), actor=ANN).refused("room_started")


def test_nobody_else_asks_and_nothing_else_is_asked_for() -> None:
    played().when(over(Rematch(GAME)), actor=CLEO).refused("not_in_room")
    played().when(over(LeaveRoom()), actor=CLEO).refused("room_started")
    played().when(over(Rematch(SPARE)), actor=ANN).refused("not_last_game")
    opened: Stream = given(DECIDER, OPENED, RoomJoined(GUEST))
    opened.when(Rematch(GAME), actor=ANN).refused("not_last_game")
    nothing: Stream = given(DECIDER)
    nothing.when(Rematch(GAME), actor=ANN).refused("room_not_found")


def test_terms_are_not_changed_between_two_games() -> None:
    for command in (ChangeTerms(asked(time=TimeControl(None))), JoinRoom("Cleo")):
        played(RematchAsked(ANN, NEXT)).when(command, actor=ANN).refused("room_started")
    played(RematchAsked(ANN, NEXT)).when(AgreeTerms(TERMS), actor=BEN).then()


def test_a_start_that_is_refused_says_why_and_leaves_all_as_after_the_game() -> None:
    starting = played(RematchAsked(ANN, NEXT), RematchAsked(BEN, NEXT), AGREED)
    report = ReportStart("already_playing")
    refused = starting.when(report, actor=HOUSE).then(StartRefused("already_playing"))
    shown = seen(refused)
    assert (shown.state, shown.game_id, shown.rematch) == ("started", GAME, [])
    assert shown.refused == "already_playing"
    again = refused.when(over(Rematch(GAME), new=THIRD), actor=BEN).then(RematchAsked(BEN, THIRD))
    assert seen(again).refused is None
    again.when(over(Rematch(GAME), new=SPARE), actor=ANN).then(
        RematchAsked(ANN, THIRD), GameAgreed(THIRD, OPENED.terms.game, (GUEST, HOST))
    )


def test_a_first_start_that_is_refused_says_why_until_somebody_agrees_anew() -> None:
    starting: Stream = given(DECIDER, *PLAYED[:-1])
    refused = starting.when(ReportStart("already_playing"), actor=HOUSE).after
    assert (seen(refused).state, seen(refused).refused) == ("open", "already_playing")
    agreed = refused.when(AgreeTerms(TERMS), actor=ANN).after
    assert seen(agreed).refused is None


def test_a_computer_always_wants_another_game() -> None:
    wanted = OpenPractice("Ann", asked(time=TimeControl(None), kind="practice"), "easy", GAME)
    opening: Stream = given(DECIDER)
    room = opening.when(wanted, actor=ANN).after.and_then(GameOpened())
    assert room.state is not None
    computer = room.state.guest
    assert isinstance(computer, RoomMember)
    terms = room.state.terms.game
    again = room.when(over(Rematch(GAME)), actor=ANN).then(
        RematchAsked(ANN, NEXT),
        RematchAsked(computer.player, NEXT),
        GameAgreed(NEXT, terms, (computer, HOST)),
    )
    failed = again.when(ReportStart("unknown_terms"), actor=HOUSE).after
    assert (seen(failed).state, seen(failed).game_id) == ("started", GAME)


@pytest.mark.parametrize(("actor", "before"), [(ANN, ()), (BEN, (RematchAsked(ANN, NEXT),))])
def test_who_hides_from_the_other_plays_no_more_and_it_looks_as_if_they_had_gone(
    actor: PlayerId, before: tuple[RoomEvent, ...]
) -> None:
    apart = Afterwards(Rematch(GAME), GAME, SPARE, are_apart=True)
    closed = played(*before).when(apart, actor=actor).refused("room_closed", RoomClosed("left"))
    left = played(*before).when(over(LeaveRoom()), actor=BEN).then(RoomClosed("left"))
    assert seen(closed) == seen(left)
