"""Terms and people for tests of rooms."""

from typing import Any, Literal

from msgspec.structs import replace

from libs.contracts.games import GameTerms
from libs.contracts.ids import GameId, PlayerId
from libs.contracts.matchmaking import FirstSeat, RoomMember, RoomOpened, RoomTerms
from libs.rules import registry
from libs.timing import TimeControl

ANN, BEN, CLEO = PlayerId("00-ann"), PlayerId("01-ben"), PlayerId("02-cleo")
HOUSE = "service:matchmaking"
GAME = GameId("0c-game")
BLITZ = TimeControl(180_000, 2_000)
HOST, GUEST = RoomMember(ANN, "Ann"), RoomMember(BEN, "Ben")


def asked(
    *,
    variant: str = "battlemills-9",
    time: TimeControl = BLITZ,
    first: FirstSeat = "host",
    kind: Literal["friendly", "rated", "practice"] = "friendly",
    stake: int = 0,
    **options: Any,
) -> RoomTerms:
    """Terms as a client asks for them: only the options that differ."""
    return RoomTerms(GameTerms("mills", variant, options, time, kind, stake), first)


def stored(terms: RoomTerms) -> RoomTerms:
    """The same terms with every option written out."""
    game = terms.game
    options = dict(registry.current(game.game).options(game.variant, game.options))
    return replace(terms, game=replace(game, options=options))


TERMS = asked()
OTHER = asked(time=TimeControl(300_000, 3_000))
OPENED = RoomOpened(HOST, stored(TERMS), GAME)
