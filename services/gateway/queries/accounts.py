"""Questions to accounts: who holds a session."""

from typing import Final

import msgspec

from libs.bus import Bus
from libs.contracts.accounts import (
    CloseSession,
    FindSession,
    OpenedSession,
    OpenGuestSession,
    Player,
)
from services.gateway.queries.ask import ask

SUBJECT: Final = "query.accounts"

_player = msgspec.msgpack.Decoder(Player).decode
_opened = msgspec.msgpack.Decoder(OpenedSession).decode


class Accounts:
    """Sessions: find, open, close."""

    def __init__(self, bus: Bus) -> None:
        self._bus = bus

    async def find(self, token: str) -> Player:
        """Who holds the token. Raises RefusedError (`no_session`)."""
        return _player(await ask(self._bus, SUBJECT, FindSession(token)))

    async def open_guest(self, language: str) -> OpenedSession:
        """A new guest with a session. Raises RefusedError."""
        return _opened(await ask(self._bus, SUBJECT, OpenGuestSession(language)))

    async def close(self, token: str) -> None:
        """The token stops working. Raises RefusedError."""
        await ask(self._bus, SUBJECT, CloseSession(token))
