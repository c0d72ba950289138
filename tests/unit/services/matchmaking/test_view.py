"""What everybody with the link sees."""

from libs.contracts.ids import RoomId
from libs.contracts.matchmaking import GameAgreed, GameOpened, RoomClosed, RoomJoined, TermsAgreed
from libs.testkit.deciding import given
from services.matchmaking.decider import view
from services.matchmaking.handlers import RoomDecider
from tests.unit.services.matchmaking.room import ANN, BEN, GAME, GUEST, HOST, OPENED

ROOM = RoomId("02-room")
JOINED = RoomJoined(GUEST)
AGREED = GameAgreed(GAME, OPENED.terms.game, (HOST, GUEST))


def test_the_game_is_named_only_when_it_can_be_watched() -> None:
    starting = given(RoomDecider(), OPENED, JOINED, TermsAgreed(BEN), AGREED)
    assert starting.state is not None
    shown = view(ROOM, starting.version, starting.state)
    assert (shown.state, shown.agreed, shown.game_id) == ("open", [ANN, BEN], None)
    started = starting.and_then(GameOpened())
    assert started.state is not None
    shown = view(ROOM, started.version, started.state)
    assert (shown.state, shown.version, shown.game_id) == ("started", 5, GAME)


def test_a_closed_room_says_so() -> None:
    closed = given(RoomDecider(), OPENED, RoomClosed())
    assert closed.state is not None
    assert view(ROOM, 2, closed.state).state == "closed"
