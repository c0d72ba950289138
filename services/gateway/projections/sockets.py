"""All open sockets of this gateway."""

from collections.abc import Iterator

from libs.contracts.ids import PlayerId
from libs.runtime.figures import Level
from services.gateway.decider.connection import Connection
from services.gateway.decider.limits import Limits, Places


class OpenSockets:
    """Who is connected, and how many from where."""

    def __init__(self, limits: Limits, level: Level) -> None:
        self._all: dict[Connection, None] = {}
        self._by_token: dict[str, dict[Connection, None]] = {}
        self._of_address = Places(limits.sockets_an_address)
        self._of_session = Places(limits.sockets_a_session)
        self._level = level

    def reserve(self, address: str, token_hash: str | None) -> bool:
        """Whether one more may come; it is counted until `release`."""
        if not self._of_address.enter(address):
            return False
        if token_hash is not None and not self._of_session.enter(token_hash):
            self._of_address.leave(address)
            return False
        return True

    def release(self, address: str, token_hash: str | None) -> None:
        """A place is free again."""
        self._of_address.leave(address)
        if token_hash is not None:
            self._of_session.leave(token_hash)

    def enter(self, connection: Connection) -> None:
        """A socket is open."""
        self._all[connection] = None
        if connection.session is not None:
            self._by_token.setdefault(connection.session.token_hash, {})[connection] = None
        self._level.set(len(self._all))

    def leave(self, connection: Connection) -> None:
        """A socket has gone."""
        self._all.pop(connection, None)
        session = connection.session
        if session is not None:
            same = self._by_token.get(session.token_hash, {})
            same.pop(connection, None)
            if not same:
                self._by_token.pop(session.token_hash, None)
        self._level.set(len(self._all))

    def of_session(self, token_hash: str) -> list[Connection]:
        """All sockets of a session."""
        return list(self._by_token.get(token_hash, ()))

    def of_player(self, player: PlayerId) -> list[Connection]:
        """All sockets of a player, of whichever session."""
        return [each for each in self._all if each.player is not None and each.player.id == player]

    def __iter__(self) -> Iterator[Connection]:
        return iter(list(self._all))

    def __len__(self) -> int:
        return len(self._all)
