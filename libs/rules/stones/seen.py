"""How often each position has stood since the last turn that can't be undone on the board."""

from collections.abc import Iterable
from typing import Final

import msgspec


class Seen(msgspec.Struct, frozen=True, gc=False):
    """An immutable multiset of position keys; `latest` is the count of the one added last.

    `top` and those `below` are dicts of growing size, never changed once made. A new key is a dict
    of its own; dicts of about the same size are merged. So n turns cost n·log n altogether, where
    copying one flat collection each turn would cost n². Nothing in it is for the garbage collector
    to look at: there is one for each turn of each game in memory.
    """

    top: dict[int, int]
    below: "Seen | None" = None
    latest: int = 0

    def add(self, key: int) -> "Seen":
        """The multiset with the key added once more."""
        latest = 1
        level: Seen | None = self
        while level is not None:
            if key in level.top:
                latest += level.top[key]
            level = level.below
        top = {key: 1}
        below: Seen | None = self
        while below is not None and len(below.top) <= len(top):
            top = _merged(below.top, top)
            below = below.below
        return Seen(top, below, latest)

    def pairs(self) -> list[list[str | int]]:
        """Keys in hexadecimal (JavaScript's numbers are too short) with their counts, sorted."""
        flat, below = self.top, self.below
        while below is not None:
            flat, below = _merged(flat, below.top), below.below
        return [[f"{key:x}", flat[key]] for key in sorted(flat)]


NOTHING_SEEN: Final = Seen({})


def seen_from(pairs: Iterable[tuple[str, int]], latest: int) -> Seen:
    """The multiset that `pairs` showed."""
    flat = {int(key, 16): count for key, count in pairs}
    return Seen(flat, None, latest) if flat else NOTHING_SEEN


def _merged(one: dict[int, int], other: dict[int, int]) -> dict[int, int]:
    both = one | other
    if len(both) != len(one) + len(other):
        for key in one.keys() & other.keys():
            both[key] = one[key] + other[key]
    return both
