"""What the gateway knows of one open socket."""

from collections.abc import Callable
from typing import Final

import msgspec

from libs.contracts.accounts import Player
from libs.contracts.ids import GameId, RoomId
from services.gateway.decider.limits import Limits, TokenBucket
from services.gateway.decider.outbox import Outbox
from services.gateway.decider.roundtrip import RoundTrips
from services.gateway.decider.watching import Place


class Ending(msgspec.Struct, frozen=True):
    """Why a socket is closed: a code of RFC 6455 and a stable reason."""

    code: int
    reason: str


TOO_LARGE: Final = Ending(1009, "too_large")
NOT_TEXT: Final = Ending(1003, "text_only")
TOO_FAST: Final = Ending(1008, "too_fast")
SESSION_CLOSED: Final = Ending(1008, "session_closed")
SILENT: Final = Ending(1001, "silent")
RESTART: Final = Ending(1012, "restart")


class Session(msgspec.Struct, frozen=True):
    """Somebody who has come in; only the token's hash is kept. `is_api`: it is an API token's."""

    player: Player
    token_hash: str
    is_api: bool = False


class Connection:
    """One socket: who, what it shows, how much it may still send."""

    __slots__ = ("bucket", "close", "commands_in_flight", "games", "household", "is_welcome",
                 "outbox", "player", "rooms", "session", "strikes", "trips")  # fmt: skip

    def __init__(
        self,
        session: Session | None,
        outbox: Outbox,
        limits: Limits,
        now_s: float,
        close: Callable[[Ending], None],
    ) -> None:
        self.session = session
        self.player: Player | None = session.player if session is not None else None
        self.outbox = outbox
        self.close = close
        self.household = ""
        """Where it comes from: whoever makes many guests there is one talker."""
        self.bucket = TokenBucket(limits.messages_a_second, limits.messages_burst, now_s)
        self.strikes = 0
        self.trips = RoundTrips(now_s)
        self.commands_in_flight = 0
        self.games: dict[GameId, Place] = {}
        self.rooms: dict[RoomId, int] = {}
        """Rooms shown, with the version that the socket has."""
        self.is_welcome = False
        """The first message has been sent."""
