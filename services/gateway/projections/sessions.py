"""Sessions that accounts has confirmed a moment ago; bounded, and gone when one is closed."""

from collections import OrderedDict
from hashlib import sha256
from typing import Final

import msgspec

from libs.contracts.accounts import Player, PlayerChanged, SessionClosed
from libs.contracts.ids import PlayerId
from services.gateway.decider.connection import Session

KEPT_S: Final = 60.0
MOST: Final = 50_000

_closed = msgspec.msgpack.Decoder(SessionClosed).decode
_changed = msgspec.msgpack.Decoder(PlayerChanged).decode


def hash_of(token: str) -> str:
    """What is kept of a token."""
    return sha256(token.encode()).hexdigest()


class Sessions:
    """The cache. Time comes from the caller (seconds, monotonic)."""

    def __init__(self, kept_s: float = KEPT_S, most: int = MOST) -> None:
        self._kept_s = kept_s
        self._most = most
        self._found: OrderedDict[str, tuple[Session, float]] = OrderedDict()
        self._closed: OrderedDict[str, float] = OrderedDict()
        self.changes = 0
        """How often people changed: an answer that was under way meanwhile is stale."""

    def find(self, token_hash: str, now_s: float) -> Session | None:
        """The session if it was confirmed within the last minute."""
        entry = self._found.get(token_hash)
        if entry is None:
            return None
        session, until_s = entry
        if now_s >= until_s:
            del self._found[token_hash]
            return None
        return session

    def remember(self, session: Session, now_s: float) -> None:
        """Accounts has just confirmed it; one that was closed meanwhile is not remembered."""
        if session.token_hash in self._closed:
            return
        self._found[session.token_hash] = (session, now_s + self._kept_s)
        self._found.move_to_end(session.token_hash)
        if len(self._found) > self._most:
            self._found.popitem(last=False)

    def forget_all(self) -> None:
        """The bus was away: a session may have been closed unheard."""
        self.changes += 1
        self._found.clear()

    def change(self, player: PlayerId, now: Player | None, now_s: float) -> None:
        """Somebody has another name or role; None: has gone, and all their sessions with them."""
        self.changes += 1
        for token_hash, (session, until_s) in list(self._found.items()):
            if session.player.id != player:
                continue
            if now is None:
                self.close(token_hash, now_s)
            else:
                self._found[token_hash] = (msgspec.structs.replace(session, player=now), until_s)

    def is_closed(self, token_hash: str) -> bool:
        """Whether it is known to have been closed lately."""
        return token_hash in self._closed

    def close(self, token_hash: str, now_s: float) -> None:
        """It does not work any more; answers that are still under way come too late."""
        self._found.pop(token_hash, None)
        self._closed[token_hash] = now_s
        while self._closed and (
            len(self._closed) > self._most
            or now_s - next(iter(self._closed.values())) > self._kept_s
        ):
            self._closed.popitem(last=False)

    def closed_by(self, data: bytes) -> str:
        """The hash in a `SessionClosed`."""
        return _closed(data).token_hash

    def changed_by(self, data: bytes) -> PlayerChanged:
        """A `PlayerChanged` as it came."""
        return _changed(data)
