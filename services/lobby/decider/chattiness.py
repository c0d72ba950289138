"""How much one person may say: a few lines at once, then one every two seconds; no line twice."""

import math
from collections import OrderedDict
from typing import Final

import msgspec

from libs.contracts.decisions import Refusal
from libs.contracts.ids import PlayerId

AT_ONCE: Final = 5
EVERY_MS: Final = 2_000
SAME_WITHIN_MS: Final = 30_000
MOST_PEOPLE: Final = 20_000


class _Talker(msgspec.Struct):
    """What somebody has left, as of an instant; and their last line, with its place."""

    left: float
    at_ms: int
    said_at_ms: int = 0
    said: tuple[str, ...] = ()


class Chattiness:
    """Remembers who has just said how much; who was quiet for longest is forgotten first."""

    def __init__(self) -> None:
        self._talkers: OrderedDict[PlayerId, _Talker] = OrderedDict()

    def refusal(self, player: PlayerId, line: tuple[str, ...], now_ms: int) -> Refusal | None:
        """Why this line (place, game, text) may not be said now; None counts it as said."""
        talker = self._talker(player, now_ms)
        if talker.said == line and now_ms - talker.said_at_ms < SAME_WITHIN_MS:
            return Refusal("said_already")
        if talker.left < 1.0:
            wait_ms = (1.0 - talker.left) * EVERY_MS
            return Refusal("too_chatty", {"wait_s": max(1, math.ceil(wait_ms / 1000))})
        talker.left -= 1.0
        talker.said, talker.said_at_ms = line, now_ms
        return None

    def take_back(self, player: PlayerId) -> None:
        """The last line could not be stored: it was not said."""
        talker = self._talkers.get(player)
        if talker is not None:
            talker.left, talker.said = min(AT_ONCE, talker.left + 1.0), ()

    def _talker(self, player: PlayerId, now_ms: int) -> _Talker:
        talker = self._talkers.get(player)
        if talker is None:
            talker = self._talkers[player] = _Talker(float(AT_ONCE), now_ms)
            if len(self._talkers) > MOST_PEOPLE:
                self._talkers.popitem(last=False)
            return talker
        self._talkers.move_to_end(player)
        regained = max(0, now_ms - talker.at_ms) / EVERY_MS
        talker.left, talker.at_ms = min(AT_ONCE, talker.left + regained), max(now_ms, talker.at_ms)
        return talker
