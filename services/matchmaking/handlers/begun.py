"""Who has begun a game a moment ago: the waiting room takes that long to notice."""

from collections.abc import Callable
from typing import Final

import msgspec

from libs.contracts.ids import PlayerId
from libs.contracts.matchmaking import GameAgreed

AGREED: Final = "matchmaking.agreed"
NOTICED_WITHIN_MS: Final = 5_000

_agreed = msgspec.json.Decoder(GameAgreed).decode


class JustBegun:
    """In memory at each instance; a word that gets lost costs a challenge nobody answers."""

    def __init__(self, now_ms: Callable[[], int]) -> None:
        self._now_ms = now_ms
        self._until_ms: dict[PlayerId, int] = {}
        """Who begins again is put last, so those whose time is over come first."""

    def on_agreed(self, _subject: str, data: bytes) -> None:
        """`matchmaking.agreed`: a game between these begins."""
        until_ms = self._now_ms() + NOTICED_WITHIN_MS
        for seat in _agreed(data).seats:
            self._until_ms.pop(seat.player, None)
            self._until_ms[seat.player] = until_ms

    def players(self) -> set[PlayerId]:
        """All of them."""
        now_ms = self._now_ms()
        while self._until_ms:
            player, until_ms = next(iter(self._until_ms.items()))
            if until_ms > now_ms:
                break
            del self._until_ms[player]
        return {*self._until_ms}

    def has(self, player: PlayerId) -> bool:
        """Whether somebody is among them."""
        return self._until_ms.get(player, 0) > self._now_ms()
