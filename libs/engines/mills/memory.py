"""The memory of a search: one block of words for kernels, the table of positions, what is worn."""

from typing import Any, Final

import numpy as np

from libs.engines.mills import layout
from libs.engines.mills.board import CROSSED, POINTS, SYMMETRIES, neighbours, to_rules
from libs.engines.mills.ends import SPREAD
from libs.engines.mills.known import use_tables
from libs.engines.mills.machine import address
from libs.engines.mills.position import Position
from libs.engines.stopping import StopFlag
from libs.engines.tables.tableset import NO_TABLES, TableSet
from libs.rules.mills.state import Terms

Words = np.ndarray[Any, np.dtype[np.int64]]

ENTRY_BITS: Final = 19
"""Slots of the table of positions; two entries each, 32 bytes a slot."""
SHALLOW_BITS: Final = 12
"""Slots enough for three plies, and quick to clear."""
LINE_WORDS: Final = 8
"""Words of a processor's cache line."""
NEVER: Final = 1 << 31
AGES: Final = 255
OPENING_STONES: Final = 8
MIRRORED_FROM: Final = 3
NOT_MIRRORED: Final = layout.DEEPEST


class Memory:
    """What one search at a time works in. Numbers are written here, and read by kernels."""

    def __init__(self) -> None:
        self.words: Words = np.zeros(layout.WORDS, np.int64)
        self.address = address(self.words)
        self._entries = _aligned(4 << ENTRY_BITS)
        self._worn: Words = np.zeros(1, np.int64)
        self._stop: Words = np.zeros(1, np.int64)
        self._terms: Terms | None = None
        self._tables = NO_TABLES
        self.words[layout.ENTRIES] = address(self._entries)
        for which, image in enumerate(SYMMETRIES):
            self._put_symmetry(which, list(image))
            self._put_symmetry(which + 16, [image.index(point) for point in range(POINTS)])
        for byte in range(3):
            for bits in range(256):
                self.words[layout.TO_RULES + 256 * byte + bits] = to_rules(bits << 8 * byte)

    def _put_symmetry(self, which: int, image: list[int]) -> None:
        start = layout.SYMMETRY + 32 * which
        self.words[start : start + POINTS] = image
        self.words[start + layout.NOWHERE] = layout.NOWHERE

    def begin(self, position: Position, stop: StopFlag) -> None:
        """Gets ready for a search from a position that `stop` ends."""
        words = self.words
        self._stop = np.frombuffer(stop.memory, np.int64)
        words[layout.STOP] = address(self._stop)
        words[[layout.STOPPED, layout.NODES, layout.NEXT_POLL]] = 0
        words[layout.AGE] = (words[layout.AGE] + 1) % AGES
        words[layout.KILLERS : layout.HISTORY] = layout.NO_TURN
        words[layout.HISTORY : layout.PATH] = 0
        words[layout.ENTRY_MASK] = (1 << ENTRY_BITS) - 1
        is_opening = position.hands and position.stones <= OPENING_STONES
        words[layout.MIRRORED_DEPTH] = MIRRORED_FROM if is_opening else NOT_MIRRORED
        self._put_terms(position.terms)
        self._put_worn(position.worn)

    def end(self) -> None:
        """Lets go of the stop flag's memory."""
        self._stop = np.zeros(1, np.int64)
        self.words[layout.STOP] = address(self._stop)

    def use_tables(self, tables: TableSet) -> None:
        """Lets the search look positions up in these tables from now on."""
        self.words[layout.TABLE_STONES] = most_stones(tables)
        if tables is not self._tables:
            use_tables(self.address, tables.lookup)
            self._tables = tables
            self.forget()

    def forget(self) -> None:
        """Empties the table of positions."""
        self._entries[:] = 0

    def use_shallow(self) -> None:
        """Takes a small, empty part of the table: neither old searches nor tables have a say."""
        self.words[layout.ENTRY_MASK] = (1 << SHALLOW_BITS) - 1
        self.words[layout.TABLE_STONES] = 0
        self._entries[: 4 << SHALLOW_BITS] = 0

    def _put_terms(self, terms: Terms) -> None:
        if terms == self._terms:
            return
        words, crossed = self.words, CROSSED[terms.board]
        words[layout.CROSSED] = crossed
        words[layout.FLYING] = terms.flying
        words[layout.PROTECTED] = terms.mill_protection
        words[layout.FULL_DRAW] = terms.full_board_draw
        words[layout.MILL_LIMIT] = min(2 * (terms.no_mill_limit or NEVER), NEVER)
        words[layout.CAPTURE_LIMIT] = min(terms.no_capture_limit or NEVER, NEVER)
        words[layout.NEIGHBOURS : layout.NEIGHBOURS + POINTS] = neighbours(crossed)
        self._terms = terms
        self.forget()

    def _put_worn(self, worn: frozenset[int]) -> None:
        """Worn positions as an open hash table, at most half full."""
        size = 1 << (2 * len(worn)).bit_length()
        self._worn = np.zeros(size, np.int64)
        for key in worn:
            wanted = key + 1
            slot = (_wrapped(wanted * SPREAD) >> 40) & (size - 1)
            while self._worn[slot]:
                slot = (slot + 1) & (size - 1)
            self._worn[slot] = wanted
        self.words[layout.SEEN] = address(self._worn)
        self.words[layout.SEEN_MASK] = size - 1 if worn else 0


def most_stones(tables: TableSet) -> int:
    """Of both sides, in the largest table."""
    return max((table.own + table.opp for table in tables.contents.tables), default=0)


def _aligned(size: int) -> Words:
    """Zeros that begin at a cache line."""
    raw: Words = np.zeros(size + LINE_WORDS, np.int64)
    start = -(address(raw) // 8) % LINE_WORDS
    return raw[start : start + size]


def _wrapped(number: int) -> int:
    """A number as int64 arithmetic has it."""
    return (number + (1 << 63)) % (1 << 64) - (1 << 63)
