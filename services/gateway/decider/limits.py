"""How much one socket, session or address may ask of us."""

from collections import Counter, OrderedDict
from collections.abc import Hashable
from typing import Final

import msgspec


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """All limits of the gateway; settings fill it in."""

    messages_a_second: float = 20.0
    messages_burst: int = 40
    strikes: int = 200
    """So many messages beyond the rate, and the socket is closed."""
    commands_in_flight: int = 16
    watched_games: int = 20
    watched_rooms: int = 5
    message_bytes: int = 16 * 1024
    body_bytes: int = 16 * 1024
    body_within_s: float = 10.0
    sockets_an_address: int = 100
    sockets_a_session: int = 20
    requests_a_second: float = 20.0
    requests_burst: int = 100
    guests_a_minute: float = 10.0
    guests_burst: int = 20
    sign_ups_a_minute: float = 5.0
    sign_ups_burst: int = 10
    passwords_a_minute: float = 30.0
    passwords_burst: int = 30
    """A class in one room signs in at once."""
    practices_a_minute: float = 60.0
    practices_burst: int = 30
    practice_games: int = 20
    """So many games against computers may run for one player at a time."""
    hotseats_a_minute: float = 60.0
    hotseats_burst: int = 30
    hotseat_games: int = 20
    """So many games at one device may run for one player at a time."""
    offers_a_minute: float = 30.0
    offers_burst: int = 20
    """Challenges, open offers and quick games of one person."""
    lines_a_minute: float = 120.0
    lines_burst: int = 60
    """A class in one room talks at once; a hundred guests of one address fill no chat."""
    reports_a_minute: float = 1.0
    reports_burst: int = 40
    helps_a_minute: float = 300.0
    helps_burst: int = 100
    exports_a_minute: float = 6.0
    exports_burst: int = 3
    backlog_bytes: int = 256 * 1024
    """Unsent bytes of a socket from which on it gets a snapshot later instead of events now."""
    backlog_frames: int = 500
    dead_bytes: int = 4 * 1024 * 1024
    """Unsent bytes of a socket that nobody reads: it is cut off."""
    ping_every_s: float = 4.0
    silent_after_s: float = 20.0


class TokenBucket:
    """So many a second on average, so many at once. Time comes from the caller (seconds)."""

    __slots__ = ("_at_s", "_burst", "_left", "_rate")

    def __init__(self, rate: float, burst: float, now_s: float) -> None:
        self._rate = rate
        self._burst = burst
        self._left = float(burst)
        self._at_s = now_s

    def take(self, now_s: float) -> bool:
        """Whether one more is allowed now; if so it is counted."""
        left = self._left + (now_s - self._at_s) * self._rate
        self._left = left = min(left, self._burst)
        self._at_s = now_s
        if left < 1.0:
            return False
        self._left = left - 1.0
        return True


class Buckets:
    """A bucket a key; the longest unused are forgotten when there are too many."""

    def __init__(self, rate: float, burst: float, most_keys: int = 20_000) -> None:
        self._rate = rate
        self._burst = burst
        self._most_keys = most_keys
        self._buckets: OrderedDict[str, TokenBucket] = OrderedDict()

    def take(self, key: str, now_s: float) -> bool:
        """Whether this key is allowed one more now."""
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = TokenBucket(self._rate, self._burst, now_s)
            if len(self._buckets) > self._most_keys:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(key)
        return bucket.take(now_s)


class Places:
    """So many at the same time a key."""

    def __init__(self, most: int) -> None:
        self._most: Final = most
        self._taken: Counter[Hashable] = Counter()

    def enter(self, key: Hashable) -> bool:
        """Whether there is room for one more; if so it is counted until `leave`."""
        if self._taken[key] >= self._most:
            return False
        self._taken[key] += 1
        return True

    def leave(self, key: Hashable) -> None:
        """One has gone."""
        self._taken[key] -= 1
        if self._taken[key] <= 0:
            del self._taken[key]

    def __len__(self) -> int:
        return len(self._taken)
