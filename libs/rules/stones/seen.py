"""How often each position has stood since the last turn that can't be undone on the board."""

from collections.abc import Iterable
from typing import Final

import msgspec


class Seen(msgspec.Struct, frozen=True):
    """An immutable multiset of position keys; `latest` is the count of the one added last.

    The levels are dicts of shrinking size, never changed once made. A new key is a level of its
    own; levels of about the same size are merged. So n turns cost n·log n altogether, where
    copying one flat collection each turn would cost n².
    """

    levels: tuple[dict[int, int], ...] = ()
    latest: int = 0

    def add(self, key: int) -> "Seen":
        """The multiset with the key added once more."""
        levels = self.levels
        latest = 1
        for level in levels:
            if key in level:
                latest += level[key]
        top = {key: 1}
        while levels and len(levels[-1]) <= len(top):
            top = _merged(levels[-1], top)
            levels = levels[:-1]
        return Seen((*levels, top), latest)

    def pairs(self) -> list[list[str | int]]:
        """Keys in hexadecimal (JavaScript's numbers are too short) with their counts, sorted."""
        flat: dict[int, int] = {}
        for level in self.levels:
            flat = _merged(flat, level)
        return [[f"{key:x}", flat[key]] for key in sorted(flat)]


NOTHING_SEEN: Final = Seen()


def seen_from(pairs: Iterable[tuple[str, int]], latest: int) -> Seen:
    """The multiset that `pairs` showed."""
    flat = {int(key, 16): count for key, count in pairs}
    return Seen((flat,), latest) if flat else NOTHING_SEEN


def _merged(one: dict[int, int], other: dict[int, int]) -> dict[int, int]:
    both = one | other
    if len(both) != len(one) + len(other):
        for key in one.keys() & other.keys():
            both[key] = one[key] + other[key]
    return both
