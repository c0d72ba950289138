"""Private rooms in which nobody is any more close by themselves, and nobody is hurried."""

from libs.contracts.ids import RoomId
from libs.contracts.matchmaking import (
    QUIET_MS,
    ChangeTerms,
    JoinRoom,
    LeaveRoom,
    LookAtTime,
    OpenRoom,
    RoomClosed,
    RoomCommand,
    RoomEvent,
    RoomJoined,
    RoomLeft,
    RoomOpened,
    TermsChanged,
    Withdraw,
)
from libs.testkit.deciding import Given, given
from services.matchmaking.decider import Known, RoomState, due_at_ms, view
from services.matchmaking.handlers import RoomDecider
from tests.unit.services.matchmaking.room import (
    ANN,
    BEN,
    GAME,
    GUEST,
    HOST,
    HOUSE,
    OTHER,
    TERMS,
    stored,
)

DAY_MS = 24 * 3_600_000
OPENED_MS = 1_000
OPENED = RoomOpened(HOST, stored(TERMS), GAME, at_ms=OPENED_MS)

Stream = Given[RoomState, RoomCommand | Known, RoomEvent]


def room(*events: RoomEvent) -> Stream:
    stream: Stream = given(RoomDecider(), *events)
    return stream


def closes_at(stream: Stream, due_ms: int) -> None:
    """At that time, and not before."""
    assert stream.state is not None
    assert due_at_ms(stream.state) == due_ms
    assert view(RoomId("02-room"), 1, stream.state).expires_at_ms is None, "nobody is hurried"
    stream.when(LookAtTime(), actor=HOUSE, at_ms=due_ms - 1).then()
    closed = stream.when(LookAtTime(), actor=HOUSE, at_ms=due_ms).then(RoomClosed("expired"))
    assert closed.state is not None
    assert view(RoomId("02-room"), 2, closed.state).closed == "expired"


def test_nobody_has_come_for_thirty_days() -> None:
    opened = room().when(OpenRoom("Ann", TERMS, GAME), actor=ANN, at_ms=OPENED_MS).after
    closes_at(opened, OPENED_MS + QUIET_MS)


def test_a_word_of_the_host_keeps_it_open() -> None:
    later = OPENED_MS + 20 * DAY_MS
    changed = TermsChanged(ANN, stored(OTHER), later + QUIET_MS)
    closes_at(
        room(OPENED).when(ChangeTerms(OTHER), actor=ANN, at_ms=later).then(changed),
        later + QUIET_MS,
    )


def test_who_has_gone_has_been_there() -> None:
    later = OPENED_MS + 29 * DAY_MS
    both = room(OPENED).when(JoinRoom("Ben"), actor=BEN, at_ms=later).then(RoomJoined(GUEST))
    assert both.state is not None
    assert due_at_ms(both.state) is None, "it is not empty"
    left = RoomLeft(BEN, until_ms=later + QUIET_MS)
    for command, actor in ((LeaveRoom(), BEN), (Withdraw(BEN, "deleted"), HOUSE)):
        closes_at(both.when(command, actor=actor, at_ms=later).then(left), later + QUIET_MS)
