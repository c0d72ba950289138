"""One hides from the other while the two are about to agree: it looks like anybody's no."""

from libs.contracts.matchmaking import (
    RoomClosed,
    RoomCommand,
    RoomDeclined,
    RoomEvent,
    RoomLeft,
    Withdraw,
)
from libs.testkit.deciding import Given, given
from services.matchmaking.decider import Known, RoomState
from tests.unit.services.matchmaking.room import ANN, BEN, HOUSE
from tests.unit.services.matchmaking.test_waiting import (
    CHALLENGED,
    DECIDER,
    JOINED,
    MAILED,
    SOUGHT,
)


def test_withdrawn_as_by_themselves_it_looks_as_if_they_had_gone_or_declined() -> None:
    for events, player, event in (
        ((CHALLENGED,), ANN, RoomClosed("left")),
        ((CHALLENGED,), BEN, RoomDeclined(BEN, "no")),
        ((MAILED,), BEN, RoomDeclined(BEN, "no")),
        ((CHALLENGED, JOINED), BEN, RoomDeclined(BEN, "no")),
        ((SOUGHT, JOINED), ANN, RoomClosed("left")),
        ((SOUGHT, JOINED), BEN, RoomLeft(BEN)),
    ):
        wish = Withdraw(player, "left")
        stream: Given[RoomState, RoomCommand | Known, RoomEvent] = given(DECIDER, *events)
        stream.when(wish, actor=HOUSE).then(event)
